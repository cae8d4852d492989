import { ChasquiError } from '../../client/index.ts'
import { readStatus } from '../../datasets/index.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { Health } from '../../domain/records.ts'
import { healthReport } from '../../health-report.ts'
import { silentLog } from '../../kernel/log.ts'
import { version } from '../../kernel/version.ts'
import { datasetsOf, openAnswers } from '../../services.ts'
import { openSharedDatabase } from '../../shared-database.ts'
import { configFromEnvironment } from '../environment.ts'
import { ExitCode } from '../exit-code.ts'
import { openSandbox } from '../open-sandbox.ts'
import { type Output, printJson } from '../output.ts'
import { renderHealth } from '../render/health.ts'
import { printable } from '../render/layout.ts'
import { askServerHealth } from './ask-server.ts'
import { explainRefusals, type LookupFlags, serverOf } from './lookup.ts'

/** Prints the state, and returns the exit code. */
export const runHealth = (flags: LookupFlags, output: Output): Promise<number> =>
  explainRefusals(output, async () => {
    try {
      const server = serverOf(flags)
      const health = server ? await askServerHealth(server) : await localHealth(flags.sandbox ? 'sandbox' : 'live')
      if (flags.json) printJson(output, health)
      else output.out(`${renderHealth(health, server !== null)}\n`)
      return health.data.estado === 'ok' ? ExitCode.found : ExitCode.sourceFailure
    } catch (error) {
      if (!(error instanceof ChasquiError)) throw error
      output.err(`${printable(error.message).replace(/\.$/, '')}. Revise CHASQUI_KEY o --key.\n`)
      return ExitCode.sourceFailure
    }
  })

/** What a server started here would report: its settings, the editions on the disk and its store. No source is asked. */
const localHealth = async (mode: 'live' | 'sandbox'): Promise<Health> => {
  const sandbox = mode === 'sandbox' ? await openSandbox() : null
  const config = { ...(sandbox?.config ?? configFromEnvironment('live')), refresh: 'off' as const }
  const clock = limaClock(config.today)
  try {
    const database = await openSharedDatabase(config).catch(() => null)
    // No dataset is opened: their states are read from the disk, as `data status` does.
    const answers = await openAnswers(config, clock, silentLog(), { only: [], database })
    const datasets = Object.values(datasetsOf(config, clock))
    const statuses = await Promise.all(datasets.map((one) => readStatus(config.dataDir, one, clock.now())))
    const report = healthReport({
      ...{ version, mode, clock, startedAt: new Date(clock.now()), sources: answers.sources },
      datasetStatuses: () => statuses,
      publication: () => null,
      fixedToday: config.today,
      accounts: {
        storeKind: config.databaseUrl === '' ? 'sqlite' : 'postgres',
        isUsable: () => config.databaseUrl === '' || database !== null,
      },
    })
    await answers.close()
    await database?.close()
    return report
  } finally {
    await sandbox?.close()
  }
}
