import { companyWordClass } from './words/company-words.ts'
import { screeningWords } from './words/fold.ts'
import { factsOf } from './words/lexicon.ts'
import { legalFormLength } from './words/world-legal-forms.ts'

/** What may stand between two names; nearly all texts have none of it. */
const MAY_BE_SEVERAL = /[;|/\\&+,)]|\s(?:[yeou]|and|yo|con|[-–—])[\s/\\-]|representad[oa] por|legal/i
/** What stands between two names and inside none. */
const FIRM =
  /\s*[;|]+\s*|\s+[/\\]+\s+|[\s,(-]+(?:representad[oa] por|rep(?:resentante|te)?[\s.]+legal)[\s.:]+|[\s,]+(?:y[\s/\\.-]+[ou]|e\s*[/\\-]\s*[ou]|and\s*[/\\-]\s*or)(?=[\s,.]|$)[\s,.]*/i
/** Not the slash of M/V, C/O or S/A. */
const SLASH = /((?<!(?:^|[^\p{L}])\p{L}{1,2}\s*)\/|\/(?!\s*\p{L}{1,2}(?:[^\p{L}]|$)))/u
/** What joins two names, or two surnames of one. */
const AND = /(\s+(?:y|yo|and|con)\s+|\s*&\s*|\s+\+\s+)/i
/** What joins two names, or is an initial. */
const LETTER = /(\s+[eou]\s+)/i
/** What stands between two names, or between surnames and given names, or two surnames. */
const COMMA = /(\s*,\s*|\s+[-–—]+\s+|\s+\d{1,2}\)\s*)/

/** More holders than a text of 200 characters has room for, as people write them; each costs a question. */
export const MOST_HOLDERS = 8
/** Every holder has one of these at least. */
const RUN = /[^\s;|/\\&+,)]+/g

/** Are there more of them than may be asked about? Texts of a few words are not read for it. */
export const hasTooManyHolders = (text: string): boolean =>
  (text.match(RUN)?.length ?? 0) > MOST_HOLDERS && holdersIn(text).length > MOST_HOLDERS

/** A single word beside `Y/O` is somebody's name when it is as long. */
const LONE_WORD = 4

/** A part of a text, and what its words tell of who it may be. */
interface Part {
  text: string
  /** Words that tell who it is: no particles, titles, legal forms, or words that companies share. */
  telling: readonly string[]
  hasCompanyWord: boolean
  /** Has it a given name of Peru, and another word? */
  isPerson: boolean
  isGivenOnly: boolean
}

/**
 * The names of several holders in one text, as each is asked for: `PEREZ ROJAS JUAN Y/O DIAZ ROSA`, `JUAN Y ROSA PEREZ ROJAS`,
 * `JUAN PEREZ ROJAS Y ASOCIADOS`. Empty for one name. A text is cut where both sides are names; a `Y` may yet join the surnames of
 * one person, so whoever asks for the parts asks for the whole as well.
 */
export const holdersIn = (text: string): string[] => {
  if (!MAY_BE_SEVERAL.test(text)) return []
  const parts = text.split(FIRM).flatMap((piece) => withSurnames(cutNames(piece.trim())))
  const named = parts.filter(({ telling }) => telling.length > 1 || (telling[0] ?? '').length >= LONE_WORD)
  const names = [...new Set(named.map((part) => part.text))]
  return names.length === 1 && wordsKey(names[0] as string) === wordsKey(text) ? [] : names
}

const wordsKey = (text: string): string => screeningWords(text).join(' ')

type Rule = (left: Part, right: Part, separator: string) => boolean

const cutNames = (text: string): Part[] =>
  [text]
    .flatMap((one) => cut(one, SLASH, areNames))
    .flatMap((one) => cut(one, AND, areNames))
    .flatMap((one) => cut(one, LETTER, areNamesByLetter))
    .flatMap((one) => cut(one, COMMA, areListed))
    .map(readPart)

/** Cuts a text at the separators that the rule accepts, from left to right. */
const cut = (text: string, separators: RegExp, rule: Rule): string[] => {
  const [first = '', ...rest] = text.split(separators)
  const parts: string[] = []
  let left = first
  for (let at = 0; at < rest.length; at += 2) {
    const [separator = '', right = ''] = rest.slice(at)
    if (rule(readPart(left), readPart(right), separator)) {
      parts.push(left)
      left = right
    } else left += separator + right
  }
  return [...parts, left]
}

