import { Chasqui, type ClientOptions } from '../../src/client/index.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { type Settings, startServer } from '../helpers/server.ts'
import { askUntil } from '../helpers/until.ts'

export interface SandboxServer {
  url: string
  key: string
  client(options?: Partial<ClientOptions>): Chasqui
  /** Another key of this installation. */
  makeKey(...options: string[]): Promise<string>
  /** Another command of this installation. */
  run(...words: string[]): Promise<void>
  /** Makes a pretend source fail; needs CHASQUI_ADMIN_PORT. */
  breakSource(source: string, fault: string): Promise<void>
}

/** The whole service over pretend sources, in a process of its own. */
export const startSandbox = async (settings: Settings = {}): Promise<SandboxServer> => {
  const own = {
    ...{ CHASQUI_TODAY: SANDBOX_TODAY, CHASQUI_DATA_DIR: sandboxData() },
    // Receivers of webhooks are on this machine.
    ...{ CHASQUI_WEBHOOK_PRIVATE: '1', ...settings },
  }
  const server = await startServer(own, ['serve', '--sandbox'])
  const key = /chq_test_\w+/.exec(server.output())?.[0] ?? ''
  return {
    ...{ url: server.url, key },
    client: (options) => new Chasqui({ url: server.url, key, ...options }),
    makeKey: async (...options) => {
      const { out } = await runInProcess(own, 'keys', 'create', '--name', 'prueba', '--sandbox', '--json', ...options)
      return JSON.parse(out).key
    },
    run: async (...words) => {
      const { code, err } = await runInProcess(own, ...words, '--sandbox')
      if (code !== 0) throw new Error(err)
    },
    breakSource: async (source, fault) => {
      // Printed when everything else is ready.
      const addressIn = async () => /Administración .*(http:\S+)\s/.exec(server.output())?.[1]
      const admin = await askUntil(addressIn, (address) => address !== undefined)
      const { status } = await fetch(`${admin}/sandbox/faults/${source}?fault=${fault}`, { method: 'PUT' })
      if (status !== 200) throw new Error(`no fault was set: ${status}`)
    },
  }
}
