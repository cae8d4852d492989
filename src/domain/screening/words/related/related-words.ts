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

type KeysByWord = Map<string, RelationKey[]>

const addKey = (keys: KeysByWord, word: string, key: RelationKey): void => {
  const known = keys.get(word)
  if (!known) keys.set(word, [key])
  else if (!known.includes(key)) known.push(key)
}

/** Entries are separated by line ends or bars. */
const entriesOf = (table: string): string[] => table.trim().split(/\n| \| /)

const addAbbreviations = (keys: KeysByWord): void => {
  for (const [meaning, entry] of entriesOf(COMPANY_ABBREVIATIONS).entries()) {
    const languages = entry.split(' = ')
    const translation: RelationKey = { kind: 'translation', key: `t${meaning}` }
    for (const [language, words] of languages.entries()) {
      const abbreviation: RelationKey = { kind: 'abbreviation', key: `a${meaning}.${language}` }
      for (const word of words.split(' ')) {
        addKey(keys, word, abbreviation)
        if (languages.length > 1) addKey(keys, word, translation)
      }
    }
  }
  for (const [at, entry] of entriesOf(NAME_ABBREVIATIONS).entries()) {
    const key: RelationKey = { kind: 'abbreviation', key: `p${at}` }
    for (const word of entry.split(' ')) addKey(keys, word, key)
  }
}

/** Spellings of one full name share its familiar forms. */
const nameOf = (word: string): string => {
  const { group } = factsOf(word)
  return group > 0 ? String(group) : word
}

const addNicknames = (keys: KeysByWord): ReadonlyMap<string, RelationKey> => {
  const fullNames = new Map<string, RelationKey>()
  for (const entry of entriesOf(NICKNAMES)) {
    const [full, familiar] = entry.split(': ') as [string, string]
    for (const name of full.split(' ')) {
      if (factsOf(name).isParticle) continue
      const group = nameOf(name)
      const key = fullNames.get(group) ?? { kind: 'nickname', key: `n${group}` }
      fullNames.set(group, key)
      addKey(keys, name, key)
      for (const word of familiar.split(' ')) addKey(keys, word, key)
    }
  }
  return fullNames
}

const addRomanised = (keys: KeysByWord): void => {
  for (const [at, entry] of entriesOf(ROMANISED_NAMES).entries()) {
    const key: RelationKey = { kind: 'romanisation', key: `r${at}` }
    for (const word of entry.split(' ')) addKey(keys, word, key)
  }
}

const buildKeys = () => {
  const byWord: KeysByWord = new Map()
  addAbbreviations(byWord)
  const fullNames = addNicknames(byWord)
  addRomanised(byWord)
  return { byWord, fullNames }
}

const tables = onFirstUse(buildKeys)
const NONE: readonly RelationKey[] = []

/** The key of all writings of a number. */
export const numberKey = (value: string): string => `#${value}`

/**
 * The keys under which other words are related to a folded word. An index files its terms under theirs, and a question
 * looks its words up by theirs; how much each kind counts is the policy's.
 */
export const relationKeysOf = (word: string): readonly RelationKey[] => {
  const { byWord, fullNames } = tables()
  const listed = byWord.get(word) ?? NONE
  const number = numberOf(word)
  const spelling = fullNames.get(nameOf(word))
  // A given name is no surname for women: CHRISTINA is not CHRISTIN's.
  const isGivenName = spelling !== undefined || listed.some(({ kind }) => kind === 'nickname')
  const stem = number === null && !isGivenName ? genderStem(word) : null
  const isNewSpelling = spelling !== undefined && !listed.includes(spelling)
  if (number === null && stem === null && !isNewSpelling) return listed
  const keys = [...listed]
  if (number !== null) keys.push({ kind: 'number', key: numberKey(number.value) })
  if (stem !== null) keys.push({ kind: 'gender', key: `g${stem}` })
  if (isNewSpelling) keys.push(spelling)
  return keys
}

/** Is the word in one of the tables? */
export const isRelatedWord = (word: string): boolean => tables().byWord.has(word)

/** How two different words are related, the most trusted way first; null when no table relates them. */
export const relationBetween = (a: string, b: string): Relation | null => {
  const others = relationKeysOf(b)
  const shared = relationKeysOf(a).filter(({ key }) => others.some((other) => other.key === key))
  return RELATIONS.find((kind) => shared.some((key) => key.kind === kind)) ?? null
}
