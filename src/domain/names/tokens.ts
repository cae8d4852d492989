import { LEGAL_FORMS, legalFormAt } from './legal-forms.ts'
import { enyeAsN, foldName, nameWords } from './normalise.ts'

/** A piece of a name: one word, or one legal form with the words it was written with. */
export interface NameUnit {
  /** The word, or the class of the legal form (`SAC` for S.A.C., S A C, SOCIEDAD ANONIMA CERRADA). */
  word: string
  /** The words of a legal form as written; empty for an ordinary word. */
  spelled: readonly string[]
}

/** Cuts the words of a folded name into units: ordinary words and legal forms. */
export const nameUnits = (words: readonly string[]): NameUnit[] => {
  const units: NameUnit[] = []
  for (let at = 0; at < words.length; ) {
    const legal = legalFormAt(words, at)
    const length = legal?.length ?? 1
    units.push({
      word: legal ? (LEGAL_FORMS[legal.form] as string) : (words[at] as string),
      spelled: legal ? words.slice(at, at + length) : [],
    })
    at += length
  }
  return units
}

export const isLegalForm = (unit: NameUnit): boolean => unit.spelled.length > 0

/** The words that distinguish a name: all but its legal forms; everything when there is nothing else. */
export const coreWords = (units: readonly NameUnit[]): string[] => {
  const core = units.filter((unit) => !isLegalForm(unit))
  return (core.length > 0 ? core : units).map((unit) => unit.word)
}

/** `Y`, `E` and `&` join two names alike; folding has already written `&` as Y. */
export const isConjunction = (word: string): boolean => word === 'Y' || word === 'E'

/** Does a word as typed stand for a word as registered? N also finds Ñ; `Y` and `E` are equal. */
export const meansWord = (typed: string, registered: string): boolean =>
  (typed.length === registered.length && startsWord(typed, registered)) ||
  (isConjunction(typed) && isConjunction(registered))

/** Is a word as typed the beginning of a word as registered? */
export const startsWord = (typed: string, registered: string): boolean => {
  if (registered.startsWith(typed)) return true
  if (typed.length > registered.length) return false
  for (let i = 0; i < typed.length; i++)
    if (typed[i] !== registered[i] && !(typed[i] === 'N' && registered[i] === 'Ñ')) return false
  return true
}

/** Whether two names are written with the same words, in any order: accents, signs, legal forms and `Y` apart. */
export const isSameName = (one: string, other: string): boolean => sortedWords(one) === sortedWords(other)

const sortedWords = (name: string): string =>
  coreWords(nameUnits(nameWords(enyeAsN(foldName(name)))))
    .filter((word) => !isConjunction(word))
    .sort()
    .join(' ')
