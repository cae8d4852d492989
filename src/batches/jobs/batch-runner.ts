import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../kernel/errors.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { type BatchJob, withoutNames } from './batch-job.ts'
import { RunningBatch, type RunningDeps } from './running-batch.ts'

/** Accounts whose batches are worked on at the same time; of each account one. */
const MOST_ACTIVE = 8
/** Of these so many at once: rows of one are checked while the other rests, so that two do not take twice as long as one. */
const MOST_AT_ONCE = 2
/** How often other instances' jobs are looked for. */
const POLL_MS = 2_000
/** How long is waited after a trouble with the store or the thread. */
const TROUBLE_MS = 1_000
/** Begun so often and failed each time: nothing will come of it. */
const MOST_FAILURES = 5

export interface RunnerDeps extends RunningDeps {
  log: Log
  nowMs(): number
}

/**
 * Works on jobs, a slice of each account's batch in turn, so that a long batch holds up nobody else's. Jobs that it does
 * not finish are given back when it stops.
 */
export class BatchRunner {
  readonly #deps: RunnerDeps
  readonly #active: RunningBatch[] = []
  readonly #failures = new Map<string, number>()
  readonly #stopping = new AbortController()
  #wake: () => void = () => {}
  #mayHaveWork = true
  #lookedAtMs = 0
  #rowsChecked = 0
  #running: Promise<void> | null = null

  constructor(deps: RunnerDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** There is a new job. */
  wake(): void {
    this.#mayHaveWork = true
    this.#wake()
  }

  /** Rows that got their result in this process. */
  get rowsChecked(): number {
    return this.#rowsChecked
  }

  /** Ends after the slice under way, and gives back what is unfinished. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
    for (const batch of this.#active.splice(0)) await this.#letGo(batch).catch(() => {})
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#takeMore()
        const batches = this.#active.splice(0, MOST_AT_ONCE)
        if (batches.length === 0) await this.#idle()
        const turns = await Promise.allSettled(batches.map((batch) => this.#turn(batch)))
        for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
      } catch (error) {
        this.#report(error, 'batches cannot be taken')
        await this.#rest(TROUBLE_MS)
      }
    }
  }

  async #takeMore(): Promise<void> {
    const { jobs, hold, nowMs } = this.#deps
    if (!this.#mayHaveWork && nowMs() - this.#lookedAtMs < POLL_MS) return
    this.#mayHaveWork = false
    this.#lookedAtMs = nowMs()
    while (this.#active.length < MOST_ACTIVE) {
      const busy = this.#active.map(({ job }) => job.accountId)
      const job = await jobs.take(hold(), busy)
      if (!job) return
      this.#active.push(new RunningBatch(job as BatchJob, this.#deps))
    }
  }

  /** One slice. The batch then goes to the end of the line. */
  async #turn(batch: RunningBatch): Promise<void> {
    const { accounts } = this.#deps
    const { job } = batch
    if (accounts.hasKeyEnded(job.task.keyId)) return this.#cancel(batch, 'its key was revoked or has expired')
    const before = batch.rows
    try {
      const outcome = await batch.slice()
      this.#failures.delete(job.id)
      this.#rowsChecked += batch.rows - before
      if (outcome === 'more') {
        this.#active.push(batch)
        return
      }
      await this.#letGo(batch)
      if (outcome === 'finished') this.#deps.log.info({ batch: job.id, rows: batch.rows }, 'batch finished')
      this.#mayHaveWork = true
    } catch (error) {
      await this.#failed(batch, error)
    }
  }

  /** Whoever erases a batch waits until its holder has let go of it, with all copies. */
  async #letGo(batch: RunningBatch): Promise<void> {
    const { jobs, hold } = this.#deps
    await batch.close()
    await jobs.release(batch.job.id, hold().instanceId)
  }

  /** The store away is nobody's fault and passes. Anything else is tried a few times, from the progress that was noted. */
  async #failed(batch: RunningBatch, error: unknown): Promise<void> {
    const { id } = batch.job
    this.#report(error, 'batch interrupted', { batch: id })
    await batch.close()
    const isStore = error instanceof Failure && error.kind === 'store-unavailable'
    const failures = (this.#failures.get(id) ?? 0) + (isStore ? 0 : 1)
    this.#failures.set(id, failures)
    if (failures >= MOST_FAILURES) return this.#cancel(batch, 'it fails again and again')
    await this.#rest(TROUBLE_MS)
    this.#active.push(batch)
  }

  /** Files first: a batch without them that is taken once more ends here again. */
  async #cancel(batch: RunningBatch, reason: string): Promise<void> {
    const { jobs, files, log, nowMs, hold } = this.#deps
    const { id, task } = batch.job
    log.warn({ batch: id, reason }, 'batch cancelled')
    this.#failures.delete(id)
    await batch.close()
    this.#mayHaveWork = true
    if (await batch.restore()) return jobs.release(id, hold().instanceId)
    await files.erase(id)
    await jobs.cancel(id, withoutNames(task), nowMs())
  }

  #report(error: unknown, message: string, facts: object = {}): void {
    this.#deps.log.error({ ...facts, ...errorFacts(error) }, message)
  }

  async #idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#mayHaveWork || this.#stopping.signal.aborted) return
    const timer = setTimeout(resolve, POLL_MS).unref()
    await promise
    clearTimeout(timer)
  }

  async #rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {})
  }
}
