// Runs a file under the Node that `run.js` has found, and ends when its parent process ends.
import { runHere } from './run.js'

const [, , folder, file, ...args] = process.argv
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
await runHere(folder, file, args)
