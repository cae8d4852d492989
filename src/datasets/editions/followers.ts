import type { TaskWorker } from '../../kernel/worker.ts'
import type { DatasetId, EditionFacts } from './dataset.ts'

/** An edition that was opened here, as other threads open it too. */
export interface SharedEdition {
  id: DatasetId
  edition: string
  dir: string
  facts: EditionFacts
  /** What the dataset shares of its memory; null when each thread reads the folder. */
  shared: unknown
}

/** The edition with the moment of its change: it is in service as soon as the cell holds its turn. */
export interface PreparedEdition extends SharedEdition {
  cell: Int32Array
  turn: number
}

/** Other threads that answer with the same editions. */
export interface EditionFollowers {
  /** Resolves when all of them have opened the edition or could not, so that all can change over together. */
  prepare(edition: SharedEdition): Promise<void>
  /** They change over now. */
  swap(edition: Pick<SharedEdition, 'id' | 'edition'>): void
}

/** One thread that follows. */
export interface EditionFollower {
  prepare(edition: PreparedEdition): Promise<void>
  swap(edition: Pick<SharedEdition, 'id' | 'edition'>): Promise<void>
}

/** What a thread that follows is asked. */
export type FollowerTasks = { prepareEdition: EditionFollower['prepare']; swapEdition: EditionFollower['swap'] }

export const followerTasks = ({ prepare, swap }: EditionFollower): FollowerTasks => ({
  prepareEdition: prepare,
  swapEdition: swap,
})

/** The follower in another thread. */
export const remoteFollower = (worker: Pick<TaskWorker<FollowerTasks>, 'run'>): EditionFollower => ({
  prepare: (edition) => worker.run('prepareEdition', edition),
  swap: (edition) => worker.run('swapEdition', edition),
})

// A thread that takes longer changes over later than the others.
const MAX_WAIT_MS = 1_500

/** Tells threads of every edition. One that joins later begins with the editions in service. */
export class FollowerList implements EditionFollowers {
  readonly #followers = new Map<EditionFollower, (error: unknown) => void>()
  readonly #inService = new Map<DatasetId, PreparedEdition>()
  /** Opened and not in service yet. */
  readonly #next = new Map<DatasetId, PreparedEdition>()
  #turns = 0

  /** Resolves when the follower answers with the editions in service. From then on `onError` hears what it cannot follow. */
  async add(follower: EditionFollower, onError: (error: unknown) => void): Promise<void> {
    this.#followers.set(follower, onError)
    await Promise.all(
      [...this.#inService.values()].map(async (edition) => {
        await follower.prepare(edition)
        await follower.swap(nameOf(edition))
      }),
    )
    await Promise.all([...this.#next.values()].map((edition) => follower.prepare(edition)))
  }

  remove(follower: EditionFollower): void {
    this.#followers.delete(follower)
  }

  async prepare(edition: SharedEdition): Promise<void> {
    const cell = this.#inService.get(edition.id)?.cell ?? new Int32Array(new SharedArrayBuffer(4))
    const prepared = { ...edition, cell, turn: ++this.#turns }
    this.#next.set(edition.id, prepared)
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    await Promise.race([this.#tell((follower) => follower.prepare(prepared)), late])
    clearTimeout(timer)
  }

  swap({ id, edition }: Pick<SharedEdition, 'id' | 'edition'>): void {
    const prepared = this.#next.get(id)
    if (prepared?.edition !== edition) return
    this.#next.delete(id)
    this.#inService.set(id, prepared)
    Atomics.store(prepared.cell, 0, prepared.turn)
    void this.#tell((follower) => follower.swap({ id, edition }))
  }

  async #tell(task: (follower: EditionFollower) => Promise<void>): Promise<void> {
    await Promise.all([...this.#followers].map(([follower, onError]) => task(follower).catch(onError)))
  }
}

const nameOf = ({ id, edition }: SharedEdition): Pick<SharedEdition, 'id' | 'edition'> => ({ id, edition })
