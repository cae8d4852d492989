import { setPriority } from 'node:os'

const LOW_PRIORITY = 10

/** Where every thread has a priority of its own, requests come first. Elsewhere it would be that of the whole process. */
export const yieldToRequests = (): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, LOW_PRIORITY)
  } catch {
    // Not allowed here: batches are then as important as requests.
  }
}
