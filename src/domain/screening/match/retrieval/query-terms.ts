import { IntMap } from '../../index/int-map.ts'
import type { NameIndex } from '../../index/name-index.ts'
import type { EditDistance } from '../../words/edit-distance.ts'
import type { QueryWord } from '../../words/query-word.ts'
import { MAX_QUERY_WORDS, type Question } from '../question.ts'
import { FindingCache } from './finding-cache.ts'
import { SimilarWords } from './similar-words.ts'

const MAX_ENTRIES = 3_000

/** The terms of one list that each word of the question may stand for; reused from question to question. */
export class QueryTerms {
  readonly findings = new FindingCache()
  readonly #similar: SimilarWords
  /** For each word of the question: its number, by which `findings` is read. */
  readonly wordIds = new Uint16Array(MAX_QUERY_WORDS)
  wordCount = 0
  /** How many of the words are not on the list. */
  unlisted = 0

  /** For alignment: each term's chain of entries, one for each word of the question it may stand for. */
  readonly #firstEntry = new IntMap(MAX_ENTRIES)
  readonly nextEntry = new Int16Array(MAX_ENTRIES)
  readonly entryWord = new Uint8Array(MAX_ENTRIES)
  readonly entrySimilarity = new Float32Array(MAX_ENTRIES)
  #entryCount = 0
  #hasEntries = false

  constructor(index: NameIndex, distance: EditDistance) {
    this.#similar = new SimilarWords(index, distance)
  }

  /** Finds the terms of each word of a question. */
  resolve({ words, cache }: Question): void {
    const { findings, wordIds } = this
    findings.prepare(cache)
    this.wordCount = Math.min(words.length, MAX_QUERY_WORDS)
    this.#hasEntries = false
    this.unlisted = 0
    for (let at = 0; at < this.wordCount; at++) {
      const word = words[at] as QueryWord
      if (!findings.has(word)) findings.set(word, this.#similar.find(word))
      if (!findings.isListed(word.id)) this.unlisted++
      wordIds[at] = word.id
    }
  }

  /** Makes the entries; done for the first name that is aligned, since most questions have none. */
  prepareEntries(): void {
    if (this.#hasEntries) return
    this.#hasEntries = true
    const { findings, wordIds } = this
    let expected = 0
    for (let at = 0; at < this.wordCount; at++) expected += findings.termCount(wordIds[at] as number)
    this.#entryCount = 0
    this.#firstEntry.reset(Math.min(expected, MAX_ENTRIES))
    for (let word = 0; word < this.wordCount; word++) {
      const start = findings.termsStart(wordIds[word] as number)
      const terms = findings.termCount(wordIds[word] as number)
      for (let at = start; at < start + terms; at++)
        this.#addEntry(word, findings.numbers[at] as number, findings.similarities[at + terms] as number)
    }
  }

  #addEntry(word: number, termId: number, similarity: number): void {
    const entry = this.#entryCount
    if (entry === MAX_ENTRIES) return
    this.#entryCount++
    this.entryWord[entry] = word
    this.entrySimilarity[entry] = similarity
    this.nextEntry[entry] = this.entryOf(termId)
    this.#firstEntry.set(termId, entry)
  }

  /** The first entry of a term, or -1 when it stands for no word of the question. */
  entryOf(termId: number): number {
    return this.#firstEntry.get(termId)
  }
}
