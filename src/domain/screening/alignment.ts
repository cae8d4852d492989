import { factsOf } from './lexicon.ts'
import type { NameIndex } from './name-index.ts'
import { isSilent, ROLE, type Role } from './name-words.ts'
import type { Neighbours } from './neighbours.ts'
import { POLICY } from './policy.ts'
import { MOST_WORDS, type Question, type Reading } from './question.ts'
import { slipsBetween } from './slips.ts'

/** Names with more words than this are compared by their first ones. */
const MOST_NAME_WORDS = 40
const { likeness, weight } = POLICY

/** How a word of the question met a word of the list. */
export const LINK = { none: 0, word: 1, initial: 2, joined: 3 } as const
export type Link = (typeof LINK)[keyof typeof LINK]

/** Words of the question that were written together or apart from how the list has them. */
export interface JoinedHit {
  name: number
  /** First word and number of words of the question, and of the name. */
  asked: number
  askedWords: number
  at: number
  words: number
}

/** One name laid beside the question, word by word; filled anew for each name. */
export class Alignment {
  private readonly index: NameIndex
  private readonly neighbours: Neighbours
  question!: Question
  reading!: Reading
  name = 0
  start = 0
  words = 0
  asked = 0
  /** For each word of the name: the question's word it met, or -1; how; and how well. */
  readonly partner = new Int16Array(MOST_NAME_WORDS)
  readonly link = new Uint8Array(MOST_NAME_WORDS)
  readonly likeness = new Float32Array(MOST_NAME_WORDS)
  /** For each word of the question: is it taken, and by a word that tells nothing? */
  readonly taken = new Uint8Array(MOST_WORDS)
  readonly takenSilently = new Uint8Array(MOST_WORDS)
  private readonly gains = new Float32Array(MOST_NAME_WORDS * MOST_WORDS)

  constructor(index: NameIndex, neighbours: Neighbours) {
    this.index = index
    this.neighbours = neighbours
  }

  lay(question: Question, name: number, joined: readonly JoinedHit[]): void {
    const party = this.index.parties[this.index.partyOf[name] as number]
    this.question = question
    this.reading = party?.tipo === 'individual' ? question.person : question.company
    this.name = name
    this.start = this.index.starts[name] as number
    this.words = Math.min((this.index.starts[name + 1] as number) - this.start, MOST_NAME_WORDS)
    this.asked = Math.min(question.words.length, MOST_WORDS)
    this.partner.fill(-1, 0, this.words)
    this.link.fill(LINK.none, 0, this.words)
    this.taken.fill(0, 0, this.asked)
    this.takenSilently.fill(0, 0, this.asked)
    this.takeJoined(joined)
    this.takeWords()
    this.takeInitials()
    this.takeDistant()
  }

  /** Words written together: taken first, since each half alone would find nothing better. */
  private takeJoined(joined: readonly JoinedHit[]): void {
    for (const hit of joined) {
      if (hit.name !== this.name) continue
      const at = hit.at - this.start
      if (at >= this.words || hit.words > this.words || this.isTaken(hit, at)) continue
      for (let word = 0; word < hit.words; word++)
        this.join((at + word) % this.words, hit.asked, LINK.joined, likeness.glued)
      for (let word = 0; word < hit.askedWords; word++) this.taken[hit.asked + word] = 1
    }
  }

  private isTaken(hit: JoinedHit, at: number): boolean {
    for (let word = 0; word < hit.words; word++)
      if ((this.partner[(at + word) % this.words] as number) >= 0) return true
    for (let word = 0; word < hit.askedWords; word++) if (this.taken[hit.asked + word]) return true
    return false
  }

  private takeWords(): void {
    const { words, wordWeights } = this.index
    const { asked, gains } = this
    let pairs = 0
    for (let at = 0; at < this.words; at++)
      for (let word = 0; word < asked; word++) {
        const like = this.neighbours.likeness(word, words[this.start + at] as number)
        const gain = like * (1 + (wordWeights[this.start + at] as number))
        gains[at * MOST_WORDS + word] = gain
        if (gain > 0) pairs++
      }
    while (pairs-- > 0) {
      let best = 0
      let bestAt = -1
      let bestWord = -1
      for (let at = 0; at < this.words; at++) {
        if ((this.partner[at] as number) >= 0) continue
        for (let word = 0; word < asked; word++) {
          const gain = gains[at * MOST_WORDS + word] as number
          if (gain > best && !this.taken[word]) {
            best = gain
            bestAt = at
            bestWord = word
          }
        }
      }
      if (bestAt < 0) return
      const like = this.neighbours.likeness(bestWord, words[this.start + bestAt] as number)
      this.join(bestAt, bestWord, LINK.word, like)
    }
  }

  private join(at: number, word: number, link: Link, like: number): void {
    this.partner[at] = word
    this.link[at] = link
    this.likeness[at] = like
    this.taken[word] = 1
    if (link === LINK.word && isSilent(this.roleAt(at))) this.takenSilently[word] = 1
  }

  /** A letter alone stands for a name that begins with it, on either side. */
  private takeInitials(): void {
    if (this.reading !== this.question.person) return
    for (let word = 0; word < this.asked; word++) {
      if (this.taken[word]) continue
      const text = this.question.words[word] as string
      for (let at = 0; at < this.words; at++) {
        if ((this.partner[at] as number) >= 0 || isSilent(this.roleAt(at))) continue
        const listed = this.textAt(at)
        if ((text.length === 1) === (listed.length === 1) || text[0] !== listed[0]) continue
        if (isSurname(this.roleAt(at)) || (text.length > 1 && !this.mayBeGiven(word, text))) continue
        this.join(at, word, LINK.initial, likeness.initial)
        break
      }
    }
  }

  private mayBeGiven(word: number, text: string): boolean {
    return !isSilent(this.reading.roles[word] as Role) && factsOf(text).leaning !== 'surname'
  }

  /** Two slips in a long word: looked for only among the words that are left. */
  private takeDistant(): void {
    for (let at = 0; at < this.words; at++) {
      if ((this.partner[at] as number) >= 0) continue
      const listed = this.textAt(at)
      if (listed.length < 7) continue
      for (let word = 0; word < this.asked; word++) {
        const text = this.question.words[word] as string
        if (this.taken[word] || text.length < 7 || text[0] !== listed[0]) continue
        if (factsOf(text).group > 0) continue
        if (slipsBetween(text, listed, 2) > 2) continue
        this.join(at, word, LINK.word, likeness.twoSlips)
        break
      }
    }
  }

  roleAt(at: number): Role {
    return this.index.roles[this.start + at] as Role
  }

  textAt(at: number): string {
    return this.index.vocabulary.words[this.index.words[this.start + at] as number] as string
  }

  weightAt(at: number): number {
    return this.index.wordWeights[this.start + at] as number
  }

  /** What an agreement tells: no more than the commoner of the two words does. */
  agreedWeight(at: number): number {
    const listed = this.weightAt(at)
    if (this.link[at] === LINK.initial) return Math.min(listed, weight.initial)
    const asked = this.reading.weights[this.partner[at] as number] as number
    return this.link[at] === LINK.joined ? listed : Math.min(listed, asked)
  }
}

export const isSurname = (role: Role): boolean => role === ROLE.surname || role === ROLE.secondSurname
