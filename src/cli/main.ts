import { Command, CommanderError } from 'commander'
import { type Config, ConfigError } from '../config.ts'
import { limaClock } from '../domain/lima-time.ts'
import { errorFacts } from '../kernel/log.ts'
import { version } from '../kernel/version.ts'
import { datasetsOf } from '../services.ts'
import { dataCommand } from './commands/data.ts'
import { keysCommand } from './commands/keys.ts'
import { lookupCommands } from './commands/lookup.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { serveCommand } from './commands/serve.ts'
import { complaintOf, speakSpanish } from './complaints.ts'
import { configFromEnvironment } from './environment.ts'
import { ExitCode } from './exit-code.ts'
import { processOutput } from './output.ts'

const UNUSABLE_FOLDER = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ERR_SQLITE_ERROR']

const output = processOutput()
const settings = (mode: Config['mode']) => {
  const config = configFromEnvironment(mode)
  return { ...config, clock: limaClock(config.today) }
}

const dataSettings = () => {
  const config = settings('live')
  return { ...config, datasets: datasetsOf(config, config.clock), floor: config.datasetFloor ?? undefined }
}

const program = new Command('chasqui')
  .description('Consultas de registros y cumplimiento del Perú')
  .version(version, '-V, --version', 'muestra la versión')

for (const command of [
  serveCommand(),
  dataCommand({ settings: dataSettings, output }),
  keysCommand({ settings, output }),
  ...lookupCommands(),
  sandboxCommand(),
]) {
  program.addCommand(command)
}

try {
  await speakSpanish(program).parseAsync()
} catch (error) {
  process.exitCode = explain(error)
}

/** One line that says what to do next, and the exit code that goes with it. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    const complaint = complaintOf(error)
    if (complaint) process.stderr.write(`${complaint}\n`)
    return error.exitCode === 0 ? ExitCode.found : ExitCode.badInput
  }
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    return ExitCode.badInput
  }
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && UNUSABLE_FOLDER.includes(code)) {
    process.stderr.write(`No se puede usar la carpeta de datos (${code}). Revise CHASQUI_DATA_DIR y sus permisos.\n`)
    return ExitCode.badInput
  }
  process.stderr.write(`Error interno: ${JSON.stringify(errorFacts(error))}\n`)
  return ExitCode.sourceFailure
}
