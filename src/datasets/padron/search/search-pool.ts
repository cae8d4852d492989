import { Failure } from '../../../kernel/errors.ts'
import { errorFacts } from '../../../kernel/log.ts'
import { workerScript } from '../../../kernel/worker.ts'
import { WorkerPool, WorkerPoolError } from '../../../kernel/worker-pool.ts'
import type { RegisterImage } from '../format/register-image.ts'
import type { NameAnswer, NameQuestion } from '../register.ts'
import type { SearchTasks } from './search-worker.ts'

/** More questions than this that wait for a thread are rejected. */
const MAX_QUEUE = 1_000

const searchFailed = (detail: string, cause?: unknown): Failure =>
  new Failure('dataset-unavailable', 'La búsqueda por nombre falló; vuelva a intentarlo', { detail, cause })

/**
 * Name search in threads of their own, over one image in shared memory. The first thread may be started before the image is
 * there: it loads its code while the image is read.
 */
export class SearchPool {
  readonly #pool: WorkerPool<SearchTasks>

  constructor(size: number, script = workerScript('./search-worker', import.meta.url)) {
    this.#pool = new WorkerPool({ script, size, maxQueue: MAX_QUEUE })
  }

  warmUp(): void {
    this.#pool.warmUp()
  }

  /** Questions may be asked from now on. */
  open(image: RegisterImage): void {
    this.#pool.setUp('open', image)
  }

  async search(question: NameQuestion): Promise<NameAnswer> {
    try {
      return await this.#pool.run('search', question)
    } catch (error) {
      throw failureOf(error)
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

const failureOf = (error: unknown): Failure => {
  // Where it failed, not with what: the message may quote a name.
  if (!(error instanceof WorkerPoolError)) return searchFailed(JSON.stringify(errorFacts(error)))
  if (error.reason === 'full')
    return new Failure('overloaded', 'Hay demasiadas búsquedas en curso', { retryAfterMs: 1_000 })
  if (error.reason === 'closed') return searchFailed('closed')
  return searchFailed('a search thread ended', error.cause)
}
