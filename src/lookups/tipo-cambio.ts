import { addDays } from '../domain/lima-time.ts'
import type { ExchangeRate, MonthOfRates, Origin } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { Answer } from './shared/answer.ts'
import { dateInput, monthInput } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'
import { remembered } from './shared/remembered.ts'
import { underTrace } from './shared/under-trace.ts'
import { daysOfMonth, type FoundMonth, findMonth } from './tipo-cambio/month-rates.ts'
import { FIRST_DAY, type FoundRate, findOfficialRate, type RateDeps } from './tipo-cambio/official-rate.ts'

const MINUTE_MS = 60_000
const DAY_SECONDS = 86_400
const REMEMBERED = 4_096
const CURRENCIES = 'USD/PEN'
// A day that is longer ago than this does not change any more.
const FINAL_AFTER_DAYS = 10

export interface TipoCambioQuery {
  fecha?: string | undefined
  mes?: string | undefined
}

type Rates = ExchangeRate | MonthOfRates

/** The official rate of a day, which is the last one published on or before it; or of every day of a month. */
export const tipoCambioLookup = (deps: RateDeps) => {
  const [findRate, findRates] = [rateFinder(deps), monthFinder(deps)]
  const find = (asked: Asked): Promise<Answer<Rates>> => ('month' in asked ? findRates(asked) : findRate(asked))
  const ratesOf = remembered(find, {
    limit: REMEMBERED,
    keyOf: (asked: Asked) => ('month' in asked ? asked.month : asked.date === undefined ? 'today' : `on ${asked.date}`),
    expiry: { clock: deps.clock, keepMs },
  })
  return (query: TipoCambioQuery, trace?: Trace) => {
    const month = monthInput('mes', query.mes)
    if (month === undefined) return ratesOf({ date: dateInput('fecha', query.fecha), trace })
    if (query.fecha !== undefined)
      throw new Failure('invalid-input', 'mes y fecha se excluyen: envíe solo uno', { campo: 'mes' })
    return ratesOf({ month, trace })
  }
}

/** Who says that there is no rate: what we know of the publications, which begin later. */
const PUBLICATIONS: readonly Origin[] = [{ provider: 'taxauth-tc', channel: 'list' }]

interface AskedDay {
  /** Absent for the rate of today. */
  date: string | undefined
  trace: Trace | undefined
}

interface AskedMonth {
  month: string
  trace: Trace | undefined
}

type Asked = AskedDay | AskedMonth

const rateFinder =
  (deps: RateDeps) =>
  async ({ date, trace }: AskedDay): Promise<Answer<ExchangeRate>> => {
    const today = deps.clock.limaDate()
    const requested = date ?? today
    const day = requested > today ? today : requested
    const found = day < FIRST_DAY ? null : await findOfficialRate(underTrace(deps, trace), day)
    if (!found) throw new NotFound(`No hay tipo de cambio oficial conocido para el ${day}`, PUBLICATIONS)
    return compose(found, { requested, day, today })
  }

const monthFinder =
  (deps: RateDeps) =>
  async ({ month, trace }: AskedMonth): Promise<Answer<MonthOfRates>> => {
    const today = deps.clock.limaDate()
    const days = daysOfMonth(month, today)
    const last = days.at(-1)
    if (last === undefined)
      throw new Failure('invalid-input', 'mes debe ser el actual o uno anterior', { campo: 'mes' })
    const found = last < FIRST_DAY ? null : await findMonth(underTrace(deps, trace), days)
    if (!found || found.days.length === 0)
      throw new NotFound(`No hay tipo de cambio oficial conocido para ${month}`, PUBLICATIONS)
    return composeMonth(found, month, last, today)
  }

const composeMonth = (found: FoundMonth, mes: string, last: string, today: string): Answer<MonthOfRates> => {
  const { days, origins, provisional } = found
  const aviso =
    provisional.length > 0 &&
    `No constan publicaciones oficiales del ${provisional[0]} al ${provisional.at(-1)}: se entrega la última anterior conocida, que puede cambiar`
  return {
    data: {
      ...{ mes, moneda: CURRENCIES },
      dias: days.map(({ day, rate: { fecha, compra, venta } }) => ({ fecha: day, compra, venta, publicado: fecha })),
    },
    ...{ origins, proveedor: 'taxauth-tc' },
    ...(aviso && { aviso }),
    ...freshness(last, today),
  }
}

const freshness = (day: string, today: string) => ({
  maxAgeSeconds: day < addDays(today, -FINAL_AFTER_DAYS) ? 7 * DAY_SECONDS : 600,
  dependsOnToday: day >= addDays(today, -1),
})

interface Days {
  requested: string
  day: string
  today: string
}

const compose = ({ rate, origin }: FoundRate, days: Days): Answer<ExchangeRate> => {
  const { day, today } = days
  const aviso = noticeOf(rate.fecha, days)
  return {
    data: { fecha: day, compra: rate.compra, venta: rate.venta, moneda: CURRENCIES },
    origins: [origin],
    proveedor: 'taxauth-tc',
    ...(aviso && { aviso }),
    ...freshness(day, today),
  }
}

const noticeOf = (published: string, { requested, day, today }: Days): string | undefined => {
  if (requested > today) {
    const carried = published < day ? `, según la última publicación, del ${published}` : ''
    return `El tipo de cambio oficial del ${requested} aún no está disponible: se entrega el de hoy, ${today}${carried}`
  }
  if (published === day) return undefined
  return `No consta publicación oficial del ${day}: se entrega la última anterior, del ${published}`
}

/** Old days do not change. Recent ones are asked again soon, and sooner when the publisher itself did not just answer. */
const keepMs = ({ origins, maxAgeSeconds }: Answer<Rates>): number => {
  if (maxAgeSeconds > DAY_SECONDS) return DAY_SECONDS * 1_000
  const isLive = origins.every(({ provider, channel }) => provider === 'taxauth-tc' && channel === 'live')
  return isLive ? 10 * MINUTE_MS : MINUTE_MS
}
