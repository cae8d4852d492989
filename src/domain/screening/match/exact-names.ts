import { findValues } from '../index/hash-table.ts'
import type { NameIndex } from '../index/name-index.ts'
import { factsOf } from '../words/lexicon.ts'
import { ROLE } from '../words/roles.ts'
import type { Question } from './question.ts'

const MAX_NAMES = 10_000

/** Finds the listed names and strong aliases that have the same set of words as the question, legal forms aside. */
export class ExactNames {
  readonly #index: NameIndex
  readonly #found = new Uint32Array(MAX_NAMES)

  constructor(index: NameIndex) {
    this.#index = index
  }

  /** Calls `take` with each name that equals the question with its legal forms or without them. */
  each(question: Question, take: (nameId: number) => void): void {
    this.#eachWithSet(question, question.texts, question.wordsHash, take)
    if (question.core.length < question.texts.length)
      this.#eachWithSet(question, question.core, question.coreHash, take)
  }

  #eachWithSet(question: Question, words: readonly string[], hash: number, take: (nameId: number) => void): void {
    const found = findValues(this.#index.namesByWordSet, hash, this.#found)
    for (let at = 0; at < found; at++) {
      const nameId = this.#found[at] as number
      if (this.#isEqual(question, words, nameId)) take(nameId)
    }
  }

  #isEqual(question: Question, words: readonly string[], nameId: number): boolean {
    const listed = this.#wordsOf(nameId, false)
    if (!isSameSet(listed, words)) return false
    if (new Set(listed).size > 1 || isSameSet(this.#wordsOf(nameId, true), question.texts)) return true
    // One everyday word is not the company of that name, unless it is asked for with a legal form.
    return question.core.length < question.texts.length && factsOf(listed[0] as string).group === 0
  }

  #wordsOf(nameId: number, withLegalForms: boolean): string[] {
    const words: string[] = []
    const { nameStarts, wordRoles, wordTerms, vocabulary } = this.#index
    for (let at = nameStarts[nameId] as number; at < (nameStarts[nameId + 1] as number); at++)
      if (withLegalForms || wordRoles[at] !== ROLE.legal) words.push(vocabulary.terms.at(wordTerms[at] as number))
    return words
  }
}

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((word) => others.includes(word)) && others.every((word) => some.includes(word))
