import { dniOfRuc, isNaturalPersonRuc, isRuc } from '../ruc.ts'
import { screeningWords } from './fold.ts'
import { type HeardWord, hear } from './heard-word.ts'
import { isSilent, looksLikeCompany, ROLE, type Role, rolesOf, significantSet, weightInRole } from './name-words.ts'
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
  const heard = words.map(hear)
  const comma = nombre.indexOf(',')
  const asked = documento ? askedDocument(documento) : null
  const plain = rolesOf(words, true)
  // Slips are looked for in words that are not part of a legal form already.
  const mended = heard.map((word, at) => (plain[at] === ROLE.legal ? word.text : word.mended))
  const roles = mended.every((word, at) => word === words[at]) ? plain : rolesOf(mended, true)
  const company = looksLikeCompany(mended, roles)
  return {
    ...{ words, heard },
    person: readAs(heard, rolesOf(words, false)),
    company: readAs(heard, roles),
    core: significantSet(words, plain),
    surnamesUntil: comma > 0 && !company ? screeningWords(nombre.slice(0, comma)).length : 0,
    isCompany: company,
    excluded: excludedBy(asked),
    documento: asked,
  }
}

const readAs = (heard: readonly HeardWord[], roles: readonly Role[]): Reading => ({
  roles,
  weights: heard.map(({ text, facts }, at) => weightInRole(text, roles[at] as Role, facts.weight)),
  telling: roles.filter((role) => !isSilent(role) && role !== ROLE.affix).length,
})

const askedDocument = (documento: string): AskedDocument => {
  const numero = bareNumber(documento)
  const ruc = isRuc(numero) ? numero : ''
  return { numero, ruc, dni: /^\d{8}$/.test(numero) ? numero : dniOfRuc(ruc) }
}

const excludedBy = (documento: AskedDocument | null): readonly PartyKind[] => {
  if (documento?.ruc.startsWith('20')) return ['individual']
  return documento?.ruc && isNaturalPersonRuc(documento.ruc) ? NOT_PEOPLE : []
}
