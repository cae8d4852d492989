import { foldArabic, romaniseScripts } from './transliterate.ts'

const A = 65
const Z = 90
const ZERO = 48
const NINE = 57
const DOT = 46
/** `&`, a word by itself: Y. */
export const AMPERSAND = 38
// Letters without an accent that could be stripped.
const LETTERS: Record<string, string> = {
  Ł: 'L',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Æ: 'AE',
  Œ: 'OE',
  ß: 'SS',
  ı: 'I',
  Ŋ: 'N',
  Ə: 'A',
}

const foldUnicode = (text: string): string =>
  foldArabic(
    romaniseScripts(
      text
        .toUpperCase()
        .normalize('NFKC')
        .replace(/[ЁЇЙ]/g, (letter) => (letter === 'Й' ? 'Y' : letter))
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .replace(/[ŁØĐÐÞÆŒßıŊƏ]/g, (letter) => LETTERS[letter] as string),
    ),
  )

/** A text in plain capitals, not yet split into words. ASCII text, which is nearly all, takes the short way. */
export const foldLetters = (text: string): string => {
  let isUpper = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return foldUnicode(text)
    if (code >= 97 && code <= 122) isUpper = false
  }
  return isUpper ? text : text.toUpperCase()
}

/**
 * The words of a name for screening: upper case, no accents (Ñ is N here, as the lists write it), apostrophes closed up
 * (`AL-SA'ADI` is AL SAADI), dotted letters joined (`S.A.C.`, `C.V`), `&` and AND as Y, Cyrillic and its like in Latin letters.
 */
export const screeningWords = (text: string): string[] => {
  const upper = foldLetters(text)
  const words: string[] = []
  for (let at = 0; at < upper.length; ) {
    const code = upper.charCodeAt(at)
    if (isWordCode(code)) {
      const end = wordEnd(upper, at)
      words.push(cleanWord(upper.slice(at, end)))
      at = end
      continue
    }
    if (code === AMPERSAND) words.push('Y')
    at++
  }
  return words
}

/** How many words a text has, without making any of them. */
export const countWords = (text: string): number => {
  const upper = foldLetters(text)
  let words = 0
  for (let at = 0; at < upper.length; ) {
    const isWord = isWordCode(upper.charCodeAt(at))
    if (isWord || upper.charCodeAt(at) === AMPERSAND) words++
    at = isWord ? wordEnd(upper, at) : at + 1
  }
  return words
}

/** Where the word that begins here ends: apostrophes do not end it, nor do the dots between single letters. */
export const wordEnd = (text: string, start: number): number => {
  let at = start
  while (isWordCode(text.charCodeAt(at)) || isApostrophe(text.charCodeAt(at))) at++
  if (at - start > 1 || text.charCodeAt(at) !== DOT) return at
  while (text.charCodeAt(at) === DOT && isWordCode(text.charCodeAt(at + 1)) && !isWordCode(text.charCodeAt(at + 2)))
    at += 2
  return at
}

const IGNORED = /[.'`´ʹ-ʿ‘’′]/g

/** A slice of folded text as a word: without apostrophes and dots, AND as Y. */
export const cleanWord = (piece: string): string => {
  const word = isLetters(piece) ? piece : piece.replace(IGNORED, '')
  return word === 'AND' ? 'Y' : word
}

const isLetters = (piece: string): boolean => {
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at)
    if ((code < A || code > Z) && (code < ZERO || code > NINE)) return false
  }
  return true
}

export const isWordCode = (code: number): boolean =>
  (code >= A && code <= Z) ||
  (code >= ZERO && code <= NINE) ||
  (code > 127 && !isApostrophe(code) && /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)))

/** Signs that may stand inside a word and are not part of it. */
export const isIgnoredInWord = (code: number): boolean => code === DOT || isApostrophe(code)

// ' ` ´ ʻ ʼ ʿ ʾ ‘ ’ ′
const isApostrophe = (code: number): boolean =>
  code === 39 ||
  code === 96 ||
  code === 0xb4 ||
  (code >= 0x2b9 && code <= 0x2bf) ||
  code === 0x2018 ||
  code === 0x2019 ||
  code === 0x2032
