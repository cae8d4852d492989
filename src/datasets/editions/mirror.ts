import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import type { Dataset, EditionReader, Mirror } from './dataset.ts'
import { type Lease, lease } from './lease.ts'
import type { RefreshLog } from './refresh.ts'
import { candidates, editionDir, NEVER_REFRESHED, readFacts, readPointer, shelfOf, stampOf } from './shelf.ts'
import { ALL_DAMAGED, DAMAGED, readStanding, statusOf } from './status.ts'

export interface MirrorSettings {
  dataDir: string
  clock: Clock
  log: RefreshLog
  /** How often the pointer on disk is looked at. */
  pollMs?: number | undefined
  /** Called after an edition went into service, the first one included. */
  onSwitch?: (() => void) | undefined
}

export interface OpenMirror<Reader extends EditionReader> extends Mirror<Reader> {
  /** Looks at the disk now; resolves when what it found is in service. */
  check(): Promise<void>
  /** Stops looking, and closes the edition when its last reader has finished. */
  close(): Promise<void>
}

// A damaged edition stays damaged; a machine short of files or memory recovers.
const RETRY_MS = 30_000

/** The edition in service as a value that follows the disk: whoever switched it, in this process or another. */
export const openMirror = async <Reader extends EditionReader>(
  dataset: Dataset<Reader>,
  { dataDir, clock, log, pollMs = 200, onSwitch }: MirrorSettings,
): Promise<OpenMirror<Reader>> => {
  const shelf = shelfOf(dataDir, dataset.id)
  let inService: Lease<Reader> | null = null
  let state = NEVER_REFRESHED
  let damage: string | null = null
  let refused = { edition: '', at: 0 }
  let closed = false

  const tryOpen = async (edition: string): Promise<Lease<Reader> | null> => {
    try {
      const dir = editionDir(shelf, edition)
      const facts = await readFacts(dir)
      if (!facts) throw new Failure('dataset-unavailable', DAMAGED, { detail: 'no edition.json' })
      return lease(edition, await dataset.open(dir, facts))
    } catch (error) {
      // Swept away between reading the pointer and opening: a newer edition is there, the next look finds it.
      if ((await candidates(shelf)).includes(edition))
        log.error({ dataset: dataset.id, edition, ...errorFacts(error) }, 'edition cannot be opened')
      return null
    }
  }

  const swap = (next: Lease<Reader>) => {
    const old = inService
    inService = next
    old
      ?.retire()
      .catch((error) => log.error({ dataset: dataset.id, ...errorFacts(error) }, 'old edition did not close'))
    log.info({ dataset: dataset.id, edition: next.edition, filas: next.reader.facts.filas }, 'edition in service')
    onSwitch?.()
  }

  const follow = async (): Promise<void> => {
    const [newest, ...older] = await candidates(shelf)
    if (!newest || newest === inService?.edition) return
    if (refused.edition === newest && clock.now() - refused.at < RETRY_MS) return
    const next = await tryOpen(newest)
    if (next) {
      const from = (await readPointer(shelf))?.from ?? 0
      if (inService && from > clock.now()) await pause(Math.min(from - clock.now(), 5_000))
      damage = null
      return closed ? next.retire() : swap(next)
    }
    if ((await candidates(shelf))[0] !== newest) return follow()
    refused = { edition: newest, at: clock.now() }
    damage = DAMAGED
    if (inService) return
    for (const edition of older) {
      const fallback = await tryOpen(edition)
      if (fallback) return swap(fallback)
    }
    damage = ALL_DAMAGED
  }

  let turn = Promise.resolve()
  const check = (): Promise<void> => {
    turn = turn.then(async () => {
      if (closed) return
      try {
        await follow()
        state = await readStanding(shelf)
      } catch (error) {
        log.error({ dataset: dataset.id, ...errorFacts(error) }, 'editions on disk cannot be read')
      }
    })
    return turn
  }

  let stamp = ''
  /** A refresh under way may be killed and a damaged edition mended without a trace on the shelf: those are looked at anew. */
  const isNews = async (): Promise<boolean> => {
    const before = stamp
    stamp = await stampOf(shelf)
    return stamp !== before || damage !== null || state.estado === 'running'
  }

  await check()
  let timer: NodeJS.Timeout
  const poll = () => {
    timer = setTimeout(async () => {
      if (await isNews()) await check()
      if (!closed) poll()
    }, pollMs).unref()
  }
  poll()

  return {
    read(use) {
      if (!inService)
        throw new Failure('dataset-unavailable', 'La lista todavía no está cargada', { detail: dataset.id })
      return inService.use(use)
    },
    current: () => inService?.reader ?? null,
    status: () => statusOf(dataset.id, inService?.reader.facts ?? null, state, damage),
    check,
    async close() {
      closed = true
      clearTimeout(timer)
      await turn
      const last = inService
      inService = null
      await last?.retire()
    },
  }
}
