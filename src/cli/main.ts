// The entry of the program; `bin/chasqui.js` imports it once it is compiled.
const args = process.argv.slice(2)

// Loading the program takes a moment. A service that is stopped in that moment ends cleanly too; afterwards
// `runUntilSignal` takes over.
if (args[0] === 'serve') {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
  process.on('SIGHUP', () => {})
}

const { runCommandLine } = await import('./command-line.ts')
const { processOutput } = await import('./output.ts')
await runCommandLine(args, processOutput())
