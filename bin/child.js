// Runs a file under the Node that `runtime.js` installed, and ends when its parent process ends.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './prepare.js'

const [, , file, ...args] = process.argv
const path = join(ROOT, file)
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
process.argv = [process.argv[0], path, ...args]
await import(pathToFileURL(path).href)
