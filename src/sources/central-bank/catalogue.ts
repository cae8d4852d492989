import type { LimaClock } from '../../domain/lima-time.ts'
import { SERIES_ALIASES } from '../../domain/series.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream } from '../../kernel/http/client.ts'
import type { CallContext } from '../source.ts'

/** Whether the catalogue has a code; `unreachable` when it could not be read, or was read too long ago to say no. */
type Existence = 'known' | 'unknown' | 'unreachable'

export interface Catalogue {
  /** Loads the catalogue first when there is none or it is old. */
  lookUp(codigo: string, call: CallContext): Promise<Existence>
}

/** Series that certainly exist, whatever the catalogue says: those with an alias, exchange rates included. */
export const CERTAIN_SERIES: ReadonlySet<string> = new Set(SERIES_ALIASES.values())

const PATH = '/estadisticas/series/metadata'
// Some 17 MB when last seen.
const MAX_BYTES = 64 * 1024 * 1024
const LOAD_MS = 120_000
// A question waits this long for the catalogue and then fails; loading goes on for the next question.
const MAX_WAIT_MS = 4_000
const KEEP_MS = 3 * 86_400_000
const RETRY_MS = 600_000
// Of the codes read before: the bank adds series and seldom drops one.
const MIN_SHARE = 0.9

const CODE = /^"?([A-Z]{2}[0-9]{5}[A-Z]{2})"?$/

// Enough for a quoted code and its semicolon. Of the rest of a line, a thousand characters, only semicolons are counted.
const HEAD_LENGTH = 12
const NEWLINE = 0x0a
const SEMICOLON = 0x3b

interface CatalogueReader {
  feed(piece: Uint8Array): void
  /** The codes read; none when the text is no table, or does not end with a whole line. */
  codes(): Set<string>
}

/** Reads the codes in the first column of the catalogue, piece by piece. */
export const readCatalogue = (): CatalogueReader => {
  const codes = new Set<string>()
  let head = ''
  let columns = 0
  let wantedColumns: number | null = null
  let lastColumns = 0
  const endLine = (): void => {
    if (head.trim() !== '') {
      const code = CODE.exec(head.split(';')[0]?.trim() ?? '')?.[1]
      if (code) codes.add(code)
      wantedColumns ??= /^\s*[<{[]/.test(head) ? 0 : columns
      lastColumns = columns
    }
    head = ''
    columns = 0
  }
  return {
    feed(piece) {
      for (let from = 0; from < piece.length; ) {
        const newline = piece.indexOf(NEWLINE, from)
        const end = newline < 0 ? piece.length : newline
        const wanted = Math.min(end, from + HEAD_LENGTH - head.length)
        for (let at = from; at < wanted; at++) head += String.fromCharCode(piece[at] as number)
        for (let at = from; at < end; at++) if (piece[at] === SEMICOLON) columns++
        if (newline >= 0) endLine()
        from = end + 1
      }
    },
    codes() {
      // A connection may be closed in the middle without an error: a list cut short lacks codes that exist.
      const endsInLine = head.trim() !== '' || columns > 0
      const isWhole = !endsInLine && wantedColumns !== null && wantedColumns > 0 && lastColumns >= wantedColumns
      return isWhole ? codes : new Set()
    },
  }
}

/** The bank's list of series. Read only when the bank answers with a page in place of data, and kept for days. */
export const openCatalogue = (upstream: Upstream, clock: LimaClock, maxWaitMs = MAX_WAIT_MS): Catalogue => {
  let codes: Set<string> | null = null
  let staleAt = 0
  let retryAt = 0
  let loading: Promise<void> | null = null

  const load = async ({ pause }: CallContext): Promise<void> => {
    try {
      await pause()
      // Not the signal of the call: loading goes on when the question has given up.
      const signal = AbortSignal.timeout(LOAD_MS)
      const reader = readCatalogue()
      await upstream.request(PATH, { maxBytes: MAX_BYTES, signal, sink: reader.feed })
      const read = reader.codes()
      // A page in place of the catalogue has no codes, and half a catalogue lacks some.
      if (CERTAIN_SERIES.isSubsetOf(read) && read.size >= MIN_SHARE * (codes?.size ?? 0)) {
        codes = read
        staleAt = clock.now() + KEEP_MS
      }
    } catch {
      // `lookUp` answers `unreachable`.
    }
    if (clock.now() >= staleAt) retryAt = clock.now() + RETRY_MS
    loading = null
  }

  return {
    async lookUp(codigo, call) {
      if (clock.now() >= staleAt && clock.now() >= retryAt) {
        loading ??= load(call)
        await waitAtMost(loading, maxWaitMs)
      }
      if (codes?.has(codigo)) return 'known'
      // The series may be newer than an old catalogue.
      return codes && clock.now() < staleAt ? 'unknown' : 'unreachable'
    },
  }
}

const waitAtMost = async (work: Promise<void>, maxWaitMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new Failure('upstream-unavailable', 'El catálogo del banco central aún se está leyendo', {
          detail: 'catalogue still loading',
        }),
      )
    }, maxWaitMs)
  })
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
