/** Letters of Chinese romanisations (pinyin, Wade-Giles without its apostrophes, French) that stand for one sound. */
const INITIALS: readonly (readonly [letters: RegExp, sound: string])[] = [
  [/C(?!H)/g, 'Z'],
  [/TCH|ZH|CH|TJ|J|Q/g, 'C'],
  [/HS|SH|X/g, 'S'],
  [/TS|TZ/g, 'Z'],
  [/G(?=[AEIOU])/g, 'K'],
  [/B/g, 'P'],
  [/D/g, 'T'],
]
const FINALS: readonly (readonly [letters: RegExp, sound: string])[] = [
  [/ONG/g, 'UNG'],
  [/IEN/g, 'IAN'],
  [/UO/g, 'O'],
  [/IOU/g, 'IU'],
  [/(?<=[AEIOU])H(?![AEIOU])/g, ''],
]
const SYLLABLE = '(?:TCH|TSH|TS|TZ|ZH|CH|SH|HS|[BCDFGHJKLMNPQRSTWXYZ])?[AEIOU]{1,3}(?:NG|N|H|R)?'
const ONE_SYLLABLE = new RegExp(`^${SYLLABLE}$`)
const SYLLABLES = new RegExp(`^(?:${SYLLABLE}){2,3}$`)
/** Shorter names sound like too many others. */
const MIN_LENGTH = 5
const MAX_SYLLABLE = 6

/** May the word be one syllable of a Chinese name? */
export const isChineseSyllable = (word: string): boolean => word.length <= MAX_SYLLABLE && ONE_SYLLABLE.test(word)

/** How syllables sound that are written together, or null when they are none or too short: ZEDONG and TSE TUNG share it. */
export const chineseKey = (word: string): string | null => {
  if (word.length < MIN_LENGTH || !SYLLABLES.test(word)) return null
  let key = word
  for (const [letters, sound] of INITIALS) key = key.replace(letters, sound)
  for (const [letters, sound] of FINALS) key = key.replace(letters, sound)
  return key
}
