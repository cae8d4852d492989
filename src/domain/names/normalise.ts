// Letters and signs that no accent rule reaches; the last ones are punctuation although Unicode files them as letters or numbers.
const SPELLED: Record<string, string> = {
  ...{ Æ: 'AE', Œ: 'OE', Ø: 'O', Ð: 'D', Đ: 'D', Þ: 'TH', Ł: 'L', Ƒ: 'F', µ: 'U' },
  ...{ '¹': '1', '²': '2', '³': '3', '¼': ' ', '½': ' ', '¾': ' ', ª: ' ', º: ' ', ˆ: ' ' },
}
const SPELLED_SIGN = /[ÆŒØÐĐÞŁƑµ¹²³¼½¾ªºˆ]/g
// The register carries a few names that went through an HTML page on their way in.
const ENTITY = /&(?:([AEIOUN])(TILDE|ACUTE|GRAVE|UML|CIRC)|(AMP)|(?:QUOT|APOS|NBSP|LT|GT|#[0-9]{1,4}));/g
const NOT_ENYE = /[^Ñ]+/g
const MARKS = /[\u0300-\u036f]+/g
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{N}]+/gu
// S.A.C., E.I.R.L., U.S.A.: single letters with dots between them are one word.
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu
// ASCII but for the ampersand, and what the rules above come to on it.
const SIMPLE = /^[\0-%\x27-\x7f]*$/
const SIMPLE_ACRONYM = /(?<![A-Z0-9])(?:[A-Z]\.){2,}(?:[A-Z](?![A-Z0-9]))?/g
const NOT_SIMPLE_LETTER = /[^A-Z0-9]+/g

/** Upper case without accents, Ñ kept; spacing and punctuation untouched. */
export const stripAccents = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('µ', 'U')
    .toUpperCase()
    .normalize('NFC')
    .replace(NOT_ENYE, (part) => part.normalize('NFD').replace(MARKS, '').normalize('NFC'))

/** The searchable form of a name: upper case, no accents (Ñ stays), acronyms joined, `&` read as Y, punctuation to single spaces. */
export const foldName = (text: string): string => {
  if (isFolded(text)) return text
  if (SIMPLE.test(text)) return foldSimple(text)
  return stripAccents(text)
    .replace(ENTITY, spellEntity)
    .replace(SPELLED_SIGN, (sign) => SPELLED[sign] ?? ' ')
    .replaceAll('&', ' Y ')
    .replace(ACRONYM, (acronym) => `${acronym.replaceAll('.', '')} `)
    .replace(NOT_LETTER_OR_DIGIT, ' ')
    .trim()
}

/** Capitals, digits and single spaces between them: nothing to fold. Most names come like that, so no expression is run. */
const isFolded = (text: string): boolean => {
  let isSpaceBefore = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isLetter = (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
    if (!isLetter && (code !== 32 || isSpaceBefore)) return false
    isSpaceBefore = !isLetter
  }
  return !isSpaceBefore
}

/** The same for plain letters without `&`, which is how nearly all names are typed. */
const foldSimple = (text: string): string => {
  const upper = text.toUpperCase()
  const joined = upper.includes('.')
    ? upper.replace(SIMPLE_ACRONYM, (acronym) => `${acronym.replaceAll('.', '')} `)
    : upper
  return joined.replace(NOT_SIMPLE_LETTER, ' ').trim()
}

/** The words of a folded name. */
export const nameWords = (folded: string): string[] => (folded === '' ? [] : folded.split(' '))

/** Ñ written N, as it is often typed. */
export const enyeAsN = (folded: string): string => folded.replaceAll('Ñ', 'N')

const spellEntity = (_: string, letter?: string, mark?: string, amp?: string): string => {
  if (letter) return letter === 'N' && mark === 'TILDE' ? 'Ñ' : letter
  return amp ? '&' : ' '
}
