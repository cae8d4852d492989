import type { ListedName, PartyKind } from '../party.ts'
import { POLICY } from '../policy.ts'
import { companyWordClass, craftPrefixLength } from './company-words.ts'
import { screeningWords } from './fold.ts'
import { factsOf, type WordFacts } from './lexicon.ts'
import { legalFormLength, provesCompany } from './world-legal-forms.ts'

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

interface TaggedName {
  words: string[]
  roles: Role[]
}

/** Particles, titles and legal forms say nothing about whose name it is. */
export const isWeightless = (role: Role): boolean =>
  role === ROLE.particle || role === ROLE.title || role === ROLE.legal

export const isSurname = (role: Role): boolean => role === ROLE.surname || role === ROLE.secondSurname

/** A listed name in words, each with its role. Only names of companies have legal forms. */
export const tagListedName = (name: ListedName, tipo: PartyKind): TaggedName => {
  if (name.surnamesEnd === 0) {
    const words = screeningWords(name.text)
    const roles = rolesOf(words, tipo === 'entity')
    if (tipo === 'vessel' || tipo === 'aircraft') markCraftPrefix(words, roles)
    return { words, roles }
  }
  const surnames = screeningWords(name.text.slice(0, name.surnamesEnd))
  const given = screeningWords(name.text.slice(name.surnamesEnd + 1))
  const words = [...surnames, ...given]
  const roles = rolesOf(words, false)
  let seen = 0
  for (let at = 0; at < words.length; at++) {
    // A title is a surname where the list says so: MAYOR, CORONEL.
    const isOwnTitle = roles[at] === ROLE.title && at < surnames.length
    if (isWeightless(roles[at] as Role) && !isOwnTitle) continue
    if (at >= surnames.length) roles[at] = ROLE.given
    else roles[at] = seen++ === 0 ? ROLE.surname : ROLE.secondSurname
  }
  return { words, roles }
}

/** What stands before the name of a ship or an aircraft is no part of it: MV, M/T. */
export const markCraftPrefix = (words: readonly string[], roles: Role[]): void => {
  roles.fill(ROLE.title, 0, craftPrefixLength(words))
}

/** Roles that do not depend on where a word stands; `asCompany` looks for legal forms and affixes. */
export const rolesOf = (words: readonly string[], asCompany: boolean): Role[] => {
  const roles = rolesByFacts(words.map(factsOf), asCompany)
  if (asCompany) markLegalForms(words, roles)
  return promoteSmallWords(words, roles)
}

/** The role that each word has by itself, by the tables. */
export const rolesByFacts = (facts: readonly WordFacts[], asCompany: boolean): Role[] => {
  const roles: Role[] = []
  for (let at = 0; at < facts.length; at++) {
    const { isParticle, isTitle, isAffix } = facts[at] as WordFacts
    if (isParticle) roles.push(ROLE.particle)
    else if (isTitle && !asCompany) roles.push(ROLE.title)
    else roles.push(isAffix && asCompany ? ROLE.affix : ROLE.other)
  }
  return roles
}

/** Marks the words of legal forms. `mayStart` skips words that no form starts with. */
export const markLegalForms = (
  words: readonly string[],
  roles: Role[],
  mayStart: (at: number) => boolean = () => true,
): void => {
  for (let at = 0; at < words.length; ) {
    const length = mayStart(at) ? legalFormLength(words, at) : 0
    for (let end = at + length; at < end; at++) roles[at] = ROLE.legal
    if (length === 0) at++
  }
}

/** In a name of little else, small words are the name: AN is a Korean surname, COMPANY LIMITED a company. */
export const promoteSmallWords = (words: readonly string[], roles: Role[]): Role[] => {
  let informative = 0
  for (let at = 0; at < roles.length; at++) if (roles[at] === ROLE.other || roles[at] === ROLE.affix) informative++
  if (informative === 0) return roles.map(() => ROLE.other)
  if (informative > 1 || words.length > 3) return roles
  return roles.map((role, at) => (role === ROLE.particle && words[at] !== 'Y' ? ROLE.other : role))
}

/** The words two names must share to be equal. */
export const withoutLegalForms = (words: readonly string[], roles: readonly Role[]): string[] =>
  words.filter((_, at) => roles[at] !== ROLE.legal)

/** Does a legal form among the words show that this is no person? The roles are those of a company. */
export const looksLikeCompany = (words: readonly string[], roles: readonly Role[]): boolean => {
  for (let at = 0; at < words.length; at++) {
    if (roles[at] !== ROLE.legal) continue
    const length = legalFormLength(words, at)
    if (length > 0 && provesCompany(words, at, length)) return true
  }
  return false
}

/** The weight of a word in a company's name, where places and what companies do tell little. */
export const companyWeight = (word: string, weight: number): number => {
  const kind = companyWordClass(word)
  return kind === null ? weight : Math.min(weight, POLICY.weight.company[kind])
}

/** The weight of a word in its role, given its weight by itself. */
export const weightInRole = (
  word: string,
  role: Role,
  weight: number,
  isParticle = factsOf(word).isParticle,
): number => {
  if (isWeightless(role)) return 0
  if (word.length === 1) return POLICY.weight.initial
  return isParticle ? POLICY.weight.particle : weight
}
