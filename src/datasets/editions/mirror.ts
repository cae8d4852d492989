import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import { overdueCheck } from './cadence.ts'
import type { Dataset, DatasetId, DatasetStatus, EditionReader, Mirror } from './dataset.ts'
import {
  changeStamp,
  type EditionFolder,
  editionDir,
  editionFolderOf,
  editionsToTry,
  NEVER_REFRESHED,
  readFacts,
  readPointer,
} from './edition-folder.ts'
import { type EditionHandle, editionHandle } from './edition-handle.ts'
import type { EditionFollowers, SharedEdition } from './followers.ts'
import type { RefreshLog } from './refresh.ts'
import { ALL_DAMAGED, DAMAGED, judgedFrom, readCurrentState, statusOf } from './status.ts'

export interface MirrorSettings {
  dataDir: string
  clock: Clock
  log: RefreshLog
  /** How often the pointer on disk is checked. */
  pollMs?: number | undefined
  /** Threads that answer with the same editions, and change over together with this one. */
  followers?: EditionFollowers | undefined
  /** What to say of a dataset that was never loaded: the edge knows its name and the command that loads it. */
  notLoaded?: Partial<Record<DatasetId, string>> | undefined
}

export interface OpenMirror<Reader extends EditionReader> extends Mirror<Reader> {
  status(): DatasetStatus
  /** Checks the disk now; resolves when the edition found there is in service. */
  check(): Promise<void>
  /** Stops checking, and closes the edition when its last user has finished. */
  close(): Promise<void>
}

// An edition that cannot be opened is tried again after this time: the cause may be a lack of memory or file handles.
const RETRY_MS = 30_000
// Longest wait for the moment at which all readers change over.
const MAX_SWAP_WAIT_MS = 5_000

/** Opens the edition in service and follows the disk from then on, whichever process switches it. */
export const openMirror = async <Reader extends EditionReader>(
  dataset: Dataset<Reader>,
  settings: MirrorSettings,
): Promise<OpenMirror<Reader>> => {
  const mirror = new DiskMirror(dataset, settings)
  await mirror.check()
  mirror.poll()
  return mirror
}

