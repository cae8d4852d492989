import { runCommandLine } from './command-line.ts'
import { processOutput } from './output.ts'

// The entry of the program; `bin/chasqui.js` imports it once it is compiled.
await runCommandLine(process.argv.slice(2), processOutput())
