/**
 * Letters that stand for one sound in some romanisation of Russian, Arabic or Chinese, longest first. `CH` and `J` have a
 * sound in each tradition: CH is ч in English and х in German, J is й in Polish, ж in French and х in Spanish.
 */
const SOUNDS: readonly (readonly [letters: string, sound: string])[] = (
  'SCHTSCH:X SHTCH:X SHCH:X CHTCH:X SZCZ:X STCH:X TSCH:X TCH:X SCH:X SH:X CZ:X SZ:X DZH:Z DSCH:Z DJ:Z ZH:Z JH:Z KH:H GH:G TS:C TZ:C PH:F TH:T DH:D BH:B CK:K CQ:K QU:K Q:K ' +
  'X:KS HS:X W:V OU:U OO:U EE:I YE:E JE:E IE:E YI:I IY:I YY:I II:I IJ:I Y:I'
)
  .split(' ')
  .map((pair) => pair.split(':') as [string, string])

/** Two letters as a number, for words of A to Z; one letter where the word ends behind it. */
const startOf = (word: string, at: number): number => {
  const first = word.charCodeAt(at) & 31
  return at + 1 < word.length ? (first << 5) | (word.charCodeAt(at + 1) & 31) : first
}

/** The sounds that start with two letters, or consist of one. */
const BY_START: (typeof SOUNDS)[number][][] = Array.from({ length: 1 << 10 }, () => [])
for (const sound of SOUNDS) BY_START[startOf(sound[0], 0)]?.push(sound)
const CH_SOUNDS = ['X', 'H'] as const
const J_SOUNDS = ['I', 'Z', 'H'] as const
/** Shorter words share their sounds with too many others. */
const MIN_LENGTH = 5

const isFrontVowel = (letter: string | undefined): boolean => letter === 'E' || letter === 'I' || letter === 'Y'

const soundStarting = (word: string, at: number): (typeof SOUNDS)[number] | undefined => {
  const sounds = BY_START[startOf(word, at)] ?? []
  for (const sound of sounds) if (word.startsWith(sound[0], at)) return sound
  return BY_START[word.charCodeAt(at) & 31]?.[0]
}

const keyOf = (word: string, ch: string, j: string): string => {
  let key = ''
  for (let at = 0; at < word.length; ) {
    const letter = word[at] as string
    const found = soundStarting(word, at)
    const isCh = letter === 'C' && word[at + 1] === 'H'
    let sound = found?.[1] ?? letter
    if (!found && isCh) sound = ch
    else if (!found && letter === 'J') sound = j
    else if (!found && letter === 'C') sound = isFrontVowel(word[at + 1]) ? 'C' : 'K'
    for (let one = 0; one < sound.length; one++) if (key[key.length - 1] !== sound[one]) key += sound[one]
    at += found?.[0].length ?? (isCh ? 2 : 1)
  }
  return key
}

/** Endings that are written in several ways whatever their sound; a last H is often left out. */
const commonEnding = (word: string): string =>
  word
    .replace(/(?<=[OE])(?:FF|W)(A?)$/, 'V$1')
    .replace(/(?<=[OE]V)I(?:C|TCH|TSCH|CZ|TZ)$/, 'ICH')
    .replace(/(?<=[AEIOU])H$/, '')

/** How a romanised word may sound, one key for each tradition that reads its letters differently; none for a short word. */
export const romanKeysOf = (word: string): readonly string[] => {
  if (word.length < MIN_LENGTH || !/^[A-Z]+$/.test(word)) return []
  const written = commonEnding(word)
  const keys = new Set<string>()
  for (const ch of written.includes('CH') ? CH_SOUNDS : ['X'])
    for (const j of written.includes('J') ? J_SOUNDS : ['I']) keys.add(keyOf(written, ch, j))
  return [...keys]
}

/** May two different words be the same name, romanised in two ways? MIKHAIL, MICHAIL and MIHAIL. */
export const areRomanisations = (a: string, b: string, keys = romanKeysOf(a)): boolean => {
  if (Math.abs(a.length - b.length) > 5) return false
  return keys.length > 0 && romanKeysOf(b).some((key) => keys.includes(key))
}
