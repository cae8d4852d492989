import { dniOfRuc, isNaturalPersonRuc, isRuc } from '../../ruc.ts'
import { bareNumber, type PartyKind } from '../party.ts'
import { countWords } from '../words/fold.ts'
import type { WordFacts } from '../words/lexicon.ts'
import { type HeardWord, hear } from '../words/query-word.ts'
import {
  isSilent,
  looksLikeCompany,
  markLegalForms,
  plainRoles,
  promoted,
  ROLE,
  type Role,
  rolesOf,
  weightInRole,
} from '../words/roles.ts'

/** A question longer than this is compared by its first words; whether it equals a listed name is always seen. */
export const MOST_WORDS = 40

/** One reading of the words: as a person's name, or as a company's. */
export interface Reading {
  roles: readonly Role[]
  weights: readonly number[]
  /** How many words are not silent. */
  telling: number
}

/** A name as it is asked for, prepared once for all lists. */
export interface Question {
  words: readonly string[]
  heard: readonly HeardWord[]
  /** All words but legal forms, as they are typed: what a listed company's name must equal. */
  core: readonly string[]
  /** Hashes of both as sets; -1 when the core is all there is. */
  wordsHash: number
  coreHash: number
  /** One and the same where the words read the same either way. */
  person: Reading
  company: Reading
  /** Words up to here are surnames, when a comma says so; else 0. */
  surnamesUntil: number
  /** A legal form among its words shows that it is no person. */
  isCompany: boolean
  /** Is there a letter alone among its words, or one that may be forgiven a second slip? */
  hasInitial: boolean
  hasDistant: boolean
  /** What it cannot be, by its document. */
  excluded: readonly PartyKind[]
  documento: AskedDocument | null
}

export interface AskedDocument {
  numero: string
  ruc: string
  /** The DNI itself, or the one inside a RUC of prefix 10. */
  dni: string
}

const NOT_PEOPLE: readonly PartyKind[] = ['entity', 'vessel', 'aircraft']

export const ask = (nombre: string, documento?: string): Question => {
  const heard = hear(nombre)
  const words: string[] = []
  let mayHaveForm = false
  let plain = true
  let hasInitial = false
  let hasDistant = false
  for (const word of heard) {
    words.push(word.text)
    if (word.text.length === 1) hasInitial = true
    if (word.distant) hasDistant = true
    if (word.opensForm) mayHaveForm = true
    if (!word.plain) plain = false
  }
  const told = plain && !mayHaveForm ? readPlainly(heard) : readBothWays(words, heard, mayHaveForm)
  const hasCore = told.core.length < heard.length
  const comma = nombre.indexOf(',')
  const asked = documento ? askedDocument(documento) : null
  return {
    words,
    heard,
    core: hasCore ? told.core.map(({ text }) => text) : words,
    wordsHash: hashHeard(heard),
    coreHash: hasCore ? hashHeard(told.core) : -1,
    person: told.person,
    company: told.company,
    surnamesUntil: comma > 0 && !told.isCompany ? countWords(nombre.slice(0, comma)) : 0,
    isCompany: told.isCompany,
    hasInitial,
    hasDistant,
    excluded: excludedBy(asked),
    documento: asked,
  }
}

/** The words of a question, read as a person's name and as a company's. */
interface Readings {
  person: Reading
  company: Reading
  isCompany: boolean
  /** All but legal forms. */
  core: readonly HeardWord[]
}

/** Words that only tell read the same either way. */
const readPlainly = (heard: readonly HeardWord[]): Readings => {
  const roles: Role[] = []
  const weights: number[] = []
  for (const { weight } of heard) {
    roles.push(ROLE.other)
    weights.push(weight)
  }
  const reading = { roles, weights, telling: heard.length }
  return { person: reading, company: reading, isCompany: false, core: heard }
}

const readBothWays = (words: readonly string[], heard: readonly HeardWord[], mayHaveForm: boolean): Readings => {
  const facts: WordFacts[] = []
  for (const word of heard) facts.push(word.facts)
  const person = readAs(heard, promoted(words, plainRoles(facts, false)))
  const typed = plainRoles(facts, true)
  if (mayHaveForm) markLegalForms(words, typed, (at) => (heard[at] as HeardWord).opensForm)
  const plain = promoted(words, typed)
  if (!mayHaveForm) return { person, company: readAs(heard, plain), isCompany: false, core: heard }
  // Slips are looked for in words that are not part of a legal form already.
  const isMended = heard.some((word, at) => word.mended !== word.text && plain[at] !== ROLE.legal)
  const mended = isMended ? heard.map((word, at) => (plain[at] === ROLE.legal ? word.text : word.mended)) : words
  const roles = isMended ? rolesOf(mended, true) : plain
  return {
    person,
    company: readAs(heard, roles),
    isCompany: looksLikeCompany(mended, roles),
    core: heard.filter((_, at) => plain[at] !== ROLE.legal),
  }
}

/** As `hashSet`, of words whose hashes are known. */
const hashHeard = (heard: readonly HeardWord[]): number => {
  let sum = 0
  for (let at = 0; at < heard.length; at++) {
    const word = heard[at] as HeardWord
    if (heard.indexOf(word) === at) sum = (sum + word.hash) >>> 0
  }
  return sum
}

const readAs = (heard: readonly HeardWord[], roles: readonly Role[]): Reading => {
  const weights: number[] = []
  let telling = 0
  for (let at = 0; at < heard.length; at++) {
    const { text, facts } = heard[at] as HeardWord
    const role = roles[at] as Role
    weights.push(weightInRole(text, role, facts.weight, facts.particle))
    if (!isSilent(role) && role !== ROLE.affix) telling++
  }
  return { roles, weights, telling }
}

const askedDocument = (documento: string): AskedDocument => {
  const numero = bareNumber(documento)
  const ruc = isRuc(numero) ? numero : ''
  return { numero, ruc, dni: /^\d{8}$/.test(numero) ? numero : dniOfRuc(ruc) }
}

const excludedBy = (documento: AskedDocument | null): readonly PartyKind[] => {
  if (documento?.ruc.startsWith('20')) return ['individual']
  return documento?.ruc && isNaturalPersonRuc(documento.ruc) ? NOT_PEOPLE : []
}
