// Letters and signs that stripping accents does not change; the last ones are punctuation, although Unicode calls them letters or numbers.
const REPLACED: Record<string, string> = {
  ...{ Æ: 'AE', Œ: 'OE', Ø: 'O', Ð: 'D', Đ: 'D', Þ: 'TH', Ł: 'L', Ƒ: 'F', µ: 'U' },
  ...{ '¹': '1', '²': '2', '³': '3', '¼': ' ', '½': ' ', '¾': ' ', ª: ' ', º: ' ', ˆ: ' ' },
}
const REPLACED_SIGN = /[ÆŒØÐĐÞŁƑµ¹²³¼½¾ªºˆ]/g
// A few names of the register have HTML entities in them.
const ENTITY = /&(?:([AEIOUN])(TILDE|ACUTE|GRAVE|UML|CIRC)|(AMP)|(?:QUOT|APOS|NBSP|LT|GT|#[0-9]{1,4}));/g
const NOT_ENYE = /[^Ñ]+/g
const MARKS = /[\u0300-\u036f]+/g
const NOT_LETTER_OR_DIGIT = /[^\p{L}\p{N}]+/gu
// S.A.C., E.I.R.L., U.S.A.: single letters with dots between them are one word.
const ACRONYM = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu
const AMPERSAND = 38
const DOT = 46

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
  if (isSimple(text)) return foldSimple(text)
  return stripAccents(text)
    .replace(ENTITY, letterOfEntity)
    .replace(REPLACED_SIGN, (sign) => REPLACED[sign] ?? ' ')
    .replaceAll('&', ' Y ')
    .replace(ACRONYM, (acronym) => `${acronym.replaceAll('.', '')} `)
    .replace(NOT_LETTER_OR_DIGIT, ' ')
    .trim()
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90
const isCapitalOrDigit = (code: number): boolean => isCapital(code) || (code >= 48 && code <= 57)

/** Capitals, digits and single spaces between them: nothing to fold. Most names come like that. */
const isFolded = (text: string): boolean => {
  let isSpaceBefore = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isLetter = isCapitalOrDigit(code)
    if (!isLetter && (code !== 32 || isSpaceBefore)) return false
    isSpaceBefore = !isLetter
  }
  return !isSpaceBefore
}

/** ASCII without an ampersand. */
const isSimple = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127 || code === AMPERSAND) return false
  }
  return true
}

/** The same rules on simple text, which is how nearly all other names are typed: one pass, no regular expression. */
const foldSimple = (text: string): string => {
  const upper = text.toUpperCase()
  let folded = ''
  for (let at = 0; at < upper.length; ) {
    if (!isCapitalOrDigit(upper.charCodeAt(at))) {
      at++
      continue
    }
    const end = acronymEnd(upper, at) || wordEnd(upper, at)
    const word = upper.slice(at, end)
    const closed = word.includes('.') ? word.replaceAll('.', '') : word
    folded = folded === '' ? closed : `${folded} ${closed}`
    at = end
  }
  return folded
}

const wordEnd = (text: string, start: number): number => {
  let at = start
  while (isCapitalOrDigit(text.charCodeAt(at))) at++
  return at
}

/** Where the acronym that starts here ends; 0 when there is none. */
const acronymEnd = (text: string, start: number): number => {
  let at = start
  while (isCapital(text.charCodeAt(at)) && text.charCodeAt(at + 1) === DOT) at += 2
  if (at - start < 4) return 0
  return isCapital(text.charCodeAt(at)) && !isCapitalOrDigit(text.charCodeAt(at + 1)) ? at + 1 : at
}

/** The words of a folded name. */
export const nameWords = (folded: string): string[] => (folded === '' ? [] : folded.split(' '))

/** Ñ written N, as it is often typed. */
export const enyeAsN = (folded: string): string => folded.replaceAll('Ñ', 'N')

const letterOfEntity = (_: string, letter?: string, mark?: string, amp?: string): string => {
  if (letter) return letter === 'N' && mark === 'TILDE' ? 'Ñ' : letter
  return amp ? '&' : ' '
}
