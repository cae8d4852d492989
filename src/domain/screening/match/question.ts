import type { AskedFacts } from '../facts/compare-facts.ts'
import type { PartyKind } from '../party.ts'
import { craftPrefixLength } from '../words/company-words.ts'
import { countWords } from '../words/fold.ts'
import { isPlainSet } from '../words/letters.ts'
import { type QueryWord, QueryWordCache } from '../words/query-word.ts'
import {
  isWeightless,
  looksLikeCompany,
  markCraftPrefix,
  markLegalForms,
  promoteSmallWords,
  ROLE,
  type Role,
  rolesByFacts,
  rolesOf,
  weightInRole,
} from '../words/roles.ts'
import { latinReading } from '../words/scripts/latin-reading.ts'
import { husbandIn, onlyTellingWord } from '../words/written/telling-words.ts'
import { readWrittenName } from '../words/written/written-name.ts'
import { type AskedDocument, kindsExcludedBy, readDocument } from './documents.ts'

/** A longer question is compared by its first words; whether it equals a listed name is always seen. */
export const MAX_QUERY_WORDS = 40

/** No name repeats a word more often; a question that does would meet the same names again with every copy. */
const MAX_COPIES = 4

/** The longest first word of what may stand before a ship's name. */
const MAX_CRAFT_PREFIX = 4

const NO_PARTS: readonly Question[] = []

/** The words with their roles and weights, read as a person's name or as a company's. */
export interface Reading {
  roles: readonly Role[]
  weights: readonly number[]
  /** How many words are neither weightless nor affixes. */
  informative: number
}

/** A name as it is asked for, prepared once for all lists. */
export interface Question {
  /** Its words, as text and with their facts. */
  texts: readonly string[]
  words: readonly QueryWord[]
  /** All words but legal forms, as they are typed: what a listed company's name must equal. */
  core: readonly string[]
  /** How many characters it was written with. */
  length: number
  /** Hashes of both as sets; the second is -1 when there are no legal forms. */
  wordsHash: number
  coreHash: number
  /** One and the same object where the words read the same either way. */
  person: Reading
  company: Reading
  /** How many of the first words are surnames, when a comma says so; else 0. */
  surnameCount: number
  /** A legal form among its words shows that it is no person. */
  isCompany: boolean
  /** Has it a legal form, or a word that companies share? */
  mayBeCompany: boolean
  /** Is one of its words a number? */
  hasNumber: boolean
  /** How many of its words are single letters. */
  initials: number
  /** Which word is a husband's surname (LOPEZ DE ROJAS, VDA. DE ROJAS), which her own name lacks; -1 when none is. */
  husband: number
  /** The one word that tells whose name it is, where no second one does: it clears nobody. Null for every other name. */
  thinWord: QueryWord | null
  /** What it cannot be, by its document. */
  excluded: readonly PartyKind[]
  document: AskedDocument | null
  /** What else is known of the customer; null when nothing is. */
  facts: AskedFacts | null
  /** The names that the text consists of, where an alias, a trade name or a note stands beside the name; the name itself first. */
  parts: readonly Question[]
  /** A name in Arabic, Hebrew, Chinese or Korean writing as it is likely written in Latin letters; proves no equality. */
  latin: Question | null
  /** Where the numbers of its words come from. */
  cache: QueryWordCache
}

/** Reads names into questions, and keeps what it knows of words seen lately: whoever asks often owns one. */
export class QuestionReader {
  readonly #cache = new QueryWordCache()

  read(nombre: string, documento?: string, facts: AskedFacts | null = null): Question {
    const { name, parts } = readWrittenName(nombre)
    const question = this.#readName(name, documento, facts)
    if (parts.length === 0) return question
    const [own, ...others] = parts.map((part) => this.#readName(part, documento, facts))
    const aliases = others.map((alias) => ({ ...alias, thinWord: null }))
    return { ...question, parts: own ? [own, ...aliases] : aliases, thinWord: own?.thinWord ?? question.thinWord }
  }

  #readName(nombre: string, documento: string | undefined, facts: AskedFacts | null): Question {
    const words = withFewCopies(this.#cache.readWords(nombre))
    const texts: string[] = []
    let initials = 0
    let hasCompanyWord = false
    let hasNumber = false
    for (const word of words) {
      texts.push(word.text)
      if (word.text.length === 1) initials++
      if (word.companyWeight !== word.facts.weight) hasCompanyWord = true
      if (word.isNumber) hasNumber = true
    }
    const { person, company, isCompany, core } = readRoles(texts, words)
    const hasForms = core.length < words.length
    const comma = nombre.indexOf(',')
    const document = documento ? readDocument(documento) : null
    const isLatin = words.every(({ letters }) => isPlainSet(letters))
    return {
      texts,
      words,
      core: hasForms ? core.map(({ text }) => text) : texts,
      length: nombre.length,
      wordsHash: hashWords(words),
      coreHash: hasForms ? hashWords(core) : -1,
      person,
      company,
      surnameCount: comma > 0 && !isCompany ? countWords(nombre.slice(0, comma)) : 0,
      isCompany,
      mayBeCompany: isCompany || hasCompanyWord,
      hasNumber,
      initials,
      husband: isCompany ? -1 : husbandIn(words),
      thinWord: isCompany ? null : onlyTellingWord(words),
      excluded: kindsExcludedBy(document),
      document,
      facts,
      parts: NO_PARTS,
      latin: isLatin ? null : this.#readLatin(nombre, documento, facts),
      cache: this.#cache,
    }
  }

  #readLatin(nombre: string, documento: string | undefined, facts: AskedFacts | null): Question | null {
    const latin = latinReading(nombre)
    return latin === null ? null : this.#readName(latin, documento, facts)
  }
}

