import type { Frequency } from '../../domain/records.ts'
import { frequencyOf, monthOf, quarterOf } from '../../domain/series-periods.ts'
import type { Failure } from '../../kernel/errors.ts'
import { upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { proven } from '../proof.ts'
import type { CallContext, SeriesWindow, Source } from '../source.ts'
import { type Catalogue, CERTAIN_SERIES, openCatalogue } from './catalogue.ts'
import { isPage, parseSeries } from './parse.ts'

const unavailable = (detail: string): Failure =>
  upstreamUnavailable(detail, 'El banco central no responde en este momento')

export { centralBankCatalogue } from './catalogue-source.ts'

/** The central bank's statistical series. */
export const centralBank: Source = {
  id: 'central-bank',
  // The bank asks for one request at a time, half a second to a second apart; its daily series move once a day.
  policy: {
    timeoutMs: 6_000,
    attempts: 2,
    spacingMs: 700,
    queue: 40,
    freshMs: 3_600_000,
    staleMs: 3_600_000,
    emptyMs: 600_000,
    breakMs: 30_000,
    blockedMs: 60_000,
  },
  open: (upstream, _settings, clock) => {
    const catalogue = openCatalogue(upstream, clock)
    return {
      async series(window, call) {
        const path = seriesPath(window)
        if (!path) return null
        const reply = await upstream.request(path, { accept: [403, 404], signal: call.signal })
        const page = isPage(reply.text)
        if (reply.status === 403) throw unavailable('refused, status 403')
        if (reply.status === 404 || page) return unlessListed(catalogue, window.codigo, call)
        return proven(reply, 'json', parseSeries(reply.text, window))
      },
    }
  },
}

/**
 * The bank answers an unknown code with a page or with 404, and so does a web server in trouble. Such a reply is a "no"
 * only when the bank's catalogue lacks the code.
 */
const unlessListed = async (catalogue: Catalogue, codigo: string, call: CallContext): Promise<null> => {
  if (CERTAIN_SERIES.has(codigo)) throw unavailable('no data for a series that exists')
  const listed = await catalogue.lookUp(codigo, call)
  if (listed === 'unknown') return null
  throw unavailable(listed === 'known' ? 'no data for a listed series' : 'no data, and no catalogue to tell why')
}

const CODE = /^[A-Z]{2}[0-9]{5}[A-Z]{2}$/

/** The address of one series in one window; null for a code that cannot exist. */
const seriesPath = ({ codigo, desde, hasta }: SeriesWindow): string | null => {
  const frecuencia = frequencyOf(codigo)
  if (!frecuencia || !CODE.test(codigo)) return null
  const [from, to] = [addressPeriod(frecuencia, desde), addressPeriod(frecuencia, hasta)]
  return `/estadisticas/series/api/${codigo}/json/${from}/${to}/esp`
}

/** A date as the series service wants it in its address. A daily series asked by month gives `n.d.` for every day. */
const addressPeriod = (frecuencia: Frequency, date: string): string => {
  const year = Number(date.slice(0, 4))
  if (frecuencia === 'diaria') return date
  if (frecuencia === 'mensual') return `${year}-${monthOf(date)}`
  return frecuencia === 'trimestral' ? `${year}-${quarterOf(date)}` : `${year}`
}
