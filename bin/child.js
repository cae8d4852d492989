// Runs a file under the Node that `runtime.js` installed, and ends when its parent process ends.

import { runHere } from './runtime.js'

const [, , folder, file, ...args] = process.argv
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
await runHere(folder, file, args)
