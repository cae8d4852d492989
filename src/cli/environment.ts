import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Config, type Env, loadConfig } from '../config.ts'

/** The environment, with what a `.env` file in the working folder adds to it. */
export const readEnvironment = (): Env => ({
  ...(existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}),
  ...process.env,
})

export const configFromEnvironment = (mode: Config['mode'] = 'live'): Config => loadConfig(readEnvironment(), mode)
