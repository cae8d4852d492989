import { Failure } from '../../kernel/errors.ts'
import type { DatasetId, DatasetStatus, EditionReader, Mirror } from './dataset.ts'
import { NEVER_REFRESHED } from './edition-folder.ts'
import { type EditionHandle, editionHandle } from './edition-handle.ts'
import type { SharedEdition } from './followers.ts'
import { statusOf } from './status.ts'

/** Opens an edition that another thread has opened before. */
export type AttachEdition<Reader extends EditionReader> = (edition: SharedEdition) => Promise<Reader>

/** A dataset in a thread that follows the one which watches the disk. */
export class FollowedMirror<Reader extends EditionReader> implements Mirror<Reader> {
  readonly #id: DatasetId
  readonly #attach: AttachEdition<Reader>
  readonly #notLoaded: string
  #inService: EditionHandle<Reader> | null = null
  /** The latest edition that is being opened, until it is in service. */
  #next: { edition: string; opening: Promise<EditionHandle<Reader>> } | null = null

  constructor(id: DatasetId, attach: AttachEdition<Reader>, notLoaded: string) {
    this.#id = id
    this.#attach = attach
    this.#notLoaded = notLoaded
  }

  read<T>(use: (reader: Reader) => T): T {
    if (this.#inService) return this.#inService.use(use)
    throw new Failure('dataset-unavailable', this.#notLoaded, { detail: this.#id })
  }

  current(): Reader | null {
    return this.#inService?.reader ?? null
  }

  status(): DatasetStatus {
    return statusOf(this.#id, this.current()?.facts ?? null, NEVER_REFRESHED, null)
  }

  /** Opens an edition beside the one in service. */
  async prepare(edition: SharedEdition): Promise<void> {
    const earlier = this.#next
    const opening = this.#attach(edition).then((reader) => editionHandle(edition.edition, reader))
    this.#next = { edition: edition.edition, opening }
    earlier?.opening.then((unused) => unused.retire()).catch(() => {})
    await opening
  }

  /** Puts the edition that was prepared into service. */
  async swap(edition: string): Promise<void> {
    const next = this.#next
    if (next?.edition !== edition) throw new Error(`edition ${edition} was not prepared`)
    const opened = await next.opening
    // A newer one may have come while this one was opened.
    if (this.#next !== next) return
    this.#next = null
    const old = this.#inService
    this.#inService = opened
    await old?.retire()
  }

  async close(): Promise<void> {
    const last = this.#inService
    this.#inService = null
    await last?.retire()
  }
}
