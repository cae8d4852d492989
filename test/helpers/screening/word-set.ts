import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'

/** The same for the same words in any order. */
export const wordSetOf = (text: string): string => {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu))].sort().join(' ')
}

/** The word sets of every listed name: whoever has one of them is on the list. */
export const listedWordSets = (lists: readonly ListMatcher[]): ReadonlySet<string> =>
  new Set(lists.flatMap(({ index }) => index.parties.flatMap(({ names }) => names.map(({ text }) => wordSetOf(text)))))
