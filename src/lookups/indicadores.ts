import { addDays, type LimaClock } from '../domain/lima-time.ts'
import type { Frequency, Origin, Series } from '../domain/records.ts'
import { SERIES_ALIASES } from '../domain/series.ts'
import { frequencyOf } from '../domain/series-periods.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { LiveSources } from '../sources/source.ts'
import type { Answer } from './shared/answer.ts'
import { dateInput, required } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'

const CODE = /^[a-z]{2}[0-9]{5}[a-z][dmqa]$/i
// No series of the bank is older.
const FIRST_DAY = '1900-01-01'
const HOUR_SECONDS = 3_600
/** Who says that there is no such series when nobody has to be asked: what we know of the bank's codes and dates. */
const KNOWN_CODES: readonly Origin[] = [{ provider: 'central-bank', channel: 'list' }]

export interface IndicadoresQuery {
  codigo?: string | undefined
  desde?: string | undefined
  hasta?: string | undefined
}

interface IndicadoresDeps {
  sources: Pick<LiveSources, 'answering'>
  clock: LimaClock
}

/** One statistical series of the central bank, by code or alias, in a window of dates. */
export const indicadoresLookup =
  ({ sources, clock }: IndicadoresDeps) =>
  async (query: IndicadoresQuery, trace?: Trace): Promise<Answer<Series>> => {
    const asked = required('codigo', query.codigo)
    const { desde, hasta } = { desde: dateInput('desde', query.desde), hasta: dateInput('hasta', query.hasta) }
    const today = clock.limaDate()
    const end = hasta ?? today
    if (desde && desde > end) {
      throw new Failure('invalid-input', `desde no puede ser posterior a ${hasta ? 'hasta' : 'hoy'}`, {
        campo: 'desde',
      })
    }
    const codigo = SERIES_ALIASES.get(asked.toLowerCase()) ?? (CODE.test(asked) ? asked.toUpperCase() : null)
    const frecuencia = codigo && frequencyOf(codigo)
    if (!codigo || !frecuencia) throw new NotFound('No existe una serie con ese código o alias', KNOWN_CODES)
    const window = { codigo, desde: later(desde ?? defaultStart(frecuencia, end), FIRST_DAY), hasta: end }
    const found = end < FIRST_DAY ? null : await askSeries(sources, window, trace)
    const origins = found ? [{ provider: 'central-bank', channel: found.channel } as const] : KNOWN_CODES
    if (!found?.value) throw new NotFound(`La serie ${codigo} no existe o no tiene datos en esas fechas`, origins)
    return {
      data: found.value,
      origins,
      maxAgeSeconds: frecuencia === 'diaria' ? HOUR_SECONDS : 12 * HOUR_SECONDS,
      dependsOnToday: end >= today,
    }
  }

type Window = { codigo: string; desde: string; hasta: string }

const askSeries = async (sources: IndicadoresDeps['sources'], window: Window, trace?: Trace) => {
  const [provider] = sources.answering('series', trace)
  if (!provider) throw new Failure('not-configured', 'El banco central no está configurado')
  return provider.ask(window)
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** The default window: 90 days, 24 months, 20 quarters or 15 years, the one of `end` included. */
const defaultStart = (frecuencia: Frequency, end: string): string => {
  if (end < FIRST_DAY) return FIRST_DAY
  if (frecuencia === 'diaria') return addDays(end, -89)
  const year = Number(end.slice(0, 4))
  const month = Number(end.slice(5, 7))
  if (frecuencia === 'anual') return `${year - 14}-01-01`
  const back = frecuencia === 'mensual' ? 23 : 57 + ((month - 1) % 3)
  const first = year * 12 + month - 1 - back
  return `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`
}
