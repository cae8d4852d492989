import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Requests come before batches, and batches before files that may never become one. */
const PRIORITIES = { batches: 5, uploads: 10 }
type Work = keyof typeof PRIORITIES

/** Where every thread has a priority of its own, requests come first. Elsewhere it would be that of the whole process. */
export const yieldToRequests = (work: Work): void => {
  if (process.platform === 'linux') lower(0, work)
}

/** The same for the process that reads uploads: also the threads that collect the garbage of those files come last. */
export const yieldToOtherProcesses = (): void => {
  if (process.platform !== 'linux') return lower(0, 'uploads')
  for (const thread of readdirSync('/proc/self/task'))
    if (thread !== String(process.pid)) lower(Number(thread), 'uploads')
  // It ends the threads that take too long, so it comes before them.
  lower(0, 'batches')
}

const lower = (thread: number, work: Work): void => {
  try {
    setPriority(thread, PRIORITIES[work])
  } catch {
    // Not allowed here, or the thread has gone: it is then as important as requests.
  }
}
