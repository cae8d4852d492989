import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import type { Config } from '../config.ts'
import { configFromEnvironment } from './environment.ts'

export interface OpenSandbox extends Sandbox {
  /** Pretend upstreams in place of every source. */
  config: Config
}

export const openSandbox = async (): Promise<OpenSandbox> => {
  const { today, sourceSpacingMs, datasetFloor } = configFromEnvironment('sandbox')
  const sandbox = await startSandbox({ today })
  const settings = {
    ...sandbox.settings,
    // Pretend upstreams need no politeness; whoever rehearses it sets the spacing himself.
    CHASQUI_SOURCE_SPACING_MS: String(sourceSpacingMs ?? 0),
    // Pretend lists are small ones.
    CHASQUI_DATASET_FLOOR: String(datasetFloor ?? 1),
    CHASQUI_REFRESH: 'auto',
  }
  return { ...sandbox, config: configFromEnvironment('sandbox', settings) }
}