const areNames: Rule = (left, right) => {
  if (isTail(right)) return left.telling.length > 1 && !left.hasCompanyWord
  if (left.isGivenOnly) return right.isGivenOnly || right.isPerson || right.telling.length > 2 || beginsGiven(right)
  if (right.isGivenOnly || mayBeGiven(left, right)) return left.isPerson
  return left.telling.length > 1 && right.telling.length > 1
}

/** A comma stands between names, or between the surnames and the given names of one: then one side has few words. */
const areListed: Rule = (left, right) =>
  (left.isPerson && right.isPerson) ||
  (left.telling.length > 2 && right.telling.length > 2 && !left.hasCompanyWord && !right.hasCompanyWord)

const beginsGiven = ({ telling: [first, ...more] }: Part): boolean =>
  first !== undefined && more.length > 0 && factsOf(first).leaning !== 'surname'

/** Behind given names that follow their surnames stands another given name, known or not: PEREZ ROJAS JUAN Y ZENOBIO. */
const mayBeGiven = ({ telling: before }: Part, { telling: [word, ...more], hasCompanyWord }: Part): boolean => {
  const [first = '', last = ''] = [before[0], before.at(-1)]
  if (word === undefined || more.length > 0 || hasCompanyWord) return false
  return isGiven(last) && !isGiven(first) && factsOf(word).leaning !== 'surname'
}

/** Y ASOCIADOS, E HIJOS S.A.C.: who stands before it is a person, or gave the company its name. */
const isTail = ({ telling, hasCompanyWord }: Part): boolean => telling.length === 0 && hasCompanyWord

/** Beside an initial stands no whole name: CARLOS ALBERTO E PEREZ ROJAS. */
const areNamesByLetter: Rule = (left, right, separator) =>
  areNames(left, right, separator) && (isTail(right) || left.isPerson || right.isPerson)

/** Gives those without surnames the ones of whoever stands next to them. */
const withSurnames = (parts: readonly Part[]): Part[] =>
  parts.map((part, at) => {
    const full = parts.slice(at + 1).find(hasSurnames) ?? parts.slice(0, at).findLast(hasSurnames)
    if (!full || hasSurnames(part) || part.telling.length === 0) return part
    return readPart(`${part.text} ${surnamesOf(full).join(' ')}`)
  })

const hasSurnames = ({ telling, isGivenOnly }: Part): boolean => telling.length > 1 && !isGivenOnly

/** All words but the given names; where none is known, all but the first one or two. */
const surnamesOf = ({ text, isPerson, telling }: Part): readonly string[] =>
  isPerson ? screeningWords(text).filter((word) => !isGiven(word)) : telling.slice(telling.length > 2 ? -2 : -1)

const readPart = (text: string): Part => {
  const words = screeningWords(text)
  const telling: string[] = []
  let hasCompanyWord = false
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string
    const form = legalFormLength(words, at)
    if (form > 0 || isCompanyWord(word)) hasCompanyWord = true
    else if (isTelling(word)) telling.push(word)
    at += Math.max(1, form)
  }
  const given = telling.filter(isGiven).length
  return {
    text: text.trim(),
    telling,
    hasCompanyWord,
    isPerson: given > 0 && given < telling.length,
    isGivenOnly: given > 0 && given === telling.length && !hasCompanyWord,
  }
}

const isGiven = (word: string): boolean => factsOf(word).leaning === 'given'

/** Words that join others in Spanish names. In others they may be names: Changgen DU. */
const JOINING = new Set('DE DEL LA LAS LO LOS EL Y'.split(' '))

const isTelling = (word: string): boolean => word.length > 1 && !JOINING.has(word) && !factsOf(word).isTitle

/** What follows a name and is none: Y OTROS, E HIJA. */
const FOLLOWERS = new Set(
  'OTRO OTROS OTRA OTRAS SUCESORES SOCIOS HNO HIJO HIJA HIJAS HERMANO HERMANAS FAMILIA ESPOSA ESPOSO'.split(' '),
)

/** A place may be a surname as well, and so may some of the other words. */
const isCompanyWord = (word: string): boolean => {
  const kind = companyWordClass(word)
  const isShared = kind !== null && kind !== 'place' && kind !== 'compass'
  return FOLLOWERS.has(word) || (isShared && factsOf(word).leaning === null)
}