/** Are they read the same? Then they find the same. */
export const isSameQuestion = (one: Question, other: Question): boolean =>
  one.length === other.length &&
  one.surnameCount === other.surnameCount &&
  one.words.length === other.words.length &&
  one.words.every((word, at) => word === other.words[at])

/** The words, each as often as a name may have it. The cache gives one object for a word, however often it stands there. */
const withFewCopies = (words: QueryWord[]): QueryWord[] => {
  if (words.length <= MAX_COPIES) return words
  return words.filter((word, at) => {
    let copies = 0
    for (let before = 0; before < at; before++) if (words[before] === word) copies++
    return copies < MAX_COPIES
  })
}

interface Readings {
  person: Reading
  company: Reading
  isCompany: boolean
  /** All words but legal forms. */
  core: readonly QueryWord[]
}

const readRoles = (texts: readonly string[], words: readonly QueryWord[]): Readings => {
  let isPlain = true
  let mayHaveForm = false
  for (const word of words) {
    if (word.startsForm) mayHaveForm = true
    if (!word.isPlain) isPlain = false
  }
  const hasPrefix = (texts[0]?.length ?? 0) <= MAX_CRAFT_PREFIX && craftPrefixLength(texts) > 0
  if (isPlain && !mayHaveForm && !hasPrefix) return readPlainWords(words)
  const facts = words.map((word) => word.facts)
  const person = readingOf(words, promoteSmallWords(texts, rolesByFacts(facts, false)), false)
  const roles = rolesByFacts(facts, true)
  if (hasPrefix) markCraftPrefix(texts, roles)
  if (mayHaveForm) return { person, ...readCompany(texts, words, roles) }
  return { person, company: readingOf(words, promoteSmallWords(texts, roles), true), isCompany: false, core: words }
}

/** Words without special roles read the same either way. */
const readPlainWords = (words: readonly QueryWord[]): Readings => {
  const roles: Role[] = []
  const weights: number[] = []
  for (const { weight } of words) {
    roles.push(ROLE.other)
    weights.push(weight)
  }
  const reading = { roles, weights, informative: words.length }
  return { person: reading, company: reading, isCompany: false, core: words }
}

/** A name that may have a legal form, misspelt or not. */
const readCompany = (
  texts: readonly string[],
  words: readonly QueryWord[],
  byFacts: Role[],
): Omit<Readings, 'person'> => {
  markLegalForms(texts, byFacts, (at) => (words[at] as QueryWord).startsForm)
  const typed = promoteSmallWords(texts, byFacts)
  // Only words that are not part of a legal form already are corrected.
  const isCorrected = words.some((word, at) => word.corrected !== word.text && typed[at] !== ROLE.legal)
  const corrected = isCorrected
    ? words.map((word, at) => (typed[at] === ROLE.legal ? word.text : word.corrected))
    : texts
  const roles = isCorrected ? rolesOf(corrected, true) : typed
  return {
    company: readingOf(words, roles, true),
    isCompany: looksLikeCompany(corrected, roles),
    core: words.filter((_, at) => typed[at] !== ROLE.legal),
  }
}

const readingOf = (words: readonly QueryWord[], roles: readonly Role[], asCompany: boolean): Reading => {
  const weights: number[] = []
  let informative = 0
  for (let at = 0; at < words.length; at++) {
    const { text, facts, companyWeight } = words[at] as QueryWord
    const role = roles[at] as Role
    weights.push(weightInRole(text, role, asCompany ? companyWeight : facts.weight, facts.isParticle))
    if (!isWeightless(role) && role !== ROLE.affix) informative++
  }
  return { roles, weights, informative }
}

/** As `hashWordSet`, of words whose hashes are known. */
const hashWords = (words: readonly QueryWord[]): number => {
  let sum = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as QueryWord
    if (words.indexOf(word) === at) sum = (sum + word.setHash) >>> 0
  }
  return sum
}
