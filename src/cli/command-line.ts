import { Command, CommanderError } from 'commander'
import { version } from '../kernel/version.ts'
import { backupCommands } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
import { certificatesCommand } from './commands/certificates.ts'
import { completionCommand } from './commands/completion.ts'
import { dataCommand } from './commands/data.ts'
import { healthCommand } from './commands/health.ts'
import { keysCommand } from './commands/keys.ts'
import { lookupCommands } from './commands/lookup.ts'
import { mcpCommand } from './commands/mcp.ts'
import { inOwnNames } from './commands/other-names.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { serveCommand } from './commands/serve.ts'
import { storeCommand } from './commands/store.ts'
import { watchCommands } from './commands/watch.ts'
import { withExamples } from './completes.ts'
import { usageErrorLine } from './errors/usage-errors.ts'
import { EXIT_CODES, ExitCode } from './exit-code.ts'
import { helpInSpanish, resolveHelp } from './help.ts'
import type { Output } from './output.ts'

/** Runs one command of `chasqui`. An error becomes one line and an exit code. */
export const runCommandLine = async (args: readonly string[], output: Output): Promise<void> => {
  const program = openProgram(output)
  const named = inOwnNames(program, args)
  try {
    await program.parseAsync(resolveHelp(program, named), { from: 'user' })
  } catch (error) {
    output.setExitCode(await explain(error, { program, args: named, output }))
  }
}

/** The whole tree of commands. Nothing but their texts is loaded before one of them runs. */
export const openProgram = (output: Output): Command => {
  const settings = async (mode: 'live' | 'sandbox') => (await import('./settings.ts')).storeSettings(mode)
  const dataSettings = async (mode: 'live' | 'sandbox') => (await import('./settings.ts')).dataSettings(mode)
  const program = new Command('chasqui')
    .description('Consultas de registros y cumplimiento del Perú')
    .version(version, '-V, --version', 'muestra la versión')
  const commands = [
    serveCommand(output),
    dataCommand({ settings: dataSettings, output }),
    keysCommand({ settings, output }),
    ...backupCommands({ settings, output }),
    storeCommand({ settings, output }),
    ...lookupCommands(output),
    certificatesCommand({ settings, output }),
    batchCommand(output),
    ...watchCommands({ settings, output }),
    mcpCommand(output),
    healthCommand(output),
    sandboxCommand(output),
    completionCommand(() => program, output),
  ]
  for (const command of commands) program.addCommand(command)
  withExamples(program, [
    ['ruc 20000000125 --sandbox', 'una consulta de prueba, con datos inventados'],
    ['persona ana de la rosa --sandbox', 'los nombres no necesitan comillas'],
    ['aml --help', 'las opciones y los ejemplos de una orden'],
  ])
  program.addHelpText('after', () =>
    ['', 'Códigos de salida:', ...EXIT_CODES.map(([code, means]) => `  ${code}  ${means}`)].join('\n'),
  )
  return helpInSpanish(program, output)
}

interface Failed {
  program: Command
  args: readonly string[]
  output: Output
}

const explain = async (error: unknown, { program, args, output }: Failed): Promise<number> => {
  if (!(error instanceof CommanderError)) {
    const { explainError } = await import('./errors/explain-error.ts')
    return explainError(error, output)
  }
  const line = usageErrorLine(error, program, args)
  if (line) output.err(`${line}\n`)
  return error.exitCode === 0 ? ExitCode.found : ExitCode.badInput
}
