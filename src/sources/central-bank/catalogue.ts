import type { LimaClock } from '../../domain/lima-time.ts'
import { SERIES_ALIASES } from '../../domain/series.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream } from '../../kernel/http/client.ts'
import { waitAtMost } from '../../kernel/wait-at-most.ts'
import type { CallContext } from '../source.ts'
import { readCatalogue } from './read-catalogue.ts'

/** Whether the catalogue has a code; `unreachable` when it could not be read, or was read too long ago to say no. */
type Existence = 'known' | 'unknown' | 'unreachable'

export interface Catalogue {
  /** Loads the catalogue first when there is none or it is old. */
  lookUp(codigo: string, call: CallContext): Promise<Existence>
}

/** Series that certainly exist, whatever the catalogue says: those with an alias, exchange rates included. */
export const CERTAIN_SERIES: ReadonlySet<string> = new Set(SERIES_ALIASES.values())

export const CATALOGUE_PATH = '/estadisticas/series/metadata'
// Some 17 MB when last seen.
export const MAX_BYTES = 64 * 1024 * 1024
const LOAD_MS = 120_000
// A question waits this long for the catalogue and then fails; loading goes on for the next question.
const MAX_WAIT_MS = 4_000
const KEEP_MS = 3 * 86_400_000
const RETRY_MS = 600_000
// Of the codes read before: the bank adds series and seldom drops one.
export const MIN_SHARE = 0.9

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
      const { whole } = await upstream.request(CATALOGUE_PATH, { maxBytes: MAX_BYTES, signal, sink: reader.feed })
      const read = reader.codes(whole)
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
        await waitAtMost(loading, maxWaitMs, stillLoading)
      }
      if (codes?.has(codigo)) return 'known'
      // The series may be newer than an old catalogue.
      return codes && clock.now() < staleAt ? 'unknown' : 'unreachable'
    },
  }
}

const stillLoading = (): Failure =>
  new Failure('upstream-unavailable', 'El catálogo del banco central aún se está leyendo', {
    detail: 'catalogue still loading',
  })
