// `node bin/with-runtime.js FILE [ARGS]`: runs one of the project's own scripts under a recent Node, dependencies installed.
import { run } from './runtime.js'

const [, , file, ...args] = process.argv
await run(file, args, { compiled: false })
