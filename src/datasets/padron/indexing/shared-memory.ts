import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type ArrayKind<A> = { new (memory: SharedArrayBuffer): A; readonly BYTES_PER_ELEMENT: number }

/** An array of zeros that several threads can use. Pages that are never written to take no memory. */
export const sharedArray = <A>(Kind: ArrayKind<A>, length: number): A =>
  new Kind(new SharedArrayBuffer(length * Kind.BYTES_PER_ELEMENT))

export const sharedCopy = (numbers: Uint32Array): Uint32Array => {
  const copy = sharedArray(Uint32Array, numbers.length)
  copy.set(numbers)
  return copy
}

/**
 * Collects garbage now. Shared memory does not count towards what starts a collection: hundreds of megabytes would stay
 * until the thread ends, beside those that the next stage needs.
 */
export const releaseMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
}
