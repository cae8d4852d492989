import { romaniseAlphabets } from './scripts/alphabets.ts'
import { romaniseHangul } from './scripts/hangul.ts'

const lettersOf = (table: string): Record<string, string> =>
  Object.fromEntries(table.split(' ').map((pair) => pair.split(':') as [string, string]))

const CYRILLIC = lettersOf(
  'А:A Б:B В:V Г:G Д:D Е:E Ё:E Ж:ZH З:Z И:I Й:Y К:K Л:L М:M Н:N О:O П:P Р:R С:S Т:T У:U Ф:F Х:KH Ц:TS Ч:CH Ш:SH Щ:SHCH ' +
    'Ъ: Ы:Y Ь: Э:E Ю:YU Я:YA І:I Ї:YI Є:YE Ґ:G Ў:U Ј:J Љ:LJ Њ:NJ Ђ:DJ Ћ:C Џ:DZ Ѓ:G Ќ:K Ѕ:DZ Ә:A Ө:O Ү:U Ұ:U Қ:K Ғ:G Ң:N Һ:H ' +
    'Ҳ:H Ҷ:J Ӣ:I Ӯ:U Ҙ:Z Ҫ:S Ҡ:K Җ:J Ҹ:J Ѣ:E Ѳ:F Ӏ:',
)
/** Letters that one language reads in its own way, by the letters that only that language has. */
const SERBIAN = { ...CYRILLIC, ...lettersOf('Ж:Z Х:H Ц:C Ч:C Ш:S') }
const UKRAINIAN = { ...CYRILLIC, ...lettersOf('Г:H И:Y') }
const BELARUSIAN = { ...CYRILLIC, ...lettersOf('Г:H') }

const tableFor = (text: string): Record<string, string> => {
  if (/[ЈЉЊЂЋЏ]/.test(text)) return SERBIAN
  // Kazakh has the letter of Ukrainian too, besides letters of its own.
  if (!/[ІЇЄҐ]|[СЦЗ]ЬК/.test(text) || /[ӘҒҚҢӨҰҮҺ]/.test(text)) return CYRILLIC
  return /[ЫЭ]/.test(text) ? BELARUSIAN : UKRAINIAN
}

/** One letter of Arabic, Persian or Pashto to the Latin consonant its usual romanisation has; short vowels are not written. */
const ARABIC: Record<string, string> = Object.fromEntries(
  (
    'ا:A ب:B ت:T ث:TH ج:J ح:H خ:KH د:D ذ:DH ر:R ز:Z س:S ش:SH ص:S ض:D ط:T ظ:Z ع:A غ:GH ف:F ق:Q ك:K ل:L م:M ن:N ه:H ي:Y ء: ' +
    'ة:A پ:P چ:CH ژ:ZH گ:G ک:K ی:Y ټ:T ډ:D ړ:R ښ:SH ږ:Z ځ:Z څ:TS ڼ:N ې:E ۍ:Y ئ:Y ؤ:U ے:E ہ:H ھ:H ں:N ٹ:T ڈ:D ڑ:R'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Cyrillic letters to Latin ones, the rest untouched; upper case in, upper case out. */
export const romaniseCyrillic = (text: string): string => {
  if (!/[\u0400-\u04ff]/.test(text)) return text
  const table = tableFor(text)
  return text.replace(/[\u0400-\u04ff]/g, (letter) => table[letter] ?? letter)
}

/** Every writing that says all its sounds, in Latin letters: two names are equal in both or in neither. */
export const romaniseScripts = (text: string): string => romaniseHangul(romaniseAlphabets(romaniseCyrillic(text)))

export const isArabic = (word: string): boolean => /[\u0600-\u06ff]/.test(word)

/** Arabic as it is typed by different people: alef, ya and ta marbuta in one form, no vowel marks, no tatweel. */
export const foldArabic = (text: string): string =>
  text
    .replace(/[\u064b-\u065f\u0670\u0640\u200c-\u200f\u06d6-\u06ed]/g, '')
    .replace(/[إأآٱ]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/ۀ/g, 'ه')

/** An Arabic word in Latin letters, with a vowel put wherever none is written: its consonants equal those of the Latin spelling. */
export const romaniseArabic = (word: string): string => {
  const folded = foldArabic(word)
  // The article is written together with its noun.
  const noun = folded.length > 4 && folded.startsWith('ال') ? folded.slice(2) : folded
  let latin = ''
  for (const letter of noun) {
    // Waw is a consonant in front and a long vowel elsewhere.
    const next = letter === 'و' ? (latin === '' ? 'WA' : 'U') : (ARABIC[letter] ?? '')
    latin += /[^AEIOUY]$/.test(latin) && /^[^AEIOUY]/.test(next) ? `A${next}` : next
  }
  return latin
}
