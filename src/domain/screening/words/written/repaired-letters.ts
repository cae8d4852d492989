/** Letters that a file, a form or an old system spoiled. */

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>' }
const ACCENTS: Record<string, string> = {
  acute: '\u0301',
  tilde: '\u0303',
  uml: '\u0308',
  grave: '\u0300',
  cedil: '\u0327',
}
/** UTF-8 read as Latin-1 or Windows-1252: the second byte of a letter whose first one became Ã. */
const SECOND_BYTES: Record<string, string> = {
  ...{ '‘': 'Ñ', '\u0091': 'Ñ', '±': 'Ñ', '\u0081': 'Á', '¡': 'Á', '‰': 'É', '\u0089': 'É', '©': 'É', '\u008d': 'Í' },
  ...{
    '\u00ad': 'Í',
    '“': 'Ó',
    '\u0093': 'Ó',
    '³': 'Ó',
    š: 'Ú',
    '\u009a': 'Ú',
    º: 'Ú',
    œ: 'Ü',
    '\u009c': 'Ü',
    '¼': 'Ü',
  },
}
const SPOILED = /[&Ã?#¥¤~\uFFFDªº|]/
/** A sign between two letters that no name has there. */
const LOST = /(?<=\p{L})[?#¥¤~|\uFFFD]+(?=\p{L})/gu
/** A slash may be an Ñ (CASTA/EDA), but also part two words (QAIDA/ISLAMIC). */
const SLASH = /(?<=\p{L}[AEIOU])\/(?=[AEIOU])/giu

/** The text with entities and wrongly decoded letters read, ordinal signs as letters, and a sign in place of Ñ or an accented letter as the likeliest one. */
export const repairLetters = (text: string): string => {
  if (!SPOILED.test(text)) return text
  return text
    .replace(/&#(\d{2,5});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([A-Za-z])(acute|tilde|uml|grave|cedil);/gi, (_, letter: string, accent: string) =>
      (letter + ACCENTS[accent.toLowerCase()]).normalize('NFC'),
    )
    .replace(/&([a-z]+);/gi, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
    .replace(/Ã(.)/gu, (all, second: string) => SECOND_BYTES[second] ?? all)
    .replace(/\.?[ªº]/g, (sign) => (sign.endsWith('ª') ? 'A' : 'O'))
    .replace(LOST, lostLetter)
}

/** Ñ stands between vowels and Í between a consonant and a vowel; any other letter is left to the comparison of words. */
const lostLetter = (sign: string, at: number, text: string): string => {
  const before = text.slice(0, at).normalize('NFD').replace(/\p{M}/gu, '').at(-1) as string
  const after = text.slice(at + sign.length)
  const isVowelNext = /^[AEIOUÁÉÍÓÚ]/i.test(after)
  if (!isVowelNext) return ''
  return /[AEIOU]/i.test(before) ? 'N' : 'I'
}

/** The text with every slash between vowels read as the Ñ that it stands for. */
export const readSlashes = (text: string): string => (text.includes('/') ? text.replace(SLASH, 'N') : text)
