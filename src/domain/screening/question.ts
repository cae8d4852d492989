import { dniOfRuc, isNaturalPersonRuc, isRuc } from '../ruc.ts'
import { screeningWords } from './fold.ts'
import { mendLegalWord } from './legal-forms.ts'
import { factsOf } from './lexicon.ts'
import { isSilent, looksLikeCompany, ROLE, type Role, rolesOf, significantSet, weightInRole } from './name-words.ts'
import { bareNumber, type PartyKind } from './party.ts'
import { consonantKey, soundKey } from './sound.ts'
import { isArabic, romaniseArabic } from './transliterate.ts'

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
  sounds: readonly string[]
  consonants: readonly string[]
  /** Arabic words, whose consonants were romanised. */
  foreign: readonly boolean[]
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
  const heard = words.slice(0, MOST_WORDS)
  const foreign = heard.map(isArabic)
  const sounds = heard.map((word, at) => soundKey(foreign[at] ? romaniseArabic(word) : word))
  const comma = nombre.indexOf(',')
  const asked = documento ? askedDocument(documento) : null
  const plain = rolesOf(words, true)
  const mended = words.map((word, at) => mendIn(word, plain[at] as Role))
  const roles = mended.every((word, at) => word === words[at]) ? plain : rolesOf(mended, true)
  const company = looksLikeCompany(mended, roles)
  return {
    ...{ words, sounds, foreign, consonants: sounds.map(consonantKey) },
    person: readAs(words, rolesOf(words, false)),
    company: readAs(words, roles),
    core: significantSet(words, plain),
    surnamesUntil: comma > 0 && !company ? screeningWords(nombre.slice(0, comma)).length : 0,
    isCompany: company,
    excluded: excludedBy(asked),
    documento: asked,
  }
}

/** Slips are looked for in words that nobody knows and that are not part of a legal form already. */
const mendIn = (word: string, role: Role): string =>
  role === ROLE.legal || factsOf(word).group > 0 ? word : mendLegalWord(word)

const readAs = (words: readonly string[], roles: readonly Role[]): Reading => ({
  roles,
  weights: words.map((word, at) => weightInRole(word, roles[at] as Role, factsOf(word).weight)),
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
