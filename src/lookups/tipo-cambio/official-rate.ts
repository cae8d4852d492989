import type { RateHistory } from '../../datasets/exchange-rate-history/index.ts'
import { addDays, type LimaClock } from '../../domain/lima-time.ts'
import type { Origin, PublishedRate, Series } from '../../domain/records.ts'
import { BUY_RATE_SERIES, SELL_RATE_SERIES } from '../../domain/series.ts'
import { type DateWindow, parsePeriod } from '../../domain/series-periods.ts'
import { Failure } from '../../kernel/errors.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'
import type { LiveSources } from '../../sources/source.ts'
import { worstFailure } from '../shared/first-answer.ts'

export interface RateDeps {
  sources: Pick<LiveSources, 'answering'>
  history: Pick<RateHistory, 'publishedOn' | 'lastPublished' | 'save'>
  clock: LimaClock
  /** The dates whose closes are asked of the central bank, in place of the months around one day. */
  closes?: DateWindow
}

/** A rate with its publication date, and where it came from. */
export interface FoundRate {
  rate: PublishedRate
  origin: Origin
  /** Its source lacks days that it should have, and may lack a later rate. */
  isDoubtful?: boolean
  /** Carried over from the last close known, while the central bank may still be behind. */
  isProvisional?: boolean
}

/** One way to learn the rate of a day; null when there is none; undefined when it cannot know, or is not configured. */
type RateFinder = (deps: RateDeps, day: string, today: string) => Promise<FoundRate | null | undefined>

// The longest run of days without a publication that is still believed to be a holiday.
const LOOK_BACK_DAYS = 10
// The banking system's first close on record is of 1997-01-02, and a close is published on the next day.
export const FIRST_DAY = '1997-01-03'
// The first days may have nothing to look back on.
const FIRST_CERTAIN_DAY = addDays(FIRST_DAY, LOOK_BACK_DAYS + 2)
// A month has its first publication by this day, whatever the holidays.
const LAST_EMPTY_DAY = 4
// The central bank's daily series are one or two business days behind; a long weekend may lie in between.
const BANK_LAG_DAYS = 7

/**
 * The last rate published on or before a day, which is not after today. The finders are tried in turn, also after one
 * that failed. Null only in the first days on record: later ones have a rate, and who shows none is in trouble. A rate from before the longest holiday is carried
 * over only when nobody failed: who failed may know a later one.
 */
export const findOfficialRate = async (deps: RateDeps, day: string): Promise<FoundRate | null> => {
  const { history, clock } = deps
  const today = clock.limaDate()
  const exact = await history.publishedOn(day)
  if (exact) return fromHistory(exact)

  const failures: Failure[] = []
  let found: FoundRate | null | undefined
  for (const find of FINDERS) {
    if (found && isEnough(found, day, find)) break
    try {
      found = later(found, await find(deps, day, today))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    }
  }
  const rate = found && (await orLaterKnown(history, found, day))
  if (rate && (failures.length === 0 || isRecent(rate, day))) return rate
  if (failures.length > 0) throw worstFailure(failures)
  if (rate === undefined) throw new Failure('not-configured', 'Ninguna fuente conoce el tipo de cambio de esa fecha')
  return rate ?? noneOn(day)
}

const noneOn = (day: string): null => {
  if (day > FIRST_CERTAIN_DAY) throw upstreamChanged('no close in a window that must have one')
  return null
}

/** A publication of the day ends the search. A recent one does when only the central bank is left, which can only derive one. */
const isEnough = (found: FoundRate, day: string, next: RateFinder): boolean =>
  found.rate.fecha === day || (next === deriveFromCentralBank && !found.isDoubtful && isRecent(found, day))

const isRecent = ({ rate }: FoundRate, day: string): boolean => rate.fecha >= addDays(day, -LOOK_BACK_DAYS)

type Known = FoundRate | null | undefined

/** The later rate; without one, "no" counts for more than "cannot know". */
const later = (one: Known, other: Known): Known => {
  if (one && other) return other.rate.fecha > one.rate.fecha ? other : one
  return one || other || (one === null || other === null ? null : undefined)
}

const fromHistory = (rate: PublishedRate): FoundRate => ({
  rate,
  origin: { provider: 'taxauth-tc', channel: 'cache', edition: rate.fecha },
})

