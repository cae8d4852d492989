import { addDays } from '../domain/lima-time.ts'
import type { ExchangeRate } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { Answer } from './shared/answer.ts'
import { dateInput } from './shared/input.ts'
import { remembered } from './shared/remembered.ts'
import { underTrace } from './shared/under-trace.ts'
import { FIRST_DAY, type FoundRate, findOfficialRate, type RateDeps } from './tipo-cambio/official-rate.ts'

const MINUTE_MS = 60_000
const DAY_SECONDS = 86_400
const REMEMBERED = 4_096

export interface TipoCambioQuery {
  fecha?: string | undefined
}

/** The official rate of a day: the last one published on or before it. */
export const tipoCambioLookup = (deps: RateDeps) => {
  const rateOf = remembered(findRate(deps), {
    limit: REMEMBERED,
    keyOf: ({ date }: Asked) => (date === undefined ? 'today' : `on ${date}`),
    expiry: { clock: deps.clock, keepMs },
  })
  return (query: TipoCambioQuery, trace?: Trace) => rateOf({ date: dateInput('fecha', query.fecha), trace })
}

interface Asked {
  /** Absent for the rate of today. */
  date: string | undefined
  trace: Trace | undefined
}

const findRate =
  (deps: RateDeps) =>
  async ({ date, trace }: Asked): Promise<Answer<ExchangeRate>> => {
    const today = deps.clock.limaDate()
    const requested = date ?? today
    const day = requested > today ? today : requested
    const found = day < FIRST_DAY ? null : await findOfficialRate(underTrace(deps, trace), day)
    if (!found) throw new Failure('not-found', `No hay tipo de cambio oficial conocido para el ${day}`)
    return compose(found, { requested, day, today })
  }

interface Days {
  requested: string
  day: string
  today: string
}

const compose = ({ rate, origin }: FoundRate, days: Days): Answer<ExchangeRate> => {
  const { day, today } = days
  const aviso = noticeOf(rate.fecha, days)
  const isFinal = day < addDays(today, -10)
  return {
    data: { fecha: day, compra: rate.compra, venta: rate.venta, moneda: 'USD/PEN' },
    origins: [origin],
    proveedor: 'taxauth-tc',
    ...(aviso && { aviso }),
    maxAgeSeconds: isFinal ? 7 * DAY_SECONDS : 600,
    dependsOnToday: day >= addDays(today, -1),
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
const keepMs = ({ origins: [origin], maxAgeSeconds }: Answer<ExchangeRate>): number => {
  if (maxAgeSeconds > DAY_SECONDS) return DAY_SECONDS * 1_000
  return origin?.provider === 'taxauth-tc' && origin.channel === 'live' ? 10 * MINUTE_MS : MINUTE_MS
}
