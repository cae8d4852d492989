import type { AttachEdition } from '../editions/followed-mirror.ts'
import { type SharedRegister, sharedRegister } from './open-register.ts'
import type { Register } from './register.ts'

/** Threads that search by name for one HTTP thread. */
const SEARCH_THREADS = 1

/**
 * Opens the register in another thread, over the image that is in memory already. Name search keeps a thread of its own: a
 * long one would hold up every other request.
 */
export const attachRegister: AttachEdition<Register> = async ({ shared, facts }) =>
  sharedRegister(shared as SharedRegister, facts, { searchThreads: SEARCH_THREADS })