class DiskMirror<Reader extends EditionReader> implements OpenMirror<Reader> {
  readonly #dataset: Dataset<Reader>
  readonly #settings: MirrorSettings
  readonly #folder: EditionFolder
  readonly #isOverdue: ReturnType<typeof overdueCheck>
  #inService: EditionHandle<Reader> | null = null
  #state = NEVER_REFRESHED
  #damage: string | null = null
  #refused = { edition: '', at: 0 }
  #stamp = ''
  /** Checks run one after the other; this is the last of them. */
  #lastCheck = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(dataset: Dataset<Reader>, settings: MirrorSettings) {
    this.#dataset = dataset
    this.#settings = settings
    this.#folder = editionFolderOf(settings.dataDir, dataset.id)
    this.#isOverdue = overdueCheck(dataset.schedule)
  }

  read<T>(use: (reader: Reader) => T): T {
    if (this.#inService) return this.#inService.use(use)
    const { id } = this.#dataset
    const mensaje = this.#settings.notLoaded?.[id] ?? 'La lista todavía no está cargada'
    throw new Failure('dataset-unavailable', mensaje, { detail: id })
  }

  current(): Reader | null {
    return this.#inService?.reader ?? null
  }

  status(): DatasetStatus {
    const facts = this.#inService?.reader.facts ?? null
    const atrasado = this.#isOverdue(facts && judgedFrom(facts, this.#state), this.#settings.clock.now())
    const historyError = this.#inService?.reader.historyError ?? null
    return statusOf(this.#dataset.id, facts, this.#state, this.#damage, atrasado, historyError)
  }

  check(): Promise<void> {
    this.#lastCheck = this.#lastCheck.then(async () => {
      if (this.#closed) return
      try {
        await this.#follow()
        this.#state = await readCurrentState(this.#folder)
      } catch (error) {
        this.#logError(error, 'editions on disk cannot be read')
      }
    })
    return this.#lastCheck
  }

  poll(): void {
    this.#timer = setTimeout(async () => {
      if (await this.#mayHaveChanged()) await this.check()
      if (!this.#closed) this.poll()
    }, this.#settings.pollMs ?? 200).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#lastCheck
    const last = this.#inService
    this.#inService = null
    await last?.retire()
  }

  /** Puts the edition that the pointer names into service, or an older one when it cannot be opened. */
  async #follow(): Promise<void> {
    const { clock } = this.#settings
    const [newest, ...older] = await editionsToTry(this.#folder)
    if (!newest || newest === this.#inService?.edition) return
    if (this.#refused.edition === newest && clock.now() - this.#refused.at < RETRY_MS) return
    const next = await this.#tryOpen(newest)
    if (next) return this.#swapWhenDue(next)
    if ((await editionsToTry(this.#folder))[0] !== newest) return this.#follow()
    this.#refused = { edition: newest, at: clock.now() }
    this.#damage = DAMAGED
    if (this.#inService) return
    for (const edition of older) {
      const fallback = await this.#tryOpen(edition)
      if (fallback) return this.#swap(fallback)
    }
    this.#damage = ALL_DAMAGED
  }

  async #tryOpen(edition: string): Promise<EditionHandle<Reader> | null> {
    try {
      const dir = editionDir(this.#folder, edition)
      const facts = await readFacts(dir)
      if (!facts) throw new Failure('dataset-unavailable', DAMAGED, { detail: 'no edition.json' })
      const reader = await this.#dataset.open(dir, facts)
      const { followers } = this.#settings
      if (followers) await followers.prepare(await this.#shared(edition, reader))
      return editionHandle(edition, reader)
    } catch (error) {
      // An edition that was removed meanwhile is no error: a newer one is in service.
      if ((await editionsToTry(this.#folder)).includes(edition))
        this.#logError(error, 'edition cannot be opened', { edition })
      return null
    }
  }

  async #shared(edition: string, reader: Reader): Promise<SharedEdition> {
    const { id, share } = this.#dataset
    const dir = editionDir(this.#folder, edition)
    return { id, edition, dir, facts: reader.facts, shared: (await share?.(reader)) ?? null }
  }

  /** All readers change over at the moment that the pointer names. */
  async #swapWhenDue(next: EditionHandle<Reader>): Promise<void> {
    const from = (await readPointer(this.#folder))?.from ?? 0
    const waitMs = from - this.#settings.clock.now()
    if (this.#inService && waitMs > 0) await pause(Math.min(waitMs, MAX_SWAP_WAIT_MS))
    this.#damage = null
    return this.#closed ? next.retire() : this.#swap(next)
  }

  #swap(next: EditionHandle<Reader>): void {
    const old = this.#inService
    this.#inService = next
    const { edition, reader } = next
    this.#settings.followers?.swap({ id: this.#dataset.id, edition })
    old?.retire().catch((error) => this.#logError(error, 'old edition did not close'))
    const { filas, descartadas, observacionesSinLeer } = reader.facts
    const facts = { dataset: this.#dataset.id, edition, filas, descartadas, observacionesSinLeer }
    this.#settings.log.info(facts, 'edition in service')
  }

  /** A killed refresh and a repaired edition leave no trace in the stamp, so those states are always checked again. */
  async #mayHaveChanged(): Promise<boolean> {
    const before = this.#stamp
    this.#stamp = await changeStamp(this.#folder)
    return this.#stamp !== before || this.#damage !== null || this.#state.estado === 'running'
  }

  #logError(error: unknown, message: string, facts: object = {}): void {
    this.#settings.log.error({ dataset: this.#dataset.id, ...facts, ...errorFacts(error) }, message)
  }
}
