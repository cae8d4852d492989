type ArrayKind<A> = { new (memory: SharedArrayBuffer): A; readonly BYTES_PER_ELEMENT: number }

/** An array of zeros that other threads can be given. Memory that is never written to takes no room. */
export const sharedArray = <A>(Kind: ArrayKind<A>, length: number): A =>
  new Kind(new SharedArrayBuffer(length * Kind.BYTES_PER_ELEMENT))

export const sharedCopy = (numbers: Uint32Array): Uint32Array => {
  const copy = sharedArray(Uint32Array, numbers.length)
  copy.set(numbers)
  return copy
}
