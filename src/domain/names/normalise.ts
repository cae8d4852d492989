// Combining marks that go away; the tilde of Ñ (U+0303 after N) stays.
const MARKS = /([^N])\u0303|[\u0300-\u0302\u0304-\u036f]/g
const LETTER_OR_DIGIT = /[^\p{L}\p{N}]+/gu
// S.A.C., E.I.R.L., U.S.A.: single letters with dots between them are one word.
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu

/** Upper case without accents, Ñ kept; spacing and punctuation untouched. */
export const stripAccents = (text: string): string =>
  text.normalize('NFD').toUpperCase().normalize('NFD').replace(MARKS, '$1').normalize('NFC')

/** The searchable form of a name: upper case, no accents (Ñ stays), acronyms joined, punctuation to single spaces. */
export const foldName = (text: string): string =>
  stripAccents(text)
    .replace(ACRONYM, (acronym) => `${acronym.replaceAll('.', '')} `)
    .replace(LETTER_OR_DIGIT, ' ')
    .trim()

/** The words of a folded name. */
export const nameWords = (folded: string): string[] => (folded === '' ? [] : folded.split(' '))
