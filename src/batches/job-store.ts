/** A piece of work that any instance may take, and that outlives the instance that took it. */
export interface Job {
  id: string
  accountId: string
  /** While it is `receiving` its files are not all there: nobody sees it, and nobody takes it. */
  state: 'receiving' | 'queued' | 'running' | 'finished' | 'cancelled'
  /** What is to be done, as JSON; the store does not look into it. */
  task: unknown
  /** How far it is, as JSON: who takes it over goes on from here. Null before the first report. */
  progress: unknown
  createdAtMs: number
  finishedAtMs: number | null
  /** From then on it may be removed. */
  expiresAtMs: number
}

export type NewJob = Pick<Job, 'id' | 'accountId' | 'task' | 'createdAtMs' | 'expiresAtMs'>

/** Jobs that an account may have: those that are kept for longer than usual are counted apart. */
export interface JobLimit {
  most: number
  usualMs: number
}

/** An instance that works on a job, and for how long it may be silent. */
export interface Hold {
  instanceId: string
  nowMs: number
  holdMs: number
}

/**
 * The port to the jobs of an installation. A job is worked on by one instance at a time: one that has been silent for longer
 * than it said loses it, and learns so by its next report.
 *
 * A job is there before its files and until after them. So no crash leaves files that no job tells of.
 */
export interface JobStore {
  /**
   * Adds a job whose files its holder then writes; `release` ends that. False when the account has as many jobs as it may
   * keep. Adding the same job again changes nothing.
   */
  add(job: NewJob, limit: JobLimit, hold: Hold): Promise<boolean>
  /** The oldest job that nobody works on, of other accounts than these; null when there is none. */
  take(hold: Hold, exceptAccounts?: readonly string[]): Promise<Job | null>
  /** Notes how far the job is. False when it was cancelled, or is another instance's by now: stop working on it. */
  report(id: string, progress: unknown, hold: Hold): Promise<boolean>
  /** Ends a job, which is held until it is let go of; false as for `report`. */
  finish(id: string, progress: unknown, hold: Hold): Promise<boolean>
  /** Lets a job that has ended be worked on once more. False when there is none, or somebody still has hold of it. */
  reopen(accountId: string, job: Pick<Job, 'id' | 'task' | 'progress'>, nowMs: number): Promise<boolean>
  /** Lets go of a job. One that is not at its end may be taken from then on. */
  release(id: string, instanceId: string): Promise<void>
  /** Of this account only; null when it has no such job. */
  find(accountId: string, id: string): Promise<Job | null>
  /** Newest first. */
  list(accountId: string): Promise<Job[]>
  /** Ends a job without a result. `task` is what stays to be seen of it. False when it had ended, or there is none. */
  cancel(id: string, task: unknown, nowMs: number): Promise<boolean>
  /** Ends a job that is to be erased, files first. False when the account has no such job. */
  expire(accountId: string, id: string): Promise<boolean>
  /** Ends all jobs whose time is over and that nobody works on, and returns all that are to be erased. */
  expireOld(nowMs: number): Promise<string[]>
  /** True while an instance has not let go of a job, unless it has been silent for too long. */
  isHeld(id: string, nowMs: number): Promise<boolean>
  remove(id: string): Promise<void>
  /** Of all accounts. */
  count(): Promise<JobCounts>
  /** Of these ids, those that no job has. */
  unknownIds(ids: readonly string[]): Promise<string[]>
  close(): Promise<void>
}

export interface JobCounts {
  queued: number
  running: number
}
