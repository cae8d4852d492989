import { limaClock } from '../../domain/lima-time.ts'
import { lookupAt } from '../../endpoints/join-lookups.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import type { Ask } from '../../endpoints/shared/outcome.ts'
import { outcomeOfAnswer, outcomeOfFailure, outcomeOfHealth } from '../../endpoints/shared/outcome.ts'
import { healthReport } from '../../health-report.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts, silentLog } from '../../kernel/log.ts'
import { version } from '../../kernel/version.ts'
import { type Answers, openAnswers } from '../../services.ts'
import { openSharedDatabase } from '../../shared-database.ts'
import { configFromEnvironment } from '../environment.ts'
import { openSandbox } from '../open-sandbox.ts'

export interface OpenLookups {
  ask: Ask
  close(): Promise<void>
}

/** Opens the local editions and the sources, as a lookup of the command line does, for as long as an assistant asks. */
export const openLookups = async (mode: 'live' | 'sandbox', onBug: (facts: string) => void): Promise<OpenLookups> => {
  const sandbox = mode === 'sandbox' ? await openSandbox() : null
  // Servers and `data sync` refresh the datasets; what they load is taken up here.
  const config = sandbox?.config ?? { ...configFromEnvironment('live'), refresh: 'off' as const }
  const clock = limaClock(config.today)
  const startedAt = new Date(clock.now())
  const database = await openSharedDatabase(config).catch(closing(sandbox))
  const answers = await openAnswers(config, clock, silentLog(), { database }).catch(closing(database, sandbox))
  await answers.firstEditions()
  const health = () =>
    healthReport({
      ...answers,
      ...{ version, mode, startedAt, publication: () => null },
      fixedToday: config.today,
      accounts: { storeKind: database ? 'postgres' : 'sqlite', isUsable: () => true },
    })
  return {
    ask: lookupAsker(answers, health, onBug),
    close: async () => {
      await answers.close()
      await database?.close()
      await sandbox?.close()
    },
  }
}

/** Closes what was opened before the step that failed. */
const closing =
  (...opened: ({ close(): Promise<unknown> } | null)[]) =>
  async (error: unknown): Promise<never> => {
    for (const one of opened) await one?.close()
    throw error
  }

const lookupAsker = (
  { lookups }: Answers,
  health: () => ReturnType<typeof healthReport>,
  onBug: (facts: string) => void,
): Ask => {
  return async ({ path, query }) => {
    try {
      const cleaned = cleanQuery(query())
      const lookup = lookupAt(lookups, path)
      return lookup ? outcomeOfAnswer(await lookup(cleaned)) : outcomeOfHealth(health())
    } catch (error) {
      const failure = error instanceof Failure ? error : null
      if (!failure) onBug(JSON.stringify(errorFacts(error)))
      return outcomeOfFailure(failure)
    }
  }
}
