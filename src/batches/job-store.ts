/** A piece of work that any instance may take, and that outlives the instance that took it. */
export interface Job {
  id: string
  accountId: string
  state: 'queued' | 'running' | 'finished' | 'cancelled'
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

/** An instance that works on a job, and for how long it may be silent. */
export interface Hold {
  instanceId: string
  nowMs: number
  holdMs: number
}

/**
 * The port to the jobs of an installation. A job is worked on by one instance at a time: one that has been silent for longer
 * than it said loses it, and learns so by its next report.
 */
export interface JobStore {
  /** False when the account has as many jobs as it may keep. */
  add(job: NewJob, most: number): Promise<boolean>
  /** The oldest job that nobody works on, of other accounts than these; null when there is none. */
  take(hold: Hold, exceptAccounts?: readonly string[]): Promise<Job | null>
  /** Notes how far the job is. False when it was cancelled, or is another instance's by now: stop working on it. */
  report(id: string, progress: unknown, hold: Hold): Promise<boolean>
  /** Ends a job; false as for `report`. */
  finish(id: string, progress: unknown, hold: Hold): Promise<boolean>
  /** Gives a job back unfinished, at a stop. */
  release(id: string, instanceId: string): Promise<void>
  /** Of this account only; null when it has no such job. */
  find(accountId: string, id: string): Promise<Job | null>
  /** Newest first. */
  list(accountId: string): Promise<Job[]>
  /** False when the account has no such job, or it has ended. */
  cancel(accountId: string, id: string, nowMs: number): Promise<boolean>
  remove(accountId: string, id: string): Promise<boolean>
  /** Removes jobs that have expired and that nobody works on; returns their ids, so that their files can be erased. */
  removeExpired(nowMs: number): Promise<string[]>
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
