import { Command } from 'commander'
import { isFault, type Sandbox } from '../../../sandbox/main.ts'
import type { Config } from '../../config.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { FaultSwitches } from '../../http/admin.ts'
import { type RunningServer, startServer } from '../../http/server.ts'
import { errorFacts, type Log, openLog } from '../../kernel/log.ts'
import { openServices } from '../../services.ts'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import { openSandbox } from '../open-sandbox.ts'
import type { Output } from '../output.ts'

const SECOND_SIGNAL_MS = 2_000

/** `chasqui serve`: runs the service, live or on pretend upstreams. */
export const serveCommand = (output: Output): Command =>
  new Command('serve')
    .description('atiende las consultas por HTTP')
    .option('--sandbox', 'usa fuentes simuladas, personas inventadas y una clave de prueba')
    .action(({ sandbox }: { sandbox?: boolean }) => (sandbox ? serveSandbox(output) : serveLive(output)))

const serveLive = async (output: Output): Promise<void> => {
  const config = configFromEnvironment('live')
  const log = openLog()
  const services = await openServices(config, limaClock(config.today), log)
  const server = await listenOrExplain(startServer(config, services, log), config, output)
  if (!server) return services.close()
  output.out(`Chasqui atiende en ${server.address} (modo live). Documentación: ${server.address}/docs\n`)
  stopOnSignal(server, log)
}

const serveSandbox = async (output: Output): Promise<void> => {
  const sandbox = await openSandbox()
  const { config } = sandbox
  const log = openLog()
  const services = await openServices(config, limaClock(config.today), log).catch(async (error) => {
    // Its listeners would keep a process alive that serves nobody.
    await sandbox.close()
    throw error
  })
  const server = await listenOrExplain(startServer(config, services, log, switchesOf(sandbox)), config, output)
  if (!server) {
    await services.close()
    return sandbox.close()
  }
  const { key } = await services.accounts.issueSandboxKey()
  await services.firstEditions()
  output.out(sandboxBanner(server.address, key))
  stopOnSignal({ ...server, stop: () => server.stop().finally(() => sandbox.close()) }, log)
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
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || !(code in LISTEN_ERRORS)) throw error
    output.err(`${LISTEN_ERRORS[code]?.(config)}\n`)
    output.setExitCode(ExitCode.badInput)
    return null
  }
}

const LISTEN_ERRORS: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) => `El puerto ${port} ya está en uso. Elija otro con CHASQUI_PORT.`,
  EACCES: ({ port }) => `No hay permiso para usar el puerto ${port}. Elija otro con CHASQUI_PORT.`,
  EADDRNOTAVAIL: ({ host }) => `La dirección ${host} no es de esta máquina. Corrija CHASQUI_HOST.`,
}

/** The first signal lets requests finish and exits with 0. Another one after two seconds exits at once. */
const stopOnSignal = (server: RunningServer, log: Log): void => {
  let stoppingSince = 0
  const stop = (): void => {
    if (stoppingSince !== 0) {
      if (Date.now() - stoppingSince > SECOND_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    server.stop().then(
      () => log.flush(() => process.exit(0)),
      () => log.flush(() => process.exit(1)),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The state is unknown now. The log says where it broke, never with which data; the supervisor starts it again.
  process.on('uncaughtException', (error) => {
    log.fatal(errorFacts(error), 'the service broke')
    log.flush(() => process.exit(1))
  })
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
