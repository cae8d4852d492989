import { runCommandLine } from '../../src/cli/command-line.ts'
import type { CommandResult, Settings } from './server.ts'

/** A port of this machine on which nothing listens, so that a source is refused at once and no network is used. */
const CLOSED_PORT = 'http://127.0.0.1:9'

/** Settings under which every source of the live mode fails. */
export const DEAD_SOURCES: Settings = {
  CHASQUI_SOURCE_SPACING_MS: '0',
  CHASQUI_SOURCE_TIMEOUT_MS: '1000',
  CHASQUI_TAXAUTH_URL: CLOSED_PORT,
  CHASQUI_TAXAUTH_TC_URL: CLOSED_PORT,
  CHASQUI_TAXAUTH_TC_TXT_URL: `${CLOSED_PORT}/tipoCambio.txt`,
  CHASQUI_DNI_DIRECTORY_URL: CLOSED_PORT,
  CHASQUI_AGGREGATOR_A_URL: CLOSED_PORT,
  CHASQUI_AGGREGATOR_B_URL: CLOSED_PORT,
  CHASQUI_INSURANCE_URL: CLOSED_PORT,
  CHASQUI_INSURANCE_TOKEN: 'token',
  CHASQUI_CENTRAL_BANK_URL: CLOSED_PORT,
}

/** Commands under way, and the environment before the first of them: what two of them leave is neither's. */
let underWay = 0
let before: NodeJS.ProcessEnv = {}

const clearSettings = (): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('CHASQUI_')) delete process.env[name]
}

/** Runs one command of the whole command line in this process; much faster than a process of its own. */
export const runInProcess = async (settings: Settings, ...args: string[]): Promise<CommandResult> => {
  const result: CommandResult = { code: 0, out: '', err: '' }
  if (underWay++ === 0) before = { ...process.env }
  clearSettings()
  Object.assign(process.env, settings)
  try {
    await runCommandLine(args, {
      out: (text) => void (result.out += text),
      err: (text) => void (result.err += text),
      colours: false,
      setExitCode: (code) => {
        result.code = code
      },
    })
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name]
    if (--underWay === 0) {
      clearSettings()
      Object.assign(process.env, before)
    }
  }
  return result
}
