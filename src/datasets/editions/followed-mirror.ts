import { Failure } from '../../kernel/errors.ts'
import type { DatasetId, EditionReader, Mirror } from './dataset.ts'
import { type EditionHandle, editionHandle } from './edition-handle.ts'
import type { PreparedEdition, SharedEdition } from './followers.ts'

/** Opens an edition that another thread has opened before. */
export type AttachEdition<Reader extends EditionReader> = (edition: SharedEdition) => Promise<Reader>

interface Next<Reader extends EditionReader> {
  prepared: PreparedEdition
  opening: Promise<EditionHandle<Reader>>
  /** Null until it is open. */
  handle: EditionHandle<Reader> | null
}

/** A dataset in a thread that follows the one which watches the disk. */
export class FollowedMirror<Reader extends EditionReader> implements Mirror<Reader> {
  readonly #id: DatasetId
  readonly #attach: AttachEdition<Reader>
  readonly #notLoaded: string
  #inService: EditionHandle<Reader> | null = null
  /** The latest edition that was prepared, until it is in service. */
  #next: Next<Reader> | null = null

  constructor(id: DatasetId, attach: AttachEdition<Reader>, notLoaded: string) {
    this.#id = id
    this.#attach = attach
    this.#notLoaded = notLoaded
  }

  read<T>(use: (reader: Reader) => T): T {
    if (this.#next) this.#moveWhenDue(this.#next)
    if (this.#inService) return this.#inService.use(use)
    throw new Failure('dataset-unavailable', this.#notLoaded, { detail: this.#id })
  }

  current(): Reader | null {
    if (this.#next) this.#moveWhenDue(this.#next)
    return this.#inService?.reader ?? null
  }

  /** Opens an edition beside the one in service. */
  async prepare(prepared: PreparedEdition): Promise<void> {
    const earlier = this.#next
    const opening = this.#attach(prepared).then((reader) => editionHandle(prepared.edition, reader))
    const next: Next<Reader> = { prepared, opening, handle: null }
    this.#next = next
    earlier?.opening.then((unused) => unused.retire()).catch(() => {})
    next.handle = await opening
  }

  /** Lets go of the edition before this one, also when no request comes. */
  async swap(edition: string): Promise<void> {
    const next = this.#next
    if (next?.prepared.edition === edition) {
      next.handle = await next.opening
      if (this.#next === next) this.#moveWhenDue(next)
    } else if (!next && this.#inService?.edition !== edition) throw new Error(`edition ${edition} was not prepared`)
  }

  async close(): Promise<void> {
    const last = this.#inService
    this.#inService = null
    await last?.retire()
  }

  // Every thread looks at the same cell, so that all of them change over at the same moment.
  #moveWhenDue({ handle, prepared: { cell, turn } }: Next<Reader>): void {
    if (!handle || Atomics.load(cell, 0) < turn) return
    this.#next = null
    const old = this.#inService
    this.#inService = handle
    old?.retire().catch(() => {})
  }
}
