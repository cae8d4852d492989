import { TERM_FLAG } from '../../index/vocabulary.ts'
import { POLICY } from '../../policy.ts'
import { hasDigit } from '../../words/letters.ts'
import { MAX_GLUED_INITIALS, type QueryWord } from '../../words/query-word.ts'
import { numbersIn } from '../../words/related/number-words.ts'
import { isSurname, isWeightless, type Role } from '../../words/roles.ts'
import { MAX_ACRONYM, MIN_ACRONYM } from '../retrieval/acronym-names.ts'
import { LINK, type Pairing } from './pairing.ts'

const { similarity } = POLICY

/** Pairs words with their short forms: C.A. and CARLOS ALBERTO, the initials of a company, a number in words.
 * `hasInitials` says that initials of one side are a word of the other. */
export const pairShortForms = (alignment: Pairing, hasInitials: boolean): void => {
  if (alignment.isPerson) {
    pairGluedInitials(alignment)
    return
  }
  if (alignment.question.hasNumber) pairNumbers(alignment)
  if (hasInitials) pairAcronyms(alignment)
}

/** Numbers of several words: TWENTY ONE and 21. */
const pairNumbers = (alignment: Pairing): void => {
  let listed = 0
  let asked = 0
  for (let at = 0; at < alignment.listedCount; at++) if (isLeftNumber(alignment, at)) listed++
  if (listed === 0) return
  for (let word = 0; word < alignment.askedCount; word++) if (isAskedNumber(alignment, word)) asked++
  if (asked === 0 || listed + asked === 2) return
  const names = Array.from({ length: alignment.listedCount }, (_, at) => alignment.textAt(at))
  if (numbersIn(names).join() !== numbersIn(alignment.question.texts).join()) return
  let first = 0
  while (!isAskedNumber(alignment, first)) first++
  for (let at = 0; at < alignment.listedCount; at++)
    if (isLeftNumber(alignment, at)) alignment.take(at, first, LINK.joined, similarity.number)
  for (let word = 0; word < alignment.askedCount; word++) if (isAskedNumber(alignment, word)) alignment.taken[word] = 1
}

const isLeftNumber = (alignment: Pairing, at: number): boolean =>
  alignment.isLeftListed(at) && (alignment.flagsAt(at) & TERM_FLAG.number) !== 0

const isAskedNumber = (alignment: Pairing, word: number): boolean =>
  alignment.isLeftAsked(word) && (alignment.question.words[word] as QueryWord).isNumber

/** Initials of given names written as one word, on either side. */
const pairGluedInitials = (alignment: Pairing): void => {
  for (let word = 0; word < alignment.askedCount; word++) {
    const { text, facts } = alignment.question.words[word] as QueryWord
    if (!areFewLetters(text.length) || !alignment.isLeftAsked(word) || facts.group > 0 || hasDigit(text)) continue
    const first = findListedInitials(alignment, text)
    for (let at = 0; first >= 0 && at < text.length; at++)
      alignment.take(first + at, word, LINK.initial, similarity.initial)
  }
  for (let at = 0; at < alignment.listedCount; at++) {
    if (!areFewLetters(alignment.lengthAt(at)) || !alignment.isLeftListed(at)) continue
    const text = alignment.textAt(at)
    if (isSurname(alignment.roleAt(at)) || hasDigit(text)) continue
    const first = findAskedInitials(alignment, text)
    if (first < 0) continue
    alignment.take(at, first, LINK.initial, similarity.initial)
    for (let word = first; word < first + text.length; word++) alignment.taken[word] = 1
  }
}

/** A longer word is no short form of a given name. */
export const MAX_SHORT_NAME = 6

/** Given names in short, on the question's side: ALEJ. and ALEJANDRO, FDO. and FERNANDO. A word that is a name itself is none. */
export const pairShortNames = (alignment: Pairing): void => {
  for (let word = 0; word < alignment.askedCount; word++) {
    const { text, facts } = alignment.question.words[word] as QueryWord
    if (text.length < 2 || text.length > MAX_SHORT_NAME || facts.group > 0 || !alignment.isLeftAsked(word)) continue
    const initial = text.charCodeAt(0)
    for (let at = 0; at < alignment.listedCount; at++) {
      if (alignment.initialAt(at) !== initial || alignment.lengthAt(at) < text.length + 2) continue
      if (!alignment.isLeftListed(at) || !isShortName(text, alignment.textAt(at))) continue
      // A surname is only shortened where the text was cut off.
      const isCutOff = word === alignment.askedCount - 1 && alignment.textAt(at).startsWith(text)
      if (isSurname(alignment.roleAt(at)) && !isCutOff) continue
      alignment.take(at, word, LINK.initial, similarity.initial)
      break
    }
  }
}

