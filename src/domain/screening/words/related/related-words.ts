import { factsOf } from '../lexicon.ts'
import { COMPANY_ABBREVIATIONS, NAME_ABBREVIATIONS } from '../tables/abbreviations.ts'
import { NICKNAMES } from '../tables/nicknames.ts'
import { onFirstUse } from '../tables/on-first-use.ts'
import { ROMANISED_NAMES } from '../tables/romanised-names.ts'
import { genderStem } from './gender-forms.ts'
import { numberOf } from './number-words.ts'

/** How two different words may mean the same. The order is that of trust: a pair related in two ways has the earlier one. */
export const RELATIONS = ['number', 'abbreviation', 'gender', 'nickname', 'romanisation', 'translation'] as const
export type Relation = (typeof RELATIONS)[number]

/** Words with the same key are related in this way. No key is used by two kinds. */
export interface RelationKey {
  kind: Relation
  key: string
}

/** The tables in a form that is quick to build: the keys by number, and each word with the numbers of its keys as a text. */
class RelationTable {
  readonly keys: RelationKey[] = []
  readonly numbersByWord = new Map<string, string>()
  /** The number of the key of each full name that has familiar forms. */
  readonly fullNames = new Map<string, number>()

  constructor() {
    for (const entry of entriesOf(COMPANY_ABBREVIATIONS)) this.#addAbbreviations(entry.split(' = '))
    for (const entry of entriesOf(NAME_ABBREVIATIONS)) this.#addWords(entry, this.#newKey('abbreviation'))
    for (const entry of entriesOf(NICKNAMES)) this.#addNicknames(entry.split(': ') as [string, string])
    for (const entry of entriesOf(ROMANISED_NAMES)) this.#addWords(entry, this.#newKey('romanisation'))
  }

  #addAbbreviations(languages: readonly string[]): void {
    const translation = languages.length > 1 ? this.#newKey('translation') : -1
    for (const words of languages) {
      this.#addWords(words, this.#newKey('abbreviation'))
      if (translation >= 0) this.#addWords(words, translation)
    }
  }

  #addNicknames([full, familiar]: readonly [string, string]): void {
    for (const name of full.split(' ')) {
      if (factsOf(name).isParticle) continue
      const fullName = nameOf(name)
      const known = this.fullNames.get(fullName)
      const key = known ?? this.#newKey('nickname')
      if (known === undefined) this.fullNames.set(fullName, key)
      this.#addWords(name, key)
      this.#addWords(familiar, key)
    }
  }

  #newKey(kind: Relation): number {
    return this.keys.push({ kind, key: `${kind}${this.keys.length}` }) - 1
  }

  #addWords(words: string, key: number): void {
    const number = String.fromCharCode(key)
    for (const word of words.split(' ')) {
      const known = this.numbersByWord.get(word)
      if (known === undefined) this.numbersByWord.set(word, number)
      else if (!known.includes(number)) this.numbersByWord.set(word, known + number)
    }
  }

  keysOf(word: string): RelationKey[] {
    const numbers = this.numbersByWord.get(word) ?? ''
    const keys: RelationKey[] = []
    for (let at = 0; at < numbers.length; at++) keys.push(this.keys[numbers.charCodeAt(at)] as RelationKey)
    return keys
  }
}

/** Entries are separated by line ends or bars. */
const entriesOf = (table: string): string[] => table.trim().split(/\n| \| /)

/** Spellings of one full name share its familiar forms. */
const nameOf = (word: string): string => {
  const { group } = factsOf(word)
  // The sign keeps group 550 apart from a word that is 550.
  return group > 0 ? `#${group}` : word
}

const table = onFirstUse(() => new RelationTable())

/** The key of all writings of a number. */
export const numberKey = (value: string): string => `number:${value}`

/**
 * The keys under which other words are related to a folded word. An index files its terms under theirs, and a question
 * looks its words up by theirs; how much each kind counts is the policy's.
 */
export const relationKeysOf = (word: string): readonly RelationKey[] => {
  const keys = table().keysOf(word)
  const fullName = table().fullNames.get(nameOf(word))
  const familiar = fullName === undefined ? undefined : table().keys[fullName]
  if (familiar !== undefined && !keys.includes(familiar)) keys.push(familiar)
  const number = numberOf(word)
  if (number !== null) keys.push({ kind: 'number', key: numberKey(number.value) })
  // A given name is no surname for women: CHRISTINA is not CHRISTIN's.
  else if (keys.every(({ kind }) => kind !== 'nickname')) {
    const stem = genderStem(word)
    if (stem !== null) keys.push({ kind: 'gender', key: `gender:${stem}` })
  }
  return keys
}

/** Is the word in one of the tables? */
export const isRelatedWord = (word: string): boolean => table().numbersByWord.has(word)

/** How two different words are related, the most trusted way first; null when no table relates them. */
export const relationBetween = (a: string, b: string): Relation | null => {
  const others = relationKeysOf(b)
  const shared = relationKeysOf(a).filter(({ key }) => others.some((other) => other.key === key))
  return RELATIONS.find((kind) => shared.some((key) => key.kind === kind)) ?? null
}
