import { dniOfRuc, isNaturalPersonRuc, isRuc } from '../ruc.ts'
import { screeningWords } from './fold.ts'
import { hashSet } from './hashing.ts'
import { type HeardWord, hear } from './heard-word.ts'
import type { WordFacts } from './lexicon.ts'
import {
  isSilent,
  looksLikeCompany,
  ROLE,
  type Role,
  rolesOf,
  rolesWithoutForms,
  significantSet,
  weightInRole,
} from './name-words.ts'
import { bareNumber, type PartyKind } from './party.ts'

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
  person: Reading
  company: Reading
  /** Words up to here are surnames, when a comma says so; else 0. */
  surnamesUntil: number
  /** A legal form among its words shows that it is no person. */
  isCompany: boolean
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
  const words = screeningWords(nombre)
  const heard: HeardWord[] = []
  const facts: WordFacts[] = []
  let mayHaveForm = false
  for (const text of words) {
    const word = hear(text)
    heard.push(word)
    facts.push(word.facts)
    if (word.opensForm) mayHaveForm = true
  }
  const { plain, roles, isCompany } = mayHaveForm ? companyRoles(words, heard) : companyWithoutForms(words, facts)
  const core = roles === plain && !mayHaveForm ? words : significantSet(words, plain)
  const comma = nombre.indexOf(',')
  const asked = documento ? askedDocument(documento) : null
  return {
    words,
    heard,
    core,
    wordsHash: hashSet(words, hashesOf(heard)),
    coreHash: core.length < words.length ? hashSet(core) : -1,
    person: readAs(heard, mayHaveForm ? rolesOf(words, false) : rolesWithoutForms(words, facts, false)),
    company: readAs(heard, roles),
    surnamesUntil: comma > 0 && !isCompany ? screeningWords(nombre.slice(0, comma)).length : 0,
    isCompany,
    excluded: excludedBy(asked),
    documento: asked,
  }
}

interface CompanyRoles {
  plain: Role[]
  roles: Role[]
  isCompany: boolean
}

const companyRoles = (words: readonly string[], heard: readonly HeardWord[]): CompanyRoles => {
  const plain = rolesOf(words, true)
  // Slips are looked for in words that are not part of a legal form already.
  const mended = heard.map((word, at) => (plain[at] === ROLE.legal ? word.text : word.mended))
  const roles = mended.every((word, at) => word === words[at]) ? plain : rolesOf(mended, true)
  return { plain, roles, isCompany: looksLikeCompany(mended, roles) }
}

const companyWithoutForms = (words: readonly string[], facts: readonly WordFacts[]): CompanyRoles => {
  const plain = rolesWithoutForms(words, facts, true)
  return { plain, roles: plain, isCompany: false }
}

const hashesOf = (heard: readonly HeardWord[]): number[] => {
  const hashes: number[] = []
  for (const { hash } of heard) hashes.push(hash)
  return hashes
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
