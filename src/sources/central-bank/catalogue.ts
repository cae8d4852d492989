import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream } from '../../kernel/http/client.ts'
import type { CallContext } from '../source.ts'

/** What the catalogue says of a code; `unreachable` when it could not be read. */
export type Existence = 'known' | 'unknown' | 'unreachable'

export interface Catalogue {
  /** Loads the catalogue when it is needed and not at hand. */
  lookUp(codigo: string, call: CallContext): Promise<Existence>
}

const PATH = '/estadisticas/series/metadata'
// Some 17 MB when last seen.
const MAX_BYTES = 64 * 1024 * 1024
const LOAD_MS = 120_000
// A question waits this long for the catalogue and then fails; the load goes on for the next one.
const PATIENCE_MS = 4_000
const KEEP_MS = 3 * 86_400_000
const RETRY_MS = 600_000

const CODE = /^"?([A-Z]{2}[0-9]{5}[A-Z]{2})"?$/

// Far enough for a quoted code and its semicolon: the rest of a line, a thousand characters, is not looked at.
const HEAD_LENGTH = 12
const NEWLINE = 0x0a

/** Reads the codes in the first column of the catalogue, piece by piece. */
export const readCatalogue = (): { feed(piece: Uint8Array): void; codes(): Set<string> } => {
  const codes = new Set<string>()
  let head = ''
  const endLine = (): void => {
    const code = CODE.exec(head.split(';')[0]?.trim() ?? '')?.[1]
    if (code) codes.add(code)
    head = ''
  }
  return {
    feed(piece) {
      for (let from = 0; from < piece.length; ) {
        const newline = piece.indexOf(NEWLINE, from)
        const end = newline < 0 ? piece.length : newline
        const wanted = Math.min(end, from + HEAD_LENGTH - head.length)
        for (let at = from; at < wanted; at++) head += String.fromCharCode(piece[at] as number)
        if (newline >= 0) endLine()
        from = end + 1
      }
    },
    codes() {
      endLine()
      return codes
    },
  }
}

/** The bank's list of series, read only when a page stands where data should be, and kept for days. */
export const openCatalogue = (upstream: Upstream, clock: LimaClock, patienceMs = PATIENCE_MS): Catalogue => {
  let codes: Set<string> | null = null
  let staleAt = 0
  let retryAt = 0
  let loading: Promise<void> | null = null

  const load = async ({ pause }: CallContext): Promise<void> => {
    try {
      await pause()
      // A signal of its own: the question that caused the load may give up before it is done.
      const signal = AbortSignal.timeout(LOAD_MS)
      const reader = readCatalogue()
      await upstream.request(PATH, { maxBytes: MAX_BYTES, signal, sink: reader.feed })
      const read = reader.codes()
      // A page in place of the catalogue has no codes.
      if (read.size > 0) {
        codes = read
        staleAt = clock.now() + KEEP_MS
      }
    } catch {
      // Unreachable is an answer here, not a failure: what follows from it is for the question to say.
    }
    if (clock.now() >= staleAt) retryAt = clock.now() + RETRY_MS
    loading = null
  }

  return {
    async lookUp(codigo, call) {
      if (clock.now() >= staleAt && clock.now() >= retryAt) {
        loading ??= load(call)
        await withPatience(loading, patienceMs)
      }
      // An old copy still knows more than none.
      if (!codes) return 'unreachable'
      return codes.has(codigo) ? 'known' : 'unknown'
    },
  }
}

const withPatience = async (work: Promise<void>, patienceMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new Failure('upstream-unavailable', 'El catálogo del banco central aún se está leyendo', {
          detail: 'catalogue still loading',
        }),
      )
    }, patienceMs)
  })
  await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
