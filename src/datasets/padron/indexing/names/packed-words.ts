/** Numbers per slot: first five letters, next five, the wordId, and how often it was found. */
const SLOT_NUMBERS = 4
const FIRST_SLOTS = 1 << 12

/** Letters in each half of a packed word. */
export const HALF_LETTERS = 5

/**
 * A hash table from words of up to ten letters to their wordIds. A word is two numbers of thirty bits, six bits per letter,
 * so that finding it takes one memory access and no comparison of letters. Counts are kept here for the same reason.
 */
export class PackedWords {
  #slots = new Int32Array(FIRST_SLOTS * SLOT_NUMBERS)
  #mask = FIRST_SLOTS - 1
  #used = 0

  /** The wordId of a known word, which is then counted; -1 for an unknown one. */
  find(head: number, tail: number): number {
    const slots = this.#slots
    const mask = this.#mask
    for (let slot = hashOf(head, tail) & mask; ; slot = (slot + 1) & mask) {
      const at = slot << 2
      if (slots[at] === head && slots[at + 1] === tail) {
        slots[at + 3]!++
        return slots[at + 2] as number
      }
      if (slots[at] === 0) return -1
    }
  }

  add(head: number, tail: number, wordId: number): void {
    const at = freeSlot(this.#slots, this.#mask, hashOf(head, tail))
    this.#slots[at] = head
    this.#slots[at + 1] = tail
    this.#slots[at + 2] = wordId
    if (++this.#used * 2 > this.#mask) this.#grow()
  }

  /** Adds how often each word was found to the counts by wordId. */
  addCountsTo(counts: Uint32Array): void {
    const slots = this.#slots
    for (let at = 0; at < slots.length; at += SLOT_NUMBERS)
      if (slots[at] !== 0) counts[slots[at + 2] as number]! += slots[at + 3] as number
  }

  #grow(): void {
    const old = this.#slots
    const slots = new Int32Array(old.length * 4)
    this.#mask = slots.length / SLOT_NUMBERS - 1
    for (let from = 0; from < old.length; from += SLOT_NUMBERS) {
      if (old[from] === 0) continue
      const at = freeSlot(slots, this.#mask, hashOf(old[from] as number, old[from + 1] as number))
      for (let i = 0; i < SLOT_NUMBERS; i++) slots[at + i] = old[from + i] as number
    }
    this.#slots = slots
  }
}

const hashOf = (head: number, tail: number): number => {
  const hash = Math.imul(head, 0x9e3779b1) ^ Math.imul(tail, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

const freeSlot = (slots: Int32Array, mask: number, hash: number): number => {
  let slot = hash & mask
  while (slots[slot * SLOT_NUMBERS] !== 0) slot = (slot + 1) & mask
  return slot * SLOT_NUMBERS
}
