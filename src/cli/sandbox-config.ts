import { join } from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import { type Config, loadConfig } from '../config.ts'
import { limaClock } from '../domain/lima-time.ts'
import { readEnvironment } from './environment.ts'

export interface OpenSandbox extends Sandbox {
  /** Pretend upstreams in place of every source, and data that never mixes with the live one. */
  config: Config
}

export const openSandbox = async (): Promise<OpenSandbox> => {
  const environment = readEnvironment()
  const { today, dataDir } = loadConfig(environment, 'sandbox')
  const sandbox = await startSandbox({ today: () => limaClock(today).limaDate() })
  // Pretend upstreams need no politeness; whoever rehearses it sets the spacing himself.
  const settings = { CHASQUI_SOURCE_SPACING_MS: '0', ...environment, ...sandbox.settings }
  const config = loadConfig(settings, 'sandbox')
  return { ...sandbox, config: { ...config, dataDir: join(dataDir, 'sandbox') } }
}
