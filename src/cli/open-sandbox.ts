import { type Sandbox, startSandbox } from '../../sandbox/main.ts'
import type { Config } from '../config.ts'
import { configFromEnvironment } from './environment.ts'

export interface OpenSandbox extends Sandbox {
  /** The configuration with a pretend upstream in place of every source. */
  config: Config
}

/** Starts the pretend upstreams. */
export const openSandbox = async (): Promise<OpenSandbox> => {
  const { today, sourceSpacingMs, datasetFloor } = configFromEnvironment('sandbox')
  const sandbox = await startSandbox({ today })
  const settings = {
    ...sandbox.settings,
    // Pretend upstreams need no spacing; a setting may ask for it all the same.
    CHASQUI_SOURCE_SPACING_MS: String(sourceSpacingMs ?? 0),
    // Pretend lists are small.
    CHASQUI_DATASET_FLOOR: String(datasetFloor ?? 1),
    CHASQUI_REFRESH: 'auto',
  }
  return { ...sandbox, config: configFromEnvironment('sandbox', settings) }
}
