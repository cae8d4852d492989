import { Command, CommanderError } from 'commander'
import { type Config, ConfigError } from '../config.ts'
import { limaClock } from '../domain/lima-time.ts'
import { Failure } from '../kernel/errors.ts'
import { storageErrorCode } from '../kernel/files/sqlite-errors.ts'
import { errorFacts } from '../kernel/log.ts'
import { version } from '../kernel/version.ts'
import { datasetsOf } from '../services.ts'
import { fleetTurnOf } from '../shared-database.ts'
import { backupCommands } from './commands/backup.ts'
import { dataCommand } from './commands/data.ts'
import { keysCommand } from './commands/keys.ts'
import { lookupCommands } from './commands/lookup.ts'
import { mcpCommand } from './commands/mcp.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { storeCommand } from './commands/store.ts'
import { configFromEnvironment } from './environment.ts'
import { ExitCode } from './exit-code.ts'
import { resolveHelp } from './help.ts'
import type { Output } from './output.ts'
import { throwUsageErrors, usageErrorLine } from './usage-errors.ts'

const UNUSABLE_FOLDER = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ERR_SQLITE_ERROR']

/** Runs one command of `chasqui`. An error becomes one line and an exit code. */
export const runCommandLine = async (args: readonly string[], output: Output): Promise<void> => {
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
    mcpCommand(output),
    sandboxCommand(output),
  ]
  for (const command of commands) program.addCommand(command)
  try {
    await throwUsageErrors(program, output).parseAsync(resolveHelp(program, args), { from: 'user' })
  } catch (error) {
    output.setExitCode(explain(error, output))
  }
}

/** `chasqui serve`: runs the service, live or on pretend upstreams. */
const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('atiende las consultas por HTTP')
    .option('--sandbox', 'usa fuentes simuladas, personas inventadas y una clave de prueba')
    .action(async ({ sandbox }: { sandbox?: boolean }) => {
      // Loaded only here: no other command needs the HTTP framework, which takes as long to load as a lookup.
      const { runService } = await import('./run-service.ts')
      await runService(sandbox ? 'sandbox' : 'live', output)
    })

const settings = (mode: Config['mode']) => {
  const config = configFromEnvironment(mode)
  return { ...config, clock: limaClock(config.today) }
}

const dataSettings = () => {
  const config = settings('live')
  const datasets = datasetsOf(config, config.clock)
  const fleetTurn = fleetTurnOf({ ...config, mode: 'live' })
  return { ...config, datasets, fleetTurn, floor: config.datasetFloor ?? undefined }
}

/** Writes one line that says what to do next, and returns the exit code. */
const explain = (error: unknown, output: Output): number => {
  if (error instanceof CommanderError) {
    const line = usageErrorLine(error)
    if (line) output.err(`${line}\n`)
    return error.exitCode === 0 ? ExitCode.found : ExitCode.badInput
  }
  if (error instanceof ConfigError) {
    output.err(`${error.message}\n`)
    return ExitCode.badInput
  }
  if (error instanceof Failure && (error.kind === 'store-unavailable' || error.kind === 'not-configured')) {
    output.err(`${error.message}.\n`)
    return ExitCode.notFound
  }
  const { code: errorCode, syscall } = error as NodeJS.ErrnoException
  const code = storageErrorCode(error) ?? errorCode
  // Below /proc a folder that cannot be made is only said not to be there.
  if (code !== undefined && (UNUSABLE_FOLDER.includes(code) || code.startsWith('SQLITE_') || syscall === 'mkdir')) {
    output.err(`No se puede usar la carpeta de datos (${code}). Revise CHASQUI_DATA_DIR y sus permisos.\n`)
    return ExitCode.badInput
  }
  output.err(`Error interno: ${JSON.stringify(errorFacts(error))}\n`)
  return ExitCode.sourceFailure
}
