import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure } from '../../../kernel/errors.ts'
import type { RegisterImage } from '../format/register-image.ts'
import type { NameAnswer, NameQuestion } from '../register.ts'

/** The image comes first, then question after question. */
export type SearchOrder = { image: RegisterImage } | { question: NameQuestion }

export type SearchReply = { answer: NameAnswer } | { error: string }

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

const SCRIPT = new URL(`./search-worker${extname(import.meta.url)}`, import.meta.url)

const broken = (detail: string, cause?: unknown): Failure =>
  new Failure('dataset-unavailable', 'La búsqueda por nombre falló; vuelva a intentarlo', { detail, cause })

/**
 * Searches in threads of their own over one image in shared memory. A thread that dies fails its question and is replaced.
 * The first one may be started before the image is there: it reads its code while the image is read.
 */
export class SearchThreads {
  #image: RegisterImage | null = null
  readonly #size: number
  readonly #script: URL
  readonly #threads = new Set<Thread>()
  readonly #line: Waiting[] = []
  #closed = false

  constructor(size: number, script = SCRIPT) {
    this.#script = script
    this.#size = size
  }

  /** Starts a thread that will be needed sooner or later. */
  warmUp(): this {
    if (this.#threads.size === 0) this.#start()
    return this
  }

  /** From now on questions are answered. */
  open(image: RegisterImage): this {
    this.#image = image
    for (const { worker } of this.#threads) worker.postMessage({ image } satisfies SearchOrder)
    return this
  }

  ask(question: NameQuestion): Promise<NameAnswer> {
    if (this.#closed || !this.#image) return Promise.reject(broken('closed'))
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
    thread.worker.postMessage({ question: waiting.question } satisfies SearchOrder)
    this.#next()
  }

  #start(): Thread {
    const worker = new Worker(this.#script)
    const thread: Thread = { worker, busyWith: null }
    this.#threads.add(thread)
    worker.unref()
    if (this.#image) worker.postMessage({ image: this.#image } satisfies SearchOrder)
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
