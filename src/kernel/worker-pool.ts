import { startWorker, type TaskInput, type TaskResult, type Tasks, type TaskWorker } from './worker.ts'

export interface WorkerPoolOptions {
  script: URL
  /** Most threads at a time. They are started when they are needed. */
  size: number
  /** Most tasks that may wait for a thread. */
  maxQueue: number
}

/** Why a pool did not run a task. */
export class WorkerPoolError extends Error {
  override readonly name = 'WorkerPoolError'
  readonly reason: 'closed' | 'full' | 'thread-ended'

  constructor(reason: WorkerPoolError['reason'], cause?: unknown) {
    super(`worker pool: ${reason}`, { cause })
    this.reason = reason
  }
}

interface QueuedTask {
  task: string
  input: unknown
  resolve(result: never): void
  reject(error: unknown): void
}

interface PoolThread<T extends Tasks> {
  worker: TaskWorker<T>
  current: QueuedTask | null
}

/**
 * Runs tasks in up to `size` threads, one task per thread at a time, first come first served.
 * A thread that dies fails its task and is replaced when the next task needs it.
 */
export class WorkerPool<T extends Tasks> {
  readonly #options: WorkerPoolOptions
  readonly #threads = new Set<PoolThread<T>>()
  readonly #queue: QueuedTask[] = []
  #setUp: { task: string; input: unknown } | null = null
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /** Starts the first thread before it is needed. */
  warmUp(): void {
    if (this.#threads.size === 0) this.#start()
  }

  /** Runs this task first in every thread, those started later included. */
  setUp<Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>): void {
    this.#setUp = { task, input }
    for (const { worker } of this.#threads) this.#prepare(worker)
  }

  run<Name extends keyof T & string>(task: Name, input: TaskInput<T, Name>): Promise<TaskResult<T, Name>> {
    if (this.#closed) return Promise.reject(new WorkerPoolError('closed'))
    if (this.#queue.length >= this.#options.maxQueue && !this.#freeThread())
      return Promise.reject(new WorkerPoolError('full'))
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult<T, Name>>()
    this.#queue.push({ task, input, resolve, reject })
    this.#next()
    return promise
  }

  /** Ends every thread; tasks that run or wait are rejected. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#queue.splice(0)) reject(new WorkerPoolError('closed'))
    await Promise.all([...this.#threads].map(({ worker }) => worker.stop()))
  }

  #next(): void {
    if (this.#queue.length === 0 || this.#closed) return
    const thread = this.#freeThread()
    if (!thread) return
    const queued = this.#queue.shift() as QueuedTask
    thread.current = queued
    thread.worker.run(queued.task, queued.input as never).then(
      (result) => this.#finish(thread, () => queued.resolve(result as never)),
      (error) => this.#finish(thread, () => queued.reject(this.#reasonOf(thread, error))),
    )
    this.#next()
  }

  /** A thread without a task, started if there may be one more. */
  #freeThread(): PoolThread<T> | undefined {
    for (const thread of this.#threads) if (thread.current === null) return thread
    return this.#threads.size < this.#options.size ? this.#start() : undefined
  }

  #start(): PoolThread<T> {
    const worker = startWorker<T>(this.#options.script, {
      background: true,
      onExit: () => this.#threads.delete(thread),
    })
    const thread: PoolThread<T> = { worker, current: null }
    this.#threads.add(thread)
    this.#prepare(worker)
    return thread
  }

  #prepare(worker: TaskWorker<T>): void {
    // The thread's end is noticed by `onExit`; a set-up that fails leaves a thread that fails its tasks.
    if (this.#setUp) worker.run(this.#setUp.task, this.#setUp.input as never).catch(() => undefined)
  }

  #finish(thread: PoolThread<T>, settle: () => void): void {
    thread.current = null
    settle()
    this.#next()
  }

  #reasonOf(thread: PoolThread<T>, error: unknown): unknown {
    if (this.#threads.has(thread) && !this.#closed) return error
    return new WorkerPoolError(this.#closed ? 'closed' : 'thread-ended', error)
  }
}
