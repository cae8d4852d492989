import type { ListedName, NameKind } from '../../domain/screening/party.ts'

/** One space between words: values are broken into lines, and leading, trailing and double spaces occur. */
export const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** One space between words, straight quotes: names are compared so. */
export const tidy = (text: string): string => oneSpaced(text.replace(/[‘’ʼ`´]/g, "'").replace(/[“”„]/g, '"'))

/** Every name once, the first of equal ones. */
export const distinctNames = (names: readonly ListedName[]): ListedName[] => {
  const seen = new Set<string>()
  return names.filter(({ text }) => !seen.has(text) && seen.add(text))
}

/** Names of these scripts have no spaces. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u

/** One word tells little of a person. */
export const isOneWord = (text: string): boolean => !/\s/.test(text) && !UNSPACED.test(text)

/** The lists beside those of the US say of no name which part is the surname. */
export const listedName = (text: string, kind: NameKind): ListedName => ({ text, kind, surnamesEnd: 0 })

export const isLatin = (text: string): boolean => /\p{Script=Latin}/u.test(text) && !NOT_LATIN.test(text)
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u
