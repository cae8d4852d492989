import { createHash } from 'node:crypto'
import { isCalendarDate, parseSlashDate } from '../../domain/lima-time.ts'
import type { Frequency } from '../../domain/records.ts'
import { FREQUENCIES } from '../../domain/series.ts'
import { frequencyOf, parsePeriod } from '../../domain/series-periods.ts'
import type { Failure } from '../../kernel/errors.ts'
import { upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import type { SeriesCatalogue, Source } from '../source.ts'
import { CATALOGUE_PATH, CERTAIN_SERIES, MAX_BYTES, MIN_SHARE } from './catalogue.ts'
import { isPage } from './parse.ts'
import { type CatalogueRow, readCatalogue } from './read-catalogue.ts'

const DAY_MS = 86_400_000
const MAX_CHARACTERS = 8 * 1024 * 1024
const LONGEST_NAME = 500

const changed = (detail: string): Failure =>
  upstreamChanged(detail, 'El catálogo del banco central tiene un formato inesperado')

/**
 * The bank's list of all series. It is a large file, so it has a guard of its own: it is read once a day at most, while
 * questions go on, and its time-out is that of a download.
 */
export const centralBankCatalogue: Source = {
  id: 'central-bank',
  isDownload: true,
  policy: {
    timeoutMs: 120_000,
    attempts: 2,
    spacingMs: 700,
    queue: 40,
    freshMs: DAY_MS,
    staleMs: 2 * DAY_MS,
    emptyMs: 0,
    breakMs: 30_000,
    blockedMs: 60_000,
  },
  open: (upstream) => {
    let seriesBefore = 0
    return {
      async seriesCatalogue({ signal }) {
        const lines: string[] = []
        let named = 0
        const reader = readCatalogue((row) => {
          const line = lineOf(row)
          if (line) lines.push(line)
          if (row.nombre !== '') named++
        })
        const reply = await upstream.request(CATALOGUE_PATH, { maxBytes: MAX_BYTES, signal, sink: reader.feed })
        const codes = reader.codes(reply.whole)
        // A page may be a bot wall, which is thrown as such.
        if (isPage(reader.page())) throw upstreamUnavailable('a page in place of the catalogue')
        if (reply.redirected) throw changed('catalogue after a redirect')
        if (!CERTAIN_SERIES.isSubsetOf(codes)) throw changed('catalogue without series that exist')
        if (codes.size < MIN_SHARE * seriesBefore) throw changed('half a catalogue')
        if (!reader.isNamed() || named < MIN_SHARE * codes.size) throw changed('catalogue without names')
        seriesBefore = codes.size
        return asText(lines)
      },
    }
  },
}

const asText = (lines: readonly string[]): SeriesCatalogue => {
  const text = lines.join('\n')
  if (text.length > MAX_CHARACTERS) throw changed('catalogue too large')
  return { edition: createHash('sha256').update(text).digest('hex'), text }
}

/** Null for a code of no known frequency. */
const lineOf = ({ codigo, categoria, grupo, nombre, inicio, fin }: CatalogueRow): string | null => {
  const frecuencia = frequencyOf(codigo)
  if (!frecuencia) return null
  const names = [grupo, nombre, categoria].map((name) => name.slice(0, LONGEST_NAME))
  return [codigo, periodDate(frecuencia, inicio), periodDate(frecuencia, fin), ...names].join('\t')
}

// For two-digit years.
const ALL_YEARS = { desde: '1900-01-01', hasta: '2099-12-31' }

/** The first day of a printed period; empty when it cannot be read. Some series are dated in another way than theirs. */
const periodDate = (frecuencia: Frequency, printed: string): string => {
  if (isCalendarDate(printed)) return printed
  const periods = [frecuencia, ...FREQUENCIES].map((one) => parsePeriod(one, printed, ALL_YEARS))
  return periods.find((date) => date !== null) ?? parseSlashDate(printed) ?? ''
}
