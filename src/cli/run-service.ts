import { isFault, SAMPLE_QUESTIONS, type Sandbox } from '../../sandbox/main.ts'
import type { Config, Env } from '../config.ts'
import { limaClock } from '../domain/lima-time.ts'
import {
  type FaultSwitches,
  ListenError,
  type Listeners,
  openListeners,
  type RunningServer,
  startServer,
} from '../http/server.ts'
import { type Log, openLog } from '../kernel/log.ts'
import { boundYoungGeneration } from '../kernel/processes/young-generation.ts'
import { claimServing } from '../kernel/sql/serving-lock.ts'
import { openServices } from '../services.ts'
import { configFromEnvironment } from './environment.ts'
import { ExitCode } from './exit-code.ts'
import { listenErrorLine } from './listen-errors.ts'
import { openSandbox } from './open-sandbox.ts'
import type { Output } from './output.ts'
import { timeText } from './render/forms.ts'
import { runUntilSignal } from './run-until-signal.ts'

/** Runs the service until it is stopped. Its ports are opened first, then all that it needs to answer. `chosen` comes before the environment. */
export const runService = async (mode: Config['mode'], output: Output, chosen: Env = {}): Promise<void> => {
  boundYoungGeneration()
  const config = configFromEnvironment(mode, chosen)
  const log = openLog(undefined, config.logLevel)
  if (mode === 'live') warnOfFixedToday(config, log, output)
  for (const warning of config.tracing.warnings) output.err(`Atención: ${warning}\n`)
  const serving = await serveOrExplain(config, output)
  if (!serving) return
  await runUntilSignal(log, async () => {
    const listeners = await listenOrExplain(config, log, output)
    if (!listeners) {
      serving.release()
      return null
    }
    if (listeners.threads < config.workers) warnOfOneThread(log, output)
    const start = { config, listeners, log, output }
    try {
      const service = await (mode === 'live' ? startLive(start) : startSandbox(start))
      return { stop: () => service.stop().finally(serving.release) }
    } catch (error) {
      // An open port would keep a process alive that serves nobody.
      listeners.close()
      serving.release()
      throw error
    }
  })
}

interface Start {
  config: Config
  listeners: Listeners
  log: Log
  output: Output
}

const startLive = async ({ config, listeners, log, output }: Start): Promise<RunningServer> => {
  const services = await openServices(config, limaClock(config.today), log, listeners.threads)
  const server = await startServer(config, services, log, listeners)
  server.started()
  output.out(`Chasqui atiende en ${server.address} (modo live). Documentación: ${server.address}/docs\n`)
  printAdmin(server, output)
  return server
}

const startSandbox = async ({ listeners, log, output }: Start): Promise<Pick<RunningServer, 'stop'>> => {
  const sandbox = await openSandbox()
  const { config } = sandbox
  const services = await openServices(config, limaClock(config.today), log, listeners.threads).catch(async (error) => {
    // Its listeners would keep a process alive that serves nobody.
    await sandbox.close()
    throw error
  })
  const server = await startServer(config, services, log, listeners, {
    faults: switchesOf(sandbox),
    samples: SAMPLE_QUESTIONS,
  })
  const { key } = await services.accounts.issueSandboxKey()
  await services.firstEditions()
  server.started()
  output.out(sandboxBanner(server.address, key))
  printAdmin(server, output)
  return { stop: () => server.stop().finally(() => sandbox.close()) }
}

/** The right to serve the data folder alone, or null after one line that names who does. A shared database serves any number. */
const serveOrExplain = async (
  { dataDir, databaseUrl }: Config,
  output: Output,
): Promise<{ release(): void } | null> => {
  if (databaseUrl !== '') return { release: () => {} }
  const claimed = await claimServing(dataDir, { pid: process.pid, sinceMs: Date.now() })
  if (!claimed || 'release' in claimed) return claimed ?? { release: () => {} }
  const first = `el proceso ${claimed.pid}, desde el ${timeText(claimed.sinceMs)}`
  output.err(`Otro servidor ya atiende con ${dataDir}: ${first}. Deténgalo primero, o indique CHASQUI_DATABASE_URL.\n`)
  output.setExitCode(ExitCode.badInput)
  return null
}

/** The open ports, or null after one line that says why they cannot be opened. */
const listenOrExplain = async (config: Config, log: Log, output: Output): Promise<Listeners | null> => {
  try {
    return await openListeners(config, log)
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    const line = listenErrorLine(error, config)
    if (!line) throw error.cause
    output.err(`${line}\n`)
    output.setExitCode(ExitCode.badInput)
    return null
  }
}

const printAdmin = ({ adminAddress }: RunningServer, output: Output): void => {
  if (adminAddress) output.out(`Administración (métricas y sondas): ${adminAddress}\n`)
}

const warnOfOneThread = (log: Log, output: Output): void => {
  log.warn('threads cannot share a port on this platform')
  output.err('Atención: este sistema no permite que varios hilos compartan un puerto; atiende uno solo.\n')
}

/** A date that was fixed for a rehearsal and forgotten makes every answer about today wrong. */
const warnOfFixedToday = ({ today }: Config, log: Log, output: Output): void => {
  if (today === undefined) return
  log.warn({ today }, 'the date is fixed by a setting')
  output.err(`Atención: CHASQUI_TODAY fija la fecha en ${today}; las respuestas no siguen el reloj.\n`)
}

const switchesOf = ({ faults }: Sandbox): FaultSwitches => ({
  list: () => faults.list(),
  set: (upstream, fault, forMs) => {
    if (fault !== null && !isFault(fault)) throw new RangeError(`no fault is called ${fault}`)
    faults.set(upstream, fault, { forMs })
  },
})

/** What a newcomer reads after `npm start`: the address, a key that works, and three calls to try. */
const sandboxBanner = (address: string, key: string): string => {
  const call = (path: string): string => `  curl -H 'Authorization: Bearer ${key}' '${address}${path}'`
  return [
    '',
    `Chasqui atiende en ${address} (modo sandbox: personas y empresas inventadas)`,
    '',
    `Consola:          ${address}/#clave=${key}`,
    `Clave de prueba:  ${key}`,
    `Documentación:    ${address}/docs#clave=${key}`,
    '',
    'Pruebe:',
    call('/api/tipo-cambio'),
    call('/api/indicadores?codigo=inflacion'),
    call('/api/ruc?numero=20000000125'),
    '',
    '',
  ].join('\n')
}
