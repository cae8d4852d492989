import type { Config } from '../config.ts'
import type { ListenError } from '../http/server.ts'

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
  hostSetting: '--host o CHASQUI_HOST',
  portSetting: '--port o CHASQUI_PORT',
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

const LINES: Record<string, (listener: Listener) => string> = {
  EADDRINUSE: ({ portName, port, portSetting }) => `${portName} ${port} ya está en uso. Elija otro con ${portSetting}.`,
  EACCES: ({ portName, port, portSetting }) =>
    `${portName} ${port} no se puede usar sin permiso. Elija otro con ${portSetting}.`,
  EADDRNOTAVAIL: wrongHost,
  ENOTFOUND: wrongHost,
}

/** One line that says why a listener cannot be opened and what to do; undefined for a cause that nobody foresaw. */
export const listenErrorLine = ({ listener, code }: ListenError, config: Config): string | undefined =>
  LINES[code ?? '']?.(listener === 'admin' ? adminListener(config) : serviceListener(config))
