import { NumberTable } from '../index/int-map.ts'
import { mayBeWhole, type NameIndex } from '../index/name-index.ts'
import { asWritten } from '../index/postings.ts'
import type { HeardWord } from '../words/query-word.ts'
import { isSilent, type Role } from '../words/roles.ts'
import { hashWord, joinSums, lookUp, SALT, saltedHash } from '../words/word-hash.ts'
import type { JoinedHit } from './alignment.ts'
import { Bound, MOST_NOTED } from './bound.ts'
import { MOST_WORDS, type Question } from './question.ts'
import type { Neighbours } from './similar-words.ts'

// Half of what the question tells must be agreed on, or no score reaches the cut: see `cost` and `cut` in the policy.
const LEAST_SHARE = 0.48
const LEAST_LISTED_SHARE = 0.4
const MOST_JOINED = 400
/** All words at once: a name found by words written together. */
const ALL = 0xffffffff
/** Steps along a word's names that cost as much as a look at one name. */
const MOST_LOOKS = 12

/** Finds the few names worth laying beside a question: rarest words first, until the rest could not lift a new name. */
export class Candidates {
  private readonly index: NameIndex
  private readonly neighbours: Neighbours
  /** Name → its place among those found for this question; what was gathered for each, and the turn that met it last. */
  private readonly found: NumberTable
  private readonly gathered: Float32Array
  private readonly met: Uint8Array
  /** One bit for each word of the question that the name has; all of them where words are written together. */
  private readonly has: Uint32Array
  private turn = 0
  private bit = 0
  readonly names: Uint32Array
  count = 0
  private readonly order = new Uint8Array(MOST_WORDS)
  private readonly worth = new Float32Array(MOST_WORDS)
  private readonly places = new Uint32Array(MOST_JOINED)
  readonly joined: JoinedHit[] = []
  private readonly bound = new Bound()

  constructor(index: NameIndex, neighbours: Neighbours) {
    const names = index.partyOf.length
    this.index = index
    this.neighbours = neighbours
    this.found = new NumberTable(names)
    this.met = new Uint8Array(names)
    this.has = new Uint32Array(names)
    this.gathered = new Float32Array(names)
    this.names = new Uint32Array(names)
  }

  /** Finds every name that may be a match: the first `count` of `names`. The question's words must be resolved. */
  find(question: Question, words: number): void {
    this.findJoined(question, words)
    const total = this.weigh(question, words)
    this.start(words)
    this.gather(words, total)
    const { nameWeights, mayExcuse } = this.index
    this.bound.start(question, this.neighbours, words)
    let kept = 0
    for (let at = 0; at < this.count; at++) {
      const agreed = this.gathered[at] as number
      if (agreed < LEAST_SHARE * total) continue
      const name = this.names[at] as number
      if (agreed < LEAST_LISTED_SHARE * (nameWeights[name] as number)) continue
      if (this.bound.isOutOfReach(this.has[at] as number) && !mayExcuse[name]) continue
      this.names[kept++] = name
    }
    this.count = kept
  }

  /** Names with words written together come first, and always count. */
  private start(words: number): void {
    const { notes, places } = this.neighbours
    let expected = this.joined.length
    for (let word = 0; word < words; word++)
      if ((this.worth[word] as number) > 0) expected += notes.names(places[word] as number)
    this.found.start(Math.min(expected, this.names.length))
    this.count = 0
    this.turn = 1
    for (const { name } of this.joined) if (this.found.get(name) < 0) this.touch(name, Number.POSITIVE_INFINITY, ALL)
  }

  /** What each word can contribute at most, and how many names it leads to; silent words contribute nothing. */
  private weigh(question: Question, words: number): number {
    const { notes, places } = this.neighbours
    const { order, worth } = this
    let total = 0
    for (let word = 0; word < words; word++) {
      const asCompany = question.company.weights[word] as number
      const asPerson = question.person.weights[word] as number
      const own = question.isCompany ? asCompany : Math.max(asCompany, asPerson)
      const names = notes.names(places[word] as number)
      worth[word] = names > 0 ? Math.min(own, notes.heaviest(places[word] as number)) : 0
      // A word that leads nowhere, or is silent in one reading, may cost nothing.
      total += Math.min(worth[word] as number, asCompany, asPerson)
      let place = word
      for (; place > 0 && notes.names(places[order[place - 1] as number] as number) > names; place--)
        order[place] = order[place - 1] as number
      order[place] = word
    }
    return total
  }

