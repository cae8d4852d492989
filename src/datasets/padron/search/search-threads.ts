import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure } from '../../../kernel/errors.ts'
import type { RegisterImage } from '../image.ts'
import type { NameAnswer, NameQuestion } from '../register.ts'

export interface SearchOrder {
  id: number
  question: NameQuestion
}

export type SearchReply = { id: number; answer: NameAnswer } | { id: number; error: string }

interface Waiting {
  question: NameQuestion
  resolve(answer: NameAnswer): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  /** The question it works on: one at a time, so that none waits behind a slow one while another thread is idle. */
  busyWith: Waiting | null
}

/** More questions than this waiting for a thread are turned away. */
const LONGEST_LINE = 1_000

const SCRIPT = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)

const broken = (detail: string, cause?: unknown): Failure =>
  new Failure('dataset-unavailable', 'La búsqueda por nombre falló; vuelva a intentarlo', { detail, cause })

/** Searches in threads of their own over one image in shared memory. A thread that dies fails its question and is replaced. */
export class SearchThreads {
  readonly #image: RegisterImage
  readonly #size: number
  readonly #script: URL
  readonly #threads = new Set<Thread>()
  readonly #line: Waiting[] = []
  #closed = false

  constructor(image: RegisterImage, size: number, script = SCRIPT) {
    this.#script = script
    this.#image = image
    this.#size = size
  }

  ask(question: NameQuestion): Promise<NameAnswer> {
    if (this.#closed) return Promise.reject(broken('closed'))
    if (this.#line.length >= LONGEST_LINE)
      return Promise.reject(new Failure('overloaded', 'Hay demasiadas búsquedas en curso', { retryAfterMs: 1_000 }))
    const { promise, resolve, reject } = Promise.withResolvers<NameAnswer>()
    this.#line.push({ question, resolve, reject })
    this.#next()
    return promise
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#line.splice(0)) reject(broken('closed'))
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #next(): void {
    if (this.#line.length === 0 || this.#closed) return
    const idle = [...this.#threads].find(({ busyWith }) => busyWith === null)
    const thread = idle ?? (this.#threads.size < this.#size ? this.#start() : undefined)
    if (!thread) return
    const waiting = this.#line.shift() as Waiting
    thread.busyWith = waiting
    thread.worker.ref()
    thread.worker.postMessage({ id: 0, question: waiting.question } satisfies SearchOrder)
    this.#next()
  }

  #start(): Thread {
    const worker = new Worker(this.#script, { workerData: this.#image })
    const thread: Thread = { worker, busyWith: null }
    this.#threads.add(thread)
    worker.unref()
    worker.on('message', (reply: SearchReply) => {
      const asked = thread.busyWith
      thread.busyWith = null
      worker.unref()
      if ('answer' in reply) asked?.resolve(reply.answer)
      else asked?.reject(broken(reply.error))
      this.#next()
    })
    worker.on('error', (error) => this.#lost(thread, error))
    worker.on('exit', () => this.#lost(thread, undefined))
    return thread
  }

  #lost(thread: Thread, error: unknown): void {
    if (!this.#threads.delete(thread)) return
    thread.busyWith?.reject(broken('a search thread ended', error))
    thread.busyWith = null
    this.#next()
  }
}
