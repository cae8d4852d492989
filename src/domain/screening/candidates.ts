import type { JoinedHit } from './alignment.ts'
import { hashWord, joinSums, lookUp, SALT, saltedHash } from './hashing.ts'
import type { HeardWord } from './heard-word.ts'
import { mayBeWhole, type NameIndex } from './name-index.ts'
import { asWritten } from './name-postings.ts'
import { isSilent, type Role } from './name-words.ts'
import type { Neighbours, ResolvedWord } from './neighbours.ts'
import { MOST_WORDS, type Question } from './question.ts'

// Half of what the question tells must be agreed on, or no score reaches the cut: see `cost` and `cut` in the policy.
const LEAST_SHARE = 0.48
const LEAST_LISTED_SHARE = 0.4
const MOST_JOINED = 400
/** Steps along a word's names that cost as much as a look at one name. */
const MOST_LOOKS = 12

/** Finds the few names worth laying beside a question: rarest words first, until the rest could not lift a new name. */
export class Candidates {
  private readonly index: NameIndex
  private readonly neighbours: Neighbours
  /**
   * The last turn that met a name, 0 for none; wiped after each question. One byte each: hundreds of names are met for a
   * question, all over the list, and what they push out of the processor's cache is what a request costs most.
   */
  private readonly met: Uint8Array
  private readonly gathered: Float32Array
  private turn = 0
  readonly names: Uint32Array
  count = 0
  private readonly order = new Uint8Array(MOST_WORDS)
  private readonly worth = new Float32Array(MOST_WORDS)
  private readonly places = new Uint32Array(MOST_JOINED)
  readonly joined: JoinedHit[] = []

  constructor(index: NameIndex, neighbours: Neighbours) {
    const names = index.partyOf.length
    this.index = index
    this.neighbours = neighbours
    this.met = new Uint8Array(names)
    this.gathered = new Float32Array(names)
    this.names = new Uint32Array(names)
  }

  /** Finds every name that may be a match: the first `count` of `names`. */
  find(question: Question): void {
    const words = this.neighbours.resolve(question)
    this.turn = 1
    this.count = 0
    this.findJoined(question, words)
    const total = this.weigh(question, words)
    this.gather(words, total)
    const { nameWeights } = this.index
    let kept = 0
    for (let at = 0; at < this.count; at++) {
      const name = this.names[at] as number
      const agreed = this.gathered[name] as number
      this.met[name] = 0
      if (agreed >= LEAST_SHARE * total && agreed >= LEAST_LISTED_SHARE * (nameWeights[name] as number))
        this.names[kept++] = name
    }
    this.count = kept
  }

  /** What each word can contribute at most, and how many names it leads to; silent words contribute nothing. */
  private weigh(question: Question, words: number): number {
    const { resolved } = this.neighbours
    const { order, worth } = this
    let total = 0
    for (let word = 0; word < words; word++) {
      const asCompany = question.company.weights[word] as number
      const asPerson = question.person.weights[word] as number
      const own = question.isCompany ? asCompany : Math.max(asCompany, asPerson)
      const { names, heaviest } = resolved[word] as ResolvedWord
      worth[word] = names > 0 ? Math.min(own, heaviest) : 0
      // A word that leads nowhere, or is silent in one reading, may cost nothing.
      total += Math.min(worth[word] as number, asCompany, asPerson)
      let place = word
      for (; place > 0 && (resolved[order[place - 1] as number] as ResolvedWord).names > names; place--)
        order[place] = order[place - 1] as number
      order[place] = word
    }
    return total
  }

  private gather(words: number, total: number): void {
    let remaining = 0
    for (let word = 0; word < words; word++) remaining += this.worth[word] as number
    for (let place = 0; place < words; place++) {
      const word = this.order[place] as number
      const worth = this.worth[word] as number
      if (worth === 0) continue
      const resolved = this.neighbours.resolved[word] as ResolvedWord
      const opening = remaining >= LEAST_SHARE * total
      if (!opening && this.count === 0) return
      this.turn++
      if (!opening && this.count * MOST_LOOKS < resolved.names) this.lookAtEach(resolved, worth)
      else this.follow(resolved, worth, opening)
      remaining -= worth
    }
  }