  private gather(words: number, total: number): void {
    const { notes, places } = this.neighbours
    let remaining = 0
    for (let word = 0; word < words; word++) remaining += this.worth[word] as number
    for (let turn = 0; turn < words; turn++) {
      const word = this.order[turn] as number
      const worth = this.worth[word] as number
      if (worth === 0) continue
      const place = places[word] as number
      const opening = remaining >= LEAST_SHARE * total
      if (!opening && this.count === 0) return
      this.turn++
      this.bit = word < MOST_NOTED ? 1 << word : 0
      if (!opening && this.count * MOST_LOOKS < notes.names(place)) this.lookAtEach(place, worth)
      else this.follow(place, worth, opening)
      remaining -= worth
    }
  }

  private follow(place: number, worth: number, opening: boolean): void {
    const { notes } = this.neighbours
    const { postings, postingStarts } = this.index
    const start = notes.tokensAt(place)
    const tokens = notes.tokenCount(place)
    const row = notes.rowLength(place)
    if (row > 0) {
      const rowStart = start + 2 * tokens
      this.visit(notes.numbers, rowStart, rowStart + row, worth, opening)
      return
    }
    for (let at = start; at < start + tokens; at++) {
      const token = notes.numbers[at] as number
      this.visit(postings, postingStarts[token] as number, postingStarts[token + 1] as number, worth, opening)
    }
  }

  private visit(names: Uint32Array, start: number, end: number, worth: number, opening: boolean): void {
    const { found, met, gathered, has, turn, bit } = this
    for (let at = start; at < end; at++) {
      const name = names[at] as number
      const place = found.get(name)
      if (place < 0) {
        if (opening) this.touch(name, worth, this.bit)
      } else if (met[place] !== turn) {
        met[place] = turn
        gathered[place] = (gathered[place] as number) + worth
        has[place] = (has[place] as number) | bit
      }
    }
  }

  /** With few names found and a common word left, it is sooner seen which of them have it. */
  private lookAtEach(place: number, worth: number): void {
    const { numbers } = this.neighbours.notes
    const start = this.neighbours.notes.tokensAt(place)
    const end = start + this.neighbours.notes.tokenCount(place)
    for (let at = 0; at < this.count; at++)
      if (this.hasOneOf(this.names[at] as number, numbers, start, end)) {
        this.gathered[at] = (this.gathered[at] as number) + worth
        this.has[at] = (this.has[at] as number) | this.bit
      }
  }

  private hasOneOf(name: number, tokens: Uint32Array, start: number, end: number): boolean {
    const { starts, words, roles } = this.index
    const last = starts[name + 1] as number
    for (let at = starts[name] as number; at < last; at++) {
      if (isSilent(roles[at] as Role)) continue
      const word = words[at] as number
      for (let token = start; token < end; token++) if (tokens[token] === word) return true
    }
    return false
  }

  private touch(name: number, worth: number, has: number): void {
    this.has[this.count] = has
    this.found.put(name, this.count)
    this.met[this.count] = this.turn
    this.gathered[this.count] = worth
    this.names[this.count++] = name
  }

  /** Words glued by the question, and words glued by the list. */
  private findJoined({ heard }: Question, words: number): void {
    const { notes, places } = this.neighbours
    this.joined.length = 0
    for (let at = 0; at < words; at++) {
      const word = heard[at] as HeardWord
      if (notes.mayBeGlued(places[at] as number)) this.findGlued(word.text, at)
      if (at + 1 === words) break
      const next = heard[at + 1] as HeardWord
      const sum = joinSums(word.sum, next.sum, next.text.length)
      this.findApart(sum, at, 2, heard)
      if (at + 2 === words || !(word.particle || next.particle)) continue
      const third = heard[at + 2] as HeardWord
      this.findApart(joinSums(sum, third.sum, third.text.length), at, 3, heard)
    }
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
