const isVowel = (letter: string | undefined): boolean =>
  letter === 'A' || letter === 'E' || letter === 'I' || letter === 'O' || letter === 'U'
const isFront = (letter: string | undefined): boolean => letter === 'E' || letter === 'I' || letter === 'Y'

/** How many letters are read at once, and what they sound like. */
interface Sound {
  letters: number
  key: string
}

/** Letters that sound like another one when nothing around them says otherwise; H is silent. */
const LIKE: Record<string, string> = { H: '', Q: 'K', C: 'K', W: 'B', V: 'B', X: 'S', Z: 'S', Y: 'I' }
const SINGLE = new Map<string, Sound>(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => [letter, { letters: 1, key: LIKE[letter] ?? letter }]),
)
const SOFT_G: Sound = { letters: 1, key: 'J' }
const SOFT_C: Sound = { letters: 1, key: 'S' }
const WA: Sound = { letters: 2, key: 'UA' }
const HUA: Sound = { letters: 3, key: 'UA' }
const TCH: Sound = { letters: 3, key: 'X' }
/** Two letters that stand for one sound. */
const double = (key: string): Sound => ({ letters: 2, key })
const PAIRS = {
  ...{ G: double('G'), K: double('K'), X: double('X'), T: double('T'), J: double('J') },
  ...{ F: double('F'), I: double('I'), U: double('U') },
}

/** The sound that begins at `at`, where several letters or the next one decide it; null for a letter by itself. */
const soundInContext = (word: string, at: number): Sound | null => {
  const next = word[at + 1]
  const third = word[at + 2]
  switch (word[at]) {
    case 'H':
      return next === 'U' && third === 'A' ? HUA : null
    case 'G':
      if (next === 'U' && third === 'A') return HUA
      if (next === 'H' || (next === 'U' && isFront(third))) return PAIRS.G
      return isFront(next) ? SOFT_G : null
    case 'W':
      return next === 'A' ? WA : null
    case 'Q':
      return next === 'U' && isFront(third) ? PAIRS.K : null
    case 'C':
      if (next === 'H') return PAIRS.X
      if (next === 'K') return PAIRS.K
      return isFront(next) ? SOFT_C : null
    case 'T':
      if (next === 'C' && third === 'H') return TCH
      return next === 'H' ? PAIRS.T : null
    case 'S':
      return next === 'H' ? PAIRS.X : null
    case 'K':
      return next === 'H' ? PAIRS.J : null
    case 'D':
      return next === 'J' ? PAIRS.J : null
    case 'P':
      return next === 'H' ? PAIRS.F : null
    case 'L':
      return next === 'L' && isVowel(third) ? PAIRS.I : null
    case 'O':
      return next === 'U' || next === 'O' ? PAIRS.U : null
    case 'E':
      return next === 'E' ? PAIRS.I : null
    default:
      return null
  }
}

const soundAt = (word: string, at: number): Sound => {
  const letter = word[at] as string
  return soundInContext(word, at) ?? SINGLE.get(letter) ?? { letters: 1, key: letter }
}

/**
 * How a word sounds to a Spanish speaker: s/z/c, b/v, g/j, ll/y, silent h, i/y, x/s, k/c/qu/cc, hua/gua/wa and doubled
 * letters are one; the usual romanisations of Arabic and Russian (kh, sh, tch, ou, dj) are read the same way.
 */
export const soundKey = (word: string): string => {
  let key = ''
  for (let at = 0; at < word.length; ) {
    const sound = soundAt(word, at)
    for (let one = 0; one < sound.key.length; one++) if (key[key.length - 1] !== sound.key[one]) key += sound.key[one]
    at += sound.letters
  }
  return key
}

/**
 * The consonants of a sound key, with a mark for a leading vowel and the last vowel kept. Romanisations that differ in
 * their vowels share it (MUHAMMAD, MOHAMED), while MARIO and MARIA do not.
 */
export const consonantKey = (sound: string): string => {
  let key = isVowel(sound[0]) ? 'A' : ''
  for (let at = 0; at < sound.length; at++) {
    const letter = sound[at] as string
    // X is written KS in Russian names and S by ear.
    if (!isVowel(letter) && !(letter === 'K' && sound[at + 1] === 'S')) key += letter
  }
  const last = sound[sound.length - 1]
  return sound.length > 1 && isVowel(last) ? key + last : key
}
