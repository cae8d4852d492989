import { setPriority } from 'node:os'

/** Requests come before batches, and batches before files that may never become one. */
const PRIORITIES = { batches: 10, uploads: 15 }

/** Where every thread has a priority of its own, requests come first. Elsewhere it would be that of the whole process. */
export const yieldToRequests = (work: keyof typeof PRIORITIES): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, PRIORITIES[work])
  } catch {
    // Not allowed here: batches are then as important as requests.
  }
}
