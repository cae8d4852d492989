import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream } from '../../kernel/http/client.ts'
import type { CallContext } from '../source.ts'

/** Whether the catalogue has a code; `unreachable` when it could not be read. */
type Existence = 'known' | 'unknown' | 'unreachable'

export interface Catalogue {
  /** Loads the catalogue first when there is none or it is old. */
  lookUp(codigo: string, call: CallContext): Promise<Existence>
}

const PATH = '/estadisticas/series/metadata'
// Some 17 MB when last seen.
const MAX_BYTES = 64 * 1024 * 1024
const LOAD_MS = 120_000
// A question waits this long for the catalogue and then fails; loading goes on for the next question.
const MAX_WAIT_MS = 4_000
const KEEP_MS = 3 * 86_400_000
const RETRY_MS = 600_000

const CODE = /^"?([A-Z]{2}[0-9]{5}[A-Z]{2})"?$/

// Enough for a quoted code and its semicolon. The rest of a line, a thousand characters, is not read.
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
      // A page in place of the catalogue has no codes.
      if (read.size > 0) {
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
      // An old catalogue is better than none.
      if (!codes) return 'unreachable'
      return codes.has(codigo) ? 'known' : 'unknown'
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
