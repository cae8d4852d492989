import { lookupAt } from '../../endpoints/join-lookups.ts'
import { cleanQuery } from '../../endpoints/shared/clean-query.ts'
import type { Ask } from '../../endpoints/shared/outcome.ts'
import { outcomeOfAnswer, outcomeOfFailure, outcomeOfHealth } from '../../endpoints/shared/outcome.ts'
import { healthReport } from '../../health-report.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import { version } from '../../kernel/version.ts'
import type { Answers } from '../../services.ts'
import { openLocalAnswers } from '../settings.ts'

export interface OpenLookups {
  ask: Ask
  close(): Promise<void>
}

/** Opens the local editions and the sources, as a lookup of the command line does, for as long as an assistant asks. */
export const openLookups = async (mode: 'live' | 'sandbox', onBug: (facts: string) => void): Promise<OpenLookups> => {
  const { close, config, database, ...answers } = await openLocalAnswers(mode)
  const startedAt = new Date(answers.clock.now())
  const health = () =>
    healthReport({
      ...answers,
      version,
      mode,
      startedAt,
      publication: () => null,
      fixedToday: config.today,
      accounts: { storeKind: database ? 'postgres' : 'sqlite', isUsable: () => true },
    })
  return { ask: lookupAsker(answers, health, onBug), close }
}

const lookupAsker = (
  { lookups }: Pick<Answers, 'lookups'>,
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
