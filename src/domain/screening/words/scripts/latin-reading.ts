import { foldArabic, romaniseArabic } from '../transliterate.ts'
import { romaniseHangul } from './hangul.ts'
import { companyWordAt, DOUBLE_SURNAMES, pinyinOf } from './pinyin.ts'
import { latinWordOf } from './script-words.ts'

const CHINESE = /[\u3400-\u9fff]/
const OTHER_WRITING = /[\u0590-\u06ff\u3400-\u9fff\uac00-\ud7a3]/
const WORDS = /[\u0590-\u05ff]+|[\u0600-\u06ff]+|[\u3400-\u9fff]+|[\uac00-\ud7a3]+/g
const LONGEST_PERSON = 4

const HEBREW: ReadonlyMap<string, string> = new Map(
  'א:A ב:B ג:G ד:D ה:H ו:V ז:Z ח:H ט:T י:Y כ:K ך:KH ל:L מ:M ם:M נ:N ן:N ס:S ע:A פ:P ף:F צ:TZ ץ:TZ ק:K ר:R ש:SH ת:T'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Hebrew has consonants alone; vav and yod inside a word are vowels, and an A is put between two consonants. */
const romaniseHebrew = (word: string): string => {
  let latin = ''
  for (const letter of word) {
    let next = HEBREW.get(letter) ?? ''
    if (letter === 'ו' && latin !== '') next = 'O'
    else if (letter === 'י' && latin !== '') next = 'I'
    latin += /[^AEIOU]$/.test(latin) && /^[^AEIOU]/.test(next) ? `A${next}` : next
  }
  return latin
}

/** A person's name of up to four characters: the surname, then the given name as one word. */
const readChinesePerson = (name: string): string => {
  const surnameLength = name.length > 2 && DOUBLE_SURNAMES.includes(name.slice(0, 2)) ? 2 : 1
  const read = (characters: string): string => [...characters].map((one) => pinyinOf(one) ?? '').join('')
  return `${read(name.slice(0, surnameLength))} ${read(name.slice(surnameLength))}`
}

/** Words of companies and places are translated, what is between them is spelled as one word. */
const readChinese = (name: string): string => {
  const words: string[] = []
  let spelled = ''
  let isCompany = false
  for (let at = 0; at < name.length; ) {
    const found = companyWordAt(name, at)
    if (found === null) {
      spelled += pinyinOf(name[at] as string) ?? ''
      at++
      continue
    }
    isCompany = true
    if (spelled) words.push(spelled)
    spelled = ''
    words.push(found.latin)
    at += found.length
  }
  if (!isCompany && name.length >= 2 && name.length <= LONGEST_PERSON) return readChinesePerson(name)
  return [...words, spelled].join(' ')
}

const readArabic = (word: string): string => {
  const folded = foldArabic(word)
  const noun = folded.startsWith('ال') ? folded.slice(2) : folded
  return latinWordOf(folded) ?? latinWordOf(noun) ?? romaniseArabic(word)
}

/** Korean words of companies at the end of a longer word are translated: 평양은행. */
const readKorean = (word: string): string => {
  const whole = latinWordOf(word)
  if (whole !== undefined) return whole
  for (let at = 2; at <= word.length - 2; at++) {
    const end = latinWordOf(word.slice(at))
    if (end !== undefined) return `${readKorean(word.slice(0, at))} ${end}`
  }
  return romaniseHangul(word)
}

const readWord = (word: string): string => {
  const code = word.charCodeAt(0)
  if (code >= 0xac00) return readKorean(word)
  if (CHINESE.test(word)) return readChinese(word)
  if (code >= 0x600) return readArabic(word)
  const letters = word.replace(/[\u0591-\u05c7\u05f3\u05f4]/g, '')
  return latinWordOf(letters) ?? romaniseHebrew(letters)
}

/**
 * A name in Arabic, Hebrew, Chinese or Korean writing as it is likely written in Latin letters, or null for any other name.
 * It is a second reading beside the name as typed: sounds are guessed and words translated, so no equality follows from it.
 */
export const latinReading = (name: string): string | null => {
  if (!OTHER_WRITING.test(name)) return null
  const reading = name
    .normalize('NFKC')
    .replace(WORDS, (word) => ` ${readWord(word)} `)
    .replace(/\s+/g, ' ')
    .trim()
  return reading === '' ? null : reading
}
