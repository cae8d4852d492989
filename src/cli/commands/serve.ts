import { Command } from 'commander'
import { isFault, type Sandbox } from '../../../sandbox/main.ts'
import type { Config } from '../../config.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { FaultSwitches } from '../../http/admin.ts'
import { ListenError, type RunningServer, startServer } from '../../http/server.ts'
import { type Log, openLog } from '../../kernel/log.ts'
import { openServices } from '../../services.ts'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import { openSandbox } from '../open-sandbox.ts'
import type { Output } from '../output.ts'
import { runUntilSignal } from './run-until-signal.ts'

/** `chasqui serve`: runs the service, live or on pretend upstreams. */
export const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('atiende las consultas por HTTP')
    .option('--sandbox', 'usa fuentes simuladas, personas inventadas y una clave de prueba')
    .action(({ sandbox }: { sandbox?: boolean }) => (sandbox ? serveSandbox(output) : serveLive(output)))

const serveLive = async (output: Output): Promise<void> => {
  const config = configFromEnvironment('live')
  const log = openLog(undefined, config.logLevel)
  warnOfFixedToday(config, log, output)
  await runUntilSignal(log, async () => {
    const services = await openServices(config, limaClock(config.today), log)
    const server = await listenOrExplain(startServer(config, services, log), config, output)
    if (!server) {
      await services.close()
      return null
    }
    server.started()
    output.out(`Chasqui atiende en ${server.address} (modo live). Documentación: ${server.address}/docs\n`)
    printAdmin(server, output)
    return server
  })
}

const serveSandbox = async (output: Output): Promise<void> => {
  const log = openLog(undefined, configFromEnvironment('sandbox').logLevel)
  await runUntilSignal(log, async () => {
    const sandbox = await openSandbox()
    const { config } = sandbox
    const services = await openServices(config, limaClock(config.today), log).catch(async (error) => {
      // Its listeners would keep a process alive that serves nobody.
      await sandbox.close()
      throw error
    })
    const server = await listenOrExplain(startServer(config, services, log, switchesOf(sandbox)), config, output)
    if (!server) {
      await services.close()
      await sandbox.close()
      return null
    }
    const { key } = await services.accounts.issueSandboxKey()
    await services.firstEditions()
    server.started()
    output.out(sandboxBanner(server.address, key))
    printAdmin(server, output)
    return { stop: () => server.stop().finally(() => sandbox.close()) }
  })
}

const printAdmin = ({ adminAddress }: RunningServer, output: Output): void => {
  if (adminAddress) output.out(`Administración (métricas y sondas): ${adminAddress}\n`)
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

/** The server, or null after one line that says why it cannot listen. */
const listenOrExplain = async (
  starting: Promise<RunningServer>,
  config: Config,
  output: Output,
): Promise<RunningServer | null> => {
  try {
    return await starting
  } catch (error) {
    if (!(error instanceof ListenError)) throw error
    const explain = LISTEN_ERRORS[error.code ?? '']
    if (!explain) throw error.cause
    output.err(`${explain(error.listener === 'admin' ? adminListener(config) : serviceListener(config))}\n`)
    output.setExitCode(ExitCode.badInput)
    return null
  }
}

/** A listener as its settings name it. */
interface Listener {
  host: string
  port: number
  portName: string
  hostSetting: string
  portSetting: string
}

const serviceListener = ({ host, port }: Config): Listener => ({
  host,
  port,
  portName: 'El puerto',
  hostSetting: 'CHASQUI_HOST',
  portSetting: 'CHASQUI_PORT',
})

const adminListener = ({ adminHost, adminPort }: Config): Listener => ({
  host: adminHost,
  port: adminPort ?? 0,
  portName: 'El puerto de administración',
  hostSetting: 'CHASQUI_ADMIN_HOST',
  portSetting: 'CHASQUI_ADMIN_PORT',
})

const wrongHost = ({ host, hostSetting }: Listener): string =>
  `La dirección ${host} no es de esta máquina. Corrija ${hostSetting}.`

const LISTEN_ERRORS: Record<string, (listener: Listener) => string> = {
  EADDRINUSE: ({ portName, port, portSetting }) => `${portName} ${port} ya está en uso. Elija otro con ${portSetting}.`,
  EACCES: ({ portName, port, portSetting }) =>
    `${portName} ${port} no se puede usar sin permiso. Elija otro con ${portSetting}.`,
  EADDRNOTAVAIL: wrongHost,
  ENOTFOUND: wrongHost,
}

/** What a newcomer reads after `npm start`: the address, a key that works, and three calls to try. */
const sandboxBanner = (address: string, key: string): string => {
  const call = (path: string): string => `  curl -H 'Authorization: Bearer ${key}' '${address}${path}'`
  return [
    '',
    `Chasqui atiende en ${address} (modo sandbox: personas y empresas inventadas)`,
    '',
    `Clave de prueba:  ${key}`,
    `Documentación:    ${address}/docs`,
    '',
    'Pruebe:',
    call('/api/tipo-cambio'),
    call('/api/indicadores?codigo=inflacion'),
    call('/api/ruc?numero=20000000125'),
    '',
    '',
  ].join('\n')
}
