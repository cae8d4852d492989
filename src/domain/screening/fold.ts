import { foldArabic, romaniseCyrillic } from './transliterate.ts'

const A = 65
const Z = 90
// Special letters that have no accent to take away.
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

const isPlain = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

const plainLetters = (text: string): string =>
  foldArabic(
    romaniseCyrillic(
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

/**
 * The words of a name for screening: upper case, no accents (Ñ is N here, as the lists write it), apostrophes closed up
 * (`AL-SA'ADI` is AL SAADI), dotted letters joined (`S.A.C.`, `C.V`), `&` and AND as Y, Cyrillic in Latin letters.
 */
export const screeningWords = (text: string): string[] => {
  const upper = isPlain(text) ? text.toUpperCase() : plainLetters(text)
  const words: string[] = []
  let word = ''
  let acronym = false
  for (let at = 0; at < upper.length; at++) {
    const code = upper.charCodeAt(at)
    if (isWordCode(code)) {
      // A letter after `X.` goes on with the acronym only while it stands alone.
      if (acronym && isWordCode(upper.charCodeAt(at + 1))) {
        word = flush(words, word)
        acronym = false
      }
      word += upper[at]
      continue
    }
    if (isApostrophe(code)) continue
    if (code === 46 && isAcronymSoFar(word, acronym) && isWordCode(upper.charCodeAt(at + 1))) {
      acronym = true
      continue
    }
    word = flush(words, word)
    acronym = false
    if (code === 38) words.push('Y')
  }
  flush(words, word)
  return words
}

const isAcronymSoFar = (word: string, acronym: boolean): boolean => word.length === 1 || (acronym && word.length > 0)

const flush = (words: string[], word: string): string => {
  if (word !== '') words.push(word === 'AND' ? 'Y' : word)
  return ''
}

const isWordCode = (code: number): boolean =>
  (code >= A && code <= Z) ||
  (code >= 48 && code <= 57) ||
  (code > 127 && !isApostrophe(code) && /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)))

// ' ` ´ ʻ ʼ ʿ ʾ ‘ ’ ′
const isApostrophe = (code: number): boolean =>
  code === 39 ||
  code === 96 ||
  code === 0xb4 ||
  (code >= 0x2b9 && code <= 0x2bf) ||
  code === 0x2018 ||
  code === 0x2019 ||
  code === 0x2032
