import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import type { Config } from '../config.ts'
import { configFromEnvironment } from './environment.ts'

export interface OpenSandbox extends Sandbox {
  /** Pretend upstreams in place of every source. */
  config: Config
}

export const openSandbox = async (): Promise<OpenSandbox> => {
  const { today, sourceSpacingMs } = configFromEnvironment('sandbox')
  const sandbox = await startSandbox({ today })
  // Pretend upstreams need no politeness; whoever rehearses it sets the spacing himself.
  const spacing = { CHASQUI_SOURCE_SPACING_MS: String(sourceSpacingMs ?? 0) }
  return { ...sandbox, config: configFromEnvironment('sandbox', { ...sandbox.settings, ...spacing }) }
}
