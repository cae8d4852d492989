import { EXCUSES, type NameIndex } from '../index/name-index.ts'
import { POLICY } from '../policy.ts'
import { slipsBetween } from '../words/edit-distance.ts'
import { type HeardWord, SHORTEST_DISTANT } from '../words/query-word.ts'
import { isSilent, ROLE, type Role } from '../words/roles.ts'
import { MOST_WORDS, type Question, type Reading } from './question.ts'
import type { Neighbours } from './similar-words.ts'

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
  private person = false
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
  private readonly pairAt = new Uint8Array(MOST_NAME_WORDS * MOST_WORDS)
  private readonly pairWord = new Uint8Array(MOST_NAME_WORDS * MOST_WORDS)
  private readonly pairLike = new Float32Array(MOST_NAME_WORDS * MOST_WORDS)
  private readonly pairGain = new Float32Array(MOST_NAME_WORDS * MOST_WORDS)

  constructor(index: NameIndex, neighbours: Neighbours) {
    this.index = index
    this.neighbours = neighbours
  }

  lay(question: Question, name: number, joined: readonly JoinedHit[]): void {
    this.neighbours.enter()
    this.question = question
    this.person = this.index.isPerson[this.index.partyOf[name] as number] === 1
    this.reading = this.person ? question.person : question.company
    this.name = name
    this.start = this.index.starts[name] as number
    this.words = Math.min((this.index.starts[name + 1] as number) - this.start, MOST_NAME_WORDS)
    this.asked = Math.min(question.words.length, MOST_WORDS)
    for (let at = 0; at < this.words; at++) {
      this.partner[at] = -1
      this.link[at] = LINK.none
    }
    for (let word = 0; word < this.asked; word++) {
      this.taken[word] = 0
      this.takenSilently[word] = 0
    }
    if (joined.length > 0) this.takeJoined(joined)
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

  /** The best pair first, then the best of what is left. */
  private takeWords(): void {
    const pairs = this.gatherPairs()
    const { pairAt, pairWord, pairGain } = this
    for (let turn = 0; turn < pairs; turn++) {
      let best = 0
      let bestPair = -1
      for (let pair = 0; pair < pairs; pair++) {
        const gain = pairGain[pair] as number
        if (
          gain <= best ||
          this.taken[pairWord[pair] as number] ||
          (this.partner[pairAt[pair] as number] as number) >= 0
        )
          continue
        best = gain
        bestPair = pair
      }
      if (bestPair < 0) return
      this.join(pairAt[bestPair] as number, pairWord[bestPair] as number, LINK.word, this.pairLike[bestPair] as number)
    }
  }

  /** Every pair of words that are alike, by the name's words and then by the question's. */
  private gatherPairs(): number {
    const { words, wordWeights } = this.index
    const { entryWord, entryValue, nextEntry } = this.neighbours
    let pairs = 0
    for (let at = 0; at < this.words; at++) {
      const gain = 1 + (wordWeights[this.start + at] as number)
      const first = pairs
      let entry = this.neighbours.entryOf(words[this.start + at] as number)
      for (; entry >= 0; entry = nextEntry[entry] as number) {
        const word = entryWord[entry] as number
        const like = entryValue[entry] as number
        let place = pairs++
        for (; place > first && (this.pairWord[place - 1] as number) > word; place--) this.copyPair(place - 1, place)
        this.pairAt[place] = at
        this.pairWord[place] = word
        this.pairLike[place] = like
        this.pairGain[place] = like * gain
      }
    }
    return pairs
  }

  private copyPair(from: number, to: number): void {
    this.pairWord[to] = this.pairWord[from] as number
    this.pairLike[to] = this.pairLike[from] as number
    this.pairGain[to] = this.pairGain[from] as number
    this.pairAt[to] = this.pairAt[from] as number
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
    if (!this.person || !(this.question.hasInitial || (this.index.mayExcuse[this.name] as number) & EXCUSES.initial))
      return
    const { lengths, initials } = this.index.vocabulary
    for (let word = 0; word < this.asked; word++) {
      if (this.taken[word]) continue
      const text = this.question.words[word] as string
      const alone = text.length === 1
      const initial = text.charCodeAt(0)
      for (let at = 0; at < this.words; at++) {
        const token = this.index.words[this.start + at] as number
        if (initials[token] !== initial || alone === (lengths[token] === 1)) continue
        if ((this.partner[at] as number) >= 0 || isSilent(this.roleAt(at)) || isSurname(this.roleAt(at))) continue
        if (!alone && !this.mayBeGiven(word)) continue
        this.join(at, word, LINK.initial, likeness.initial)
        break
      }
    }
  }

  private mayBeGiven(word: number): boolean {
    return !isSilent(this.reading.roles[word] as Role) && this.question.heard[word]?.facts.leaning !== 'surname'
  }

  /** Two slips in a long word: looked for only among the words that are left. */
  private takeDistant(): void {
    if (!this.question.hasDistant) return
    const { lengths, initials } = this.index.vocabulary
    for (let at = 0; at < this.words; at++) {
      const token = this.index.words[this.start + at] as number
      if ((lengths[token] as number) < SHORTEST_DISTANT || (this.partner[at] as number) >= 0) continue
      for (let word = 0; word < this.asked; word++) {
        const text = this.question.words[word] as string
        if (this.taken[word] || text.charCodeAt(0) !== initials[token]) continue
        if (!(this.question.heard[word] as HeardWord).distant) continue
        if (slipsBetween(text, this.textAt(at), 2) > 2) continue
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