  private follow({ row, tokens }: ResolvedWord, worth: number, opening: boolean): void {
    if (row) {
      this.visit(row, 0, row.length, worth, opening)
      return
    }
    const { postings, postingStarts } = this.index
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as number
      this.visit(postings, postingStarts[token] as number, postingStarts[token + 1] as number, worth, opening)
    }
  }

  private visit(names: Uint32Array, start: number, end: number, worth: number, opening: boolean): void {
    const { met, gathered, turn } = this
    for (let at = start; at < end; at++) {
      const name = names[at] as number
      const last = met[name] as number
      if (last === turn) continue
      if (last > 0) {
        met[name] = turn
        gathered[name] = (gathered[name] as number) + worth
      } else if (opening) this.touch(name, worth)
    }
  }

  /** With few names found and a common word left, it is sooner seen which of them have it. */
  private lookAtEach({ tokens }: ResolvedWord, worth: number): void {
    for (let at = 0; at < this.count; at++) {
      const name = this.names[at] as number
      if (this.hasOneOf(name, tokens)) this.gathered[name] = (this.gathered[name] as number) + worth
    }
  }

  private hasOneOf(name: number, tokens: Uint32Array): boolean {
    const { starts, words, roles } = this.index
    const end = starts[name + 1] as number
    for (let at = starts[name] as number; at < end; at++)
      if (!isSilent(roles[at] as Role) && tokens.includes(words[at] as number)) return true
    return false
  }

  private touch(name: number, worth: number): void {
    this.met[name] = this.turn
    this.gathered[name] = worth
    this.names[this.count++] = name
  }

  /** Words glued by the question, and words glued by the list. */
  private findJoined({ heard }: Question, words: number): void {
    this.joined.length = 0
    for (let at = 0; at < words; at++) {
      const word = heard[at] as HeardWord
      if ((this.neighbours.resolved[at] as ResolvedWord).mayBeGlued) this.findGlued(word.text, at)
      if (at + 1 === words) break
      const next = heard[at + 1] as HeardWord
      const sum = joinSums(word.sum, next.sum, next.text.length)
      this.findApart(sum, at, 2, heard)
      if (at + 2 === words || !(word.facts.particle || next.facts.particle)) continue
      const third = heard[at + 2] as HeardWord
      this.findApart(joinSums(sum, third.sum, third.text.length), at, 3, heard)
    }
    for (const { name } of this.joined)
      if (this.met[name] === 0) this.touch(name, Number.POSITIVE_INFINITY)
      else this.gathered[name] = Number.POSITIVE_INFINITY
  }

  private findGlued(text: string, asked: number): void {
    const { joined, words, vocabulary, nameOfWord, starts } = this.index
    const found = lookUp(joined, hashWord(text, SALT.joined), this.places)
    for (let entry = 0; entry < found; entry++) {
      const at = this.places[entry] as number
      const name = nameOfWord[at] as number
      let rest = text
      let taken = 0
      const start = starts[name] as number
      const length = (starts[name + 1] as number) - start
      while (rest !== '' && taken < length) {
        const word = asWritten(vocabulary.words[words[start + ((at - start + taken) % length)] as number] as string)
        if (!rest.startsWith(word)) break
        rest = rest.slice(word.length)
        taken++
      }
      if (rest === '' && taken > 1 && this.joined.length < MOST_JOINED)
        this.joined.push({ name, asked, askedWords: 1, at, words: taken })
    }
  }

  private findApart(sum: number, asked: number, askedWords: number, heard: readonly HeardWord[]): void {
    const { vocabulary } = this.index
    const hash = saltedHash(sum, SALT.letters)
    if (!mayBeWhole(vocabulary, hash)) return
    const found = lookUp(vocabulary.neighbours, hash, this.places)
    if (found === 0) return
    let whole = ''
    for (let word = asked; word < asked + askedWords; word++) whole += (heard[word] as HeardWord).text
    for (let entry = 0; entry < found; entry++) {
      const token = this.places[entry] as number
      if (vocabulary.words[token] === whole) this.takeApart(token, asked, askedWords)
    }
  }

  private takeApart(token: number, asked: number, askedWords: number): void {
    const { postings, postingStarts, starts, words } = this.index
    for (let posting = postingStarts[token] as number; posting < (postingStarts[token + 1] as number); posting++) {
      if (this.joined.length >= MOST_JOINED) return
      const name = postings[posting] as number
      const at = words.indexOf(token, starts[name] as number)
      this.joined.push({ name, asked, askedWords, at, words: 1 })
    }
  }
}
