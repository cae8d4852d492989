import { addDays } from '../../domain/lima-time.ts'
import type { Origin, PublishedRate } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { LiveSources, Provider, Questions } from '../../sources/source.ts'
import { worstFailure } from '../shared/first-answer.ts'
import { closesBehind, FIRST_DAY, type FoundRate, findOfficialRate, monthEnd, type RateDeps } from './official-rate.ts'

/** The rates of a month, with the day each holds for. */
export interface FoundMonth {
  days: readonly { day: string; rate: PublishedRate }[]
  origins: readonly Origin[]
  /** The days that rest on a close which may not be the last one before them. */
  provisional: readonly string[]
}

/** The days of a month that have begun; none of a month to come. */
export const daysOfMonth = (month: string, today: string): string[] => {
  if (month > today.slice(0, 7)) return []
  const [first, end] = [`${month}-01`, monthEnd(`${month}-01`)]
  const last = end < today ? end : today
  return Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter((day) => day <= last)
}

/**
 * The rate of each of these days of one month, found as the rate of a single day is. One day that nobody can tell fails
 * the whole month; only the first days on record may be missing.
 */
export const findMonth = async (deps: RateDeps, days: readonly string[]): Promise<FoundMonth> => {
  const today = deps.clock.limaDate()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const seen = new Map<string, PublishedRate>()
  const own: RateDeps = {
    clock: deps.clock,
    sources: askedOnce(deps.sources),
    history: {
      publishedOn: (fecha) => deps.history.publishedOn(fecha),
      lastPublished: (desde, hasta) => deps.history.lastPublished(desde, hasta),
      save: (rates) => {
        for (const rate of rates) seen.set(rate.fecha, rate)
      },
    },
    closes: closesBehind(first, last, today),
  }
  const known = days.filter((day) => day >= FIRST_DAY)
  const found = await Promise.allSettled(known.map((day) => findOfficialRate(own, day)))
  deps.history.save([...seen.values()])
  const rates = settled(found)
  return {
    days: rates.flatMap((one, at) => (one ? [{ day: known[at] as string, rate: one.rate }] : [])),
    origins: originsOf(rates),
    provisional: known.filter((_, at) => rates[at]?.isProvisional),
  }
}

const settled = <Value>(results: readonly PromiseSettledResult<Value>[]): Value[] => {
  const failures: Failure[] = []
  const values: Value[] = []
  for (const result of results) {
    if (result.status === 'fulfilled') values.push(result.value)
    else if (result.reason instanceof Failure) failures.push(result.reason)
    else throw result.reason
  }
  if (failures.length > 0) throw worstFailure(failures)
  return values
}

/** Every provider and channel once, with its latest publication. */
const originsOf = (found: readonly (FoundRate | null)[]): Origin[] => {
  const latest = new Map<string, Origin>()
  for (const { origin } of found.filter((one) => one !== null)) {
    const key = `${origin.provider} ${origin.channel}`
    if ((latest.get(key)?.edition ?? '') <= (origin.edition ?? '')) latest.set(key, origin)
  }
  return [...latest.values()].sort((a, b) => ((a.edition ?? '') > (b.edition ?? '') ? -1 : 1))
}

/** The same sources, which are asked each question once: all days of a month rest on the same answers. */
const askedOnce = (sources: Pick<LiveSources, 'answering'>): Pick<LiveSources, 'answering'> => {
  const answers = new Map<string, Promise<unknown>>()
  const once = <Question extends keyof Questions>(question: Question, provider: Provider<Question>, at: number) => {
    const ask = (...input: unknown[]): Promise<unknown> => {
      const key = JSON.stringify([question, at, input])
      const answer = answers.get(key) ?? (provider.ask as (...input: unknown[]) => Promise<unknown>)(...input)
      answers.set(key, answer)
      return answer
    }
    return { id: provider.id, ask: ask as Provider<Question>['ask'] }
  }
  return {
    answering: (question) => sources.answering(question).map((provider, at) => once(question, provider, at)),
  }
}