/** A later publication that we saw ourselves wins; of the same day, it wins over a derived rate. */
const orLaterKnown = async (history: RateDeps['history'], found: FoundRate, day: string): Promise<FoundRate> => {
  const { rate, origin } = found
  const since = origin.provider === 'central-bank' ? rate.fecha : addDays(rate.fecha, 1)
  const known = since <= day ? await history.lastPublished(since, day) : null
  return known ? fromHistory(known) : found
}

/** The last publication on or before the day, unless it lies too far back to be its rate. */
const lastBefore = (rates: readonly PublishedRate[], day: string): PublishedRate | null => {
  const first = addDays(day, -LOOK_BACK_DAYS)
  return rates.reduce<PublishedRate | null>(
    (last, rate) => (rate.fecha >= first && rate.fecha <= day && !(last && last.fecha > rate.fecha) ? rate : last),
    null,
  )
}

/** The text file shows the latest publication: it is the day's when it is dated on or before the day. */
const askTextFile: RateFinder = async ({ sources, history }, day, today) => {
  const [provider] = sources.answering('currentRate')
  if (!provider || day < addDays(today, -LOOK_BACK_DAYS)) return undefined
  const { value: rate, channel } = await provider.ask()
  // Weekend rates can be published ahead; they count from their day on.
  if (!rate || rate.fecha > today) return undefined
  history.save([rate])
  return rate.fecha <= day ? { rate, origin: { provider: provider.id, channel, edition: rate.fecha } } : undefined
}

/** The month of the day, and the month before when the day has no earlier publication in its own. */
const askMonthService: RateFinder = async ({ sources, history }, day, today) => {
  const [provider] = sources.answering('ratesOfMonth')
  if (!provider) return undefined
  const months = new Set([day.slice(0, 7), addDays(day, -LOOK_BACK_DAYS).slice(0, 7)])
  let isDoubtful = false
  for (const month of months) {
    const { value, channel } = await provider.ask(month)
    if (value.length === 0 && month === day.slice(0, 7)) isDoubtful = Number(day.slice(8)) > LAST_EMPTY_DAY
    const published = value.filter(({ fecha }) => fecha <= today)
    history.save(published)
    const rate = lastBefore(published, day)
    if (rate) return { rate, origin: { provider: provider.id, channel, edition: rate.fecha }, isDoubtful }
  }
  return null
}

/**
 * The banking system's close of one day is what the tax authority publishes on the next. Whole months are asked, so
 * that the days of a month share two calls.
 */
const deriveFromCentralBank: RateFinder = async ({ sources, closes }, day, today) => {
  const [provider] = sources.answering('series')
  if (!provider) return undefined
  const { desde, hasta } = closes ?? closesBehind(day, addDays(day, -1), today)
  const buy = await provider.ask({ codigo: BUY_RATE_SERIES, desde, hasta })
  const sell = await provider.ask({ codigo: SELL_RATE_SERIES, desde, hasta })
  if (!buy.value && !sell.value) return noneOn(day)
  // Both are closes of the same days.
  if (!buy.value || !sell.value) throw upstreamChanged('one side of the exchange rate is missing')
  const sells = closesOf(sell.value, { desde, hasta })
  const published = [...closesOf(buy.value, { desde, hasta })].flatMap(([close, compra]) => {
    const venta = sells.get(close)
    return venta === undefined ? [] : [{ fecha: addDays(close, 1), compra, venta }]
  })
  const rate = lastBefore(published, day)
  if (!rate) return noneOn(day)
  const isLast = !published.some(({ fecha }) => fecha > rate.fecha)
  const isProvisional = isLast && rate.fecha < day && day > addDays(today, -BANK_LAG_DAYS)
  return { rate, origin: { provider: provider.id, channel: sell.channel, edition: rate.fecha }, isProvisional }
}

/** Whole months with every close that a day from `first` to the one after `lastClose` may rest on. */
export const closesBehind = (first: string, lastClose: string, today: string): DateWindow => ({
  desde: `${addDays(first, -1 - LOOK_BACK_DAYS).slice(0, 7)}-01`,
  hasta: [monthEnd(lastClose), today].sort()[0] as string,
})

export const monthEnd = (date: string): string => {
  const nextMonth = addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)
  return addDays(`${nextMonth}-01`, -1)
}

const closesOf = (series: Series, window: DateWindow): Map<string, number> =>
  new Map(
    series.valores.flatMap(({ periodo, valor }) => {
      const date = parsePeriod('diaria', periodo, window)
      return date ? [[date, valor] as const] : []
    }),
  )

const FINDERS: readonly RateFinder[] = [askTextFile, askMonthService, deriveFromCentralBank]
