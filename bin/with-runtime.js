// `node bin/with-runtime.js FILE [ARGS]`: runs a script of the project under a recent Node, with its packages installed.
import { run } from './run.js'

const [, , file, ...args] = process.argv
await run(file, args, { compiled: false })