/** Letters of a longer word with the same initial, in order: its beginning, its first consonants, or some up to the last one. */
const isShortName = (short: string, long: string): boolean => {
  let letter = 1
  for (let at = 1; at < long.length && letter < short.length; at++) if (long[at] === short[letter]) letter++
  if (letter < short.length) return false
  if (short.at(-1) === long.at(-1)) return true
  return short.length > 2 && (long.startsWith(short) || withoutVowels(long).startsWith(withoutVowels(short)))
}

const withoutVowels = (word: string): string => word[0] + word.slice(1).replace(/[AEIOU]/g, '')

const areFewLetters = (length: number): boolean => length > 1 && length <= MAX_GLUED_INITIALS

const findListedInitials = (alignment: Pairing, text: string): number => {
  for (let first = 0; first + text.length <= alignment.listedCount; first++) {
    let at = 0
    while (at < text.length && isGivenWith(alignment, first + at, text.charCodeAt(at))) at++
    if (at === text.length) return first
  }
  return -1
}

const isGivenWith = (alignment: Pairing, at: number, initial: number): boolean =>
  alignment.initialAt(at) === initial &&
  alignment.isLeftListed(at) &&
  !isSurname(alignment.roleAt(at)) &&
  alignment.lengthAt(at) > 1

const findAskedInitials = (alignment: Pairing, text: string): number => {
  for (let first = 0; first + text.length <= alignment.askedCount; first++) {
    let at = 0
    while (at < text.length && mayBeGivenWith(alignment, first + at, text.charCodeAt(at))) at++
    if (at === text.length) return first
  }
  return -1
}

const mayBeGivenWith = (alignment: Pairing, word: number, initial: number): boolean => {
  const { text, facts } = alignment.question.words[word] as QueryWord
  return alignment.isLeftAsked(word) && text.length > 1 && text.charCodeAt(0) === initial && facts.leaning !== 'surname'
}

/** One word of the initials of the others, on either side; particles and legal forms may be left out of it. */
const pairAcronyms = (alignment: Pairing): void => {
  for (let word = 0; word < alignment.askedCount; word++) {
    const { text } = alignment.question.words[word] as QueryWord
    if (!alignment.isLeftAsked(word) || !mayBeAcronym(text)) continue
    for (let first = 0; first < alignment.listedCount; first++) {
      const end = endOfListedInitials(alignment, text, first)
      if (end < 0) continue
      for (let at = first; at < end; at++)
        if (alignment.isLeftListed(at)) alignment.take(at, word, LINK.acronym, similarity.acronym)
      break
    }
  }
  for (let at = 0; at < alignment.listedCount; at++) {
    if (!alignment.isLeftListed(at)) continue
    const text = alignment.textAt(at)
    if (!mayBeAcronym(text)) continue
    for (let first = 0; first < alignment.askedCount; first++) {
      const end = endOfAskedInitials(alignment, text, first)
      if (end < 0) continue
      alignment.take(at, first, LINK.spelledOut, similarity.acronym)
      for (let word = first; word < end; word++) alignment.taken[word] = 1
      break
    }
  }
}

const mayBeAcronym = (text: string): boolean =>
  text.length >= MIN_ACRONYM && text.length <= MAX_ACRONYM && !hasDigit(text)

/** Where the words whose initials spell the text end, or -1. */
const endOfListedInitials = (alignment: Pairing, text: string, first: number): number => {
  let letter = 0
  for (let at = first; at < alignment.listedCount; at++) {
    const isFree = (alignment.partner[at] as number) < 0
    if (isFree && alignment.textAt(at).charCodeAt(0) === text.charCodeAt(letter)) letter++
    else if (at === first || !isWeightless(alignment.roleAt(at))) return -1
    if (letter === text.length) return at + 1
  }
  return -1
}

const endOfAskedInitials = (alignment: Pairing, text: string, first: number): number => {
  let letter = 0
  for (let word = first; word < alignment.askedCount; word++) {
    const asked = alignment.question.texts[word] as string
    if (!alignment.taken[word] && asked.charCodeAt(0) === text.charCodeAt(letter)) letter++
    else if (word === first || !isWeightless(alignment.reading.roles[word] as Role)) return -1
    if (letter === text.length) return word + 1
  }
  return -1
}
