import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, type Env, loadConfig } from '../config.ts'

/** The environment variables, and those of a `.env` file in the working folder. */
const readEnvironment = (): Env => {
  const file: Env = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  // OpenTelemetry's exporters read their variables themselves.
  for (const [name, value] of Object.entries(file)) if (name.startsWith('OTEL_')) process.env[name] ??= value
  return { ...file, ...process.env }
}

/** The configuration of the process. The sandbox has a data folder of its own. */
export const configFromEnvironment = (mode: Config['mode'], extra: Env = {}): Config => {
  const config = loadConfig({ ...readEnvironment(), ...extra }, mode)
  return mode === 'sandbox' ? { ...config, dataDir: join(config.dataDir, 'sandbox') } : config
}

/** The running server that the environment names for the command line. */
export const serverFromEnvironment = (): { url: string | undefined; key: string | undefined } => {
  const { CHASQUI_URL, CHASQUI_KEY } = readEnvironment()
  return { url: CHASQUI_URL?.trim() || undefined, key: CHASQUI_KEY?.trim() || undefined }
}
