import type { ListedName, PartyKind } from '../party.ts'
import { POLICY } from '../policy.ts'
import { screeningWords } from './fold.ts'
import { factsOf, type WordFacts } from './lexicon.ts'
import { legalFormAt, tellsCompany } from './world-legal-forms.ts'

/** What a word does in a name. The numbers are stored in the index. */
export const ROLE = {
  other: 0,
  given: 1,
  surname: 2,
  secondSurname: 3,
  particle: 4,
  title: 5,
  legal: 6,
  affix: 7,
} as const
export type Role = (typeof ROLE)[keyof typeof ROLE]

export interface TaggedName {
  words: string[]
  roles: Role[]
}

/** Words of a role that tells nothing by itself. */
export const isSilent = (role: Role): boolean => role === ROLE.particle || role === ROLE.title || role === ROLE.legal

/** A listed name in words, each with its role. Legal forms exist in the names of companies only. */
export const tagListedName = (name: ListedName, tipo: PartyKind): TaggedName => {
  if (name.apellidosHasta === 0) {
    const words = screeningWords(name.texto)
    return { words, roles: rolesOf(words, tipo === 'entity') }
  }
  const surnames = screeningWords(name.texto.slice(0, name.apellidosHasta))
  const given = screeningWords(name.texto.slice(name.apellidosHasta + 1))
  const words = [...surnames, ...given]
  const roles = rolesOf(words, false)
  let seen = 0
  for (let at = 0; at < words.length; at++) {
    if (isSilent(roles[at] as Role)) continue
    if (at >= surnames.length) roles[at] = ROLE.given
    else roles[at] = seen++ === 0 ? ROLE.surname : ROLE.secondSurname
  }
  return { words, roles }
}

/** Roles that do not depend on where a word stands; `company` lets legal forms and affixes be seen. */
export const rolesOf = (words: readonly string[], company: boolean): Role[] => {
  const roles = plainRoles(words.map(factsOf), company)
  if (company) markLegalForms(words, roles)
  return promoted(words, roles)
}

/** Roles that each word has by itself. */
export const plainRoles = (facts: readonly WordFacts[], company: boolean): Role[] => {
  const roles: Role[] = []
  for (let at = 0; at < facts.length; at++) {
    const { particle, title, affix } = facts[at] as WordFacts
    if (particle) roles.push(ROLE.particle)
    else if (title && !company) roles.push(ROLE.title)
    else roles.push(affix && company ? ROLE.affix : ROLE.other)
  }
  return roles
}

/** `mayOpen` spares the look at words that no form begins with. */
export const markLegalForms = (
  words: readonly string[],
  roles: Role[],
  mayOpen: (at: number) => boolean = () => true,
): void => {
  for (let at = 0; at < words.length; ) {
    const length = mayOpen(at) ? legalFormAt(words, at) : 0
    for (let end = at + length; at < end; at++) roles[at] = ROLE.legal
    if (length === 0) at++
  }
}

/** A name of little else than small words is made of them: AN is a Korean surname, COMPANY LIMITED a name of its own. */
export const promoted = (words: readonly string[], roles: Role[]): Role[] => {
  let telling = 0
  for (let at = 0; at < roles.length; at++) if (roles[at] === ROLE.other || roles[at] === ROLE.affix) telling++
  if (telling === 0) return roles.map(() => ROLE.other)
  if (telling > 1 || words.length > 3) return roles
  return roles.map((role, at) => (role === ROLE.particle && words[at] !== 'Y' ? ROLE.other : role))
}

/** The words two names must share to be equal: all but legal forms. */
export const significantSet = (words: readonly string[], roles: readonly Role[]): string[] =>
  words.filter((_, at) => roles[at] !== ROLE.legal)

/** Does a legal form among the words, as their roles as a company tell it, show that this is no person? */
export const looksLikeCompany = (words: readonly string[], roles: readonly Role[]): boolean => {
  for (let at = 0; at < words.length; at++) {
    if (roles[at] !== ROLE.legal) continue
    const length = legalFormAt(words, at)
    if (length > 0 && tellsCompany(words, at, length)) return true
  }
  return false
}

/** The weight of a word in its place, given what it weighs by itself. */
export const weightInRole = (word: string, role: Role, weight: number, particle = factsOf(word).particle): number => {
  if (isSilent(role)) return 0
  if (word.length === 1) return POLICY.weight.initial
  return particle ? POLICY.weight.particle : weight
}
