import { isPlaceWord } from '../company-words.ts'
import { screeningWords } from '../fold.ts'
import { numbersInName } from '../name-numbers.ts'
import { legalFormLength } from '../world-legal-forms.ts'
import { readSlashes, repairLetters } from './repaired-letters.ts'

/** A text from a form or a ledger, read into names. */
export interface WrittenName {
  /** The text as it is compared first: its letters repaired, without document numbers. */
  name: string
  /** The names it consists of when something was written beside the name: the name itself first, then aliases and trade names. */
  parts: readonly string[]
}

/** Nobody writes more names into one; each is asked. */
const MAX_PARTS = 6
const NO_PARTS: readonly string[] = []
/** A name of nothing but letters, commas and single dots between words needs no reading. */
const PLAIN = /^[\p{L}\p{M}\d ,'’-]*$/u
const MARK_WORDS = /\b(?:alias|aka|tcc|conocid[oa]|apodad[oa]|comercial)\b/i
/** What stands between a name and another one of the same party. */
const ALIAS_MARK =
  /\s*(?:\(a\)|,?\s*(?<![\p{L}])(?:(?:tambi[eé]n\s+)?(?:conocid[oa]s?|llamad[oa]|apodad[oa])(?:\s+tambi[eé]n)?(?:\s+como)?|alias|a\.?\s?k\.?\s?a\.?|t\.c\.c\.|-?\s*(?:con\s+)?nombre\s+comercial|nom\.?\s?com\.)(?![\p{L}]))[\s:]*/giu
const QUOTED = /["“”«»]([^"“”«»]+)["“”«»]|(?<![\p{L}])['‘]([^'‘’]{2,})['’](?![\p{L}])/gu
const BRACKETED = /[([]((?:[^()[\]]|\([^()]*\))*)[)\]]?/g
const DOTTED = /(?<![\p{L}.])(?:\p{L}\.){1,3}\p{L}(?:\.|(?![\p{L}]))/gu
/** What may stand at the ends of a part. */
const EDGES = /^[\s,;:.-]+|[\s,;:(-]+$/g

/** Reads a name as people write it: `X (a) Y`, `X "Y" Z`, `X S.A.C. - NOMBRE COMERCIAL Y`, `DNI 12345678 X`, `J.C. X`. */
export const readWrittenName = (text: string): WrittenName => {
  const { name } = numbersInName(repairLetters(text))
  if (PLAIN.test(name) && !MARK_WORDS.test(name) && !name.includes(' - ') && !name.includes(' DE '))
    return { name, parts: NO_PARTS }
  const asides: string[] = []
  const take = (_: string, ...groups: unknown[]): string => {
    asides.push(groups.find((group) => typeof group === 'string') as string)
    return ' '
  }
  const [own = '', ...aliases] = readSlashes(name)
    .replace(ALIAS_MARK, '\n')
    .replace(QUOTED, take)
    .replace(BRACKETED, (all, aside: string, at: number, whole: string) =>
      isOfCompany(aside, whole.slice(at + all.length)) ? all : take(all, aside),
    )
    .split('\n')
  const parts = [splitInitials(own), ...ofCompany(own), ...aliases, ...asides]
    .map(tidy)
    .filter(isName)
    .slice(0, MAX_PARTS)
  return { name, parts: parts.length === 1 && parts[0] === tidy(name) ? NO_PARTS : parts }
}

/** Is what stands in brackets part of a company's name: its place, or anything before its legal form? */
const isOfCompany = (aside: string, after: string): boolean =>
  screeningWords(aside).every(isPlaceWord) || endsWithForm(`X ${after}`)

const tidy = (part: string): string => part.replace(/\s+/g, ' ').replace(EDGES, '')
const isName = (part: string): boolean => /\p{L}{2}/u.test(part)

/** Dotted letters are initials, unless together they are a legal form: J.C., but S.A.C. */
const splitInitials = (text: string): string => {
  const [first] = text.match(DOTTED) ?? []
  if (first === undefined || endsWithForm(text)) return text
  return text.replace(DOTTED, (dotted) => {
    const joined = dotted.replaceAll('.', '').toUpperCase()
    return legalFormLength([joined], 0) > 0 ? dotted : `${dotted.replaceAll('.', ' ')} `
  })
}

/** The names within a company's: what follows its legal form (`X S.A.C. - Y`), and whose it is (`Y DE X S.A.C.`). */
const ofCompany = (text: string): string[] => {
  const named = text.split(/\s+N\.C\.:?\s+/)
  const pieces = text.split(/\s+-\s+/)
  return [
    ...(named.length > 1 ? named : []),
    ...(pieces.length > 1 && pieces.some(endsWithForm) ? pieces : []),
    ...ownersIn(text),
  ]
}

/** What follows each DE, where it is a name of several words with a legal form. */
const ownersIn = (text: string): string[] => {
  if (!/\sDE\s/i.test(text) || !endsWithForm(text)) return []
  const owners: string[] = []
  for (const { index, 0: of } of text.matchAll(/\sDE\s+(?!R\.?L|C\.?V|P\.?R)/gi))
    owners.push(text.slice(index + of.length))
  return owners.filter((owner) => screeningWords(owner).length > 2)
}

const endsWithForm = (text: string): boolean => {
  const words = screeningWords(text)
  for (let at = words.length - 1; at > 0; at--) if (legalFormLength(words, at) === words.length - at) return true
  return false
}
