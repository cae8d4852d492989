import type { JoinedHit } from './alignment.ts'
import { hashJoined, hashWord, lookUp, SALT } from './hashing.ts'
import { mayBeWhole, type NameIndex } from './name-index.ts'
import { asWritten } from './name-postings.ts'
import type { Neighbours } from './neighbours.ts'
import { MOST_WORDS, type Question } from './question.ts'

// Half of what the question tells must be agreed on, or no score reaches the cut: see `cost` and `cut` in the policy.
const LEAST_SHARE = 0.48
const LEAST_LISTED_SHARE = 0.4
const MOST_JOINED = 400

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
    const { names, heaviest } = this.neighbours
    const { order, worth } = this
    let total = 0
    for (let word = 0; word < words; word++) {
      const asCompany = question.company.weights[word] as number
      const asPerson = question.person.weights[word] as number
      const own = question.isCompany ? asCompany : Math.max(asCompany, asPerson)
      const length = names[word] as number
      worth[word] = length > 0 ? Math.min(own, heaviest[word] as number) : 0
      // A word that leads nowhere, or is silent in one reading, may cost nothing.
      total += Math.min(worth[word] as number, asCompany, asPerson)
      let place = word
      for (; place > 0 && (names[order[place - 1] as number] as number) > length; place--)
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
      const opening = remaining >= LEAST_SHARE * total
      if (!opening && this.count === 0) return
      this.follow(word, worth, opening)
      remaining -= worth
    }
  }

  private follow(word: number, worth: number, opening: boolean): void {
    const { postings, postingStarts } = this.index
    const { found, starts } = this.neighbours
    const { met, gathered } = this
    const turn = ++this.turn
    for (let at = starts[word] as number; at < (starts[word + 1] as number); at++) {
      const token = found[at] as number
      const end = postingStarts[token + 1] as number
      for (let posting = postingStarts[token] as number; posting < end; posting++) {
        const name = postings[posting] as number
        const last = met[name] as number
        if (last === turn) continue
        if (last > 0) {
          met[name] = turn
          gathered[name] = (gathered[name] as number) + worth
        } else if (opening) this.touch(name, worth)
      }
    }
  }

  private touch(name: number, worth: number): void {
    this.met[name] = this.turn
    this.gathered[name] = worth
    this.names[this.count++] = name
  }

  /** Words glued by the question, and words glued by the list. */
  private findJoined(question: Question, words: number): void {
    this.joined.length = 0
    for (let word = 0; word < words; word++) {
      const text = question.words[word] as string
      if (this.neighbours.mayBeGlued[word]) this.findGlued(text, word)
      const next = question.words[word + 1]
      if (next === undefined || word + 1 >= words) continue
      this.findApart(word, 2, text, next)
      const third = question.words[word + 2]
      const small = question.heard[word]?.facts.particle || question.heard[word + 1]?.facts.particle
      if (third !== undefined && word + 2 < words && small) this.findApart(word, 3, text, next, third)
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

  private findApart(asked: number, askedWords: number, first: string, second: string, third = ''): void {
    const { vocabulary } = this.index
    const hash = hashJoined(SALT.letters, first, second, third)
    if (!mayBeWhole(vocabulary, hash)) return
    const length = first.length + second.length + third.length
    const found = lookUp(vocabulary.neighbours, hash, this.places)
    for (let entry = 0; entry < found; entry++) {
      const token = this.places[entry] as number
      const word = vocabulary.words[token] as string
      if (word.length === length && word.startsWith(first) && word.endsWith(third || second))
        if (word === first + second + third) this.takeApart(token, asked, askedWords)
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
