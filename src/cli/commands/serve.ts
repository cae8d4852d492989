import { Command } from 'commander'
import { isFault, type Sandbox } from '../../../sandbox/main.ts'
import type { Config } from '../../config.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { FaultSwitches } from '../../http/admin.ts'
import { type RunningServer, startServer } from '../../http/server.ts'
import { errorFacts, type Log, openLog } from '../../kernel/log.ts'
import { openServices, type Services } from '../../services.ts'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import { openSandbox } from '../open-sandbox.ts'
import { sandboxBanner } from '../render/banner.ts'

/** `chasqui serve`: the service itself, live or over pretend upstreams. */
export const serveCommand = (): Command =>
  new Command('serve')
    .description('atiende las consultas por HTTP')
    .option('--sandbox', 'usa fuentes simuladas, personas inventadas y una clave de prueba')
    .action(({ sandbox }: { sandbox?: boolean }) => (sandbox ? serveSandbox() : serveLive()))

const serveLive = async (): Promise<void> => {
  const config = configFromEnvironment('live')
  const log = openLog()
  const services = await openServices(config, limaClock(config.today), log)
  const server = await listen(config, services, log)
  if (!server) return
  process.stdout.write(`Chasqui atiende en ${server.address} (modo live). Documentación: ${server.address}/docs\n`)
  stopOnSignal(server, log)
}

const serveSandbox = async (): Promise<void> => {
  const sandbox = await openSandbox()
  const { config } = sandbox
  const log = openLog()
  const services = await openServices(config, limaClock(config.today), log)
  const server = await listen(config, services, log, switchesOf(sandbox))
  if (!server) return sandbox.close()
  const { key } = await services.accounts.issueSandboxKey()
  await services.firstEditions()
  process.stdout.write(sandboxBanner(server.address, key))
  stopOnSignal({ ...server, stop: () => server.stop().finally(() => sandbox.close()) }, log)
}

const switchesOf = ({ faults }: Sandbox): FaultSwitches => ({
  list: () => faults.list(),
  set: (upstream, fault, forMs) => {
    if (fault !== null && !isFault(fault)) throw new RangeError(`no fault is called ${fault}`)
    faults.set(upstream, fault, { forMs })
  },
})

const listen = async (
  config: Config,
  services: Services,
  log: Log,
  faults?: FaultSwitches,
): Promise<RunningServer | null> => {
  try {
    return await startServer(config, services, log, faults)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || !(code in LISTEN_ERRORS)) throw error
    process.stderr.write(`${LISTEN_ERRORS[code]?.(config)}\n`)
    process.exitCode = ExitCode.badInput
    await services.close()
    return null
  }
}

const LISTEN_ERRORS: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port }) => `El puerto ${port} ya está en uso. Elija otro con CHASQUI_PORT.`,
  EACCES: ({ port }) => `No hay permiso para usar el puerto ${port}. Elija otro con CHASQUI_PORT.`,
  EADDRNOTAVAIL: ({ host }) => `La dirección ${host} no es de esta máquina. Corrija CHASQUI_HOST.`,
}

/** The first signal drains and exits 0; a later one, once patience is over, exits at once. */
const stopOnSignal = (server: RunningServer, log: Log): void => {
  let stoppingSince = 0
  const stop = (): void => {
    if (stoppingSince !== 0) {
      if (Date.now() - stoppingSince > 2_000) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    server.stop().then(
      () => log.flush(() => process.exit(0)),
      () => log.flush(() => process.exit(1)),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Nothing is known of the state any more: say where it broke, not with what, and let the supervisor start anew.
  process.on('uncaughtException', (error) => {
    log.fatal(errorFacts(error), 'the service broke')
    log.flush(() => process.exit(1))
  })
}
