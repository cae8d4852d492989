import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back now what this thread no longer refers to. Shared memory does not count towards what makes the engine tidy up
 * by itself: hundreds of megabytes would stay until the thread ends, beside those that the next phase needs.
 */
export const releaseMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
}
