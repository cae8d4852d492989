import type { EditionFacts, EditionReader } from '../../datasets/index.ts'

/** A function whose value is made once for the editions in service: the same object until one of them changes. */
export const oncePerEdition = <Readers extends readonly EditionReader[], Value>(
  make: (...readers: Readers) => Value,
): ((...readers: Readers) => Value) => {
  let made: { facts: readonly EditionFacts[]; value: Value } | undefined
  return (...readers) => {
    // Facts stand for their edition: keeping a reader would keep the edition's data in memory.
    if (!made || readers.some(({ facts }, at) => facts !== made?.facts[at]))
      made = { facts: readers.map(({ facts }) => facts), value: make(...readers) }
    return made.value
  }
}
