const isVowel = (letter: string | undefined): boolean =>
  letter === 'A' || letter === 'E' || letter === 'I' || letter === 'O' || letter === 'U'
const isFront = (letter: string | undefined): boolean => letter === 'E' || letter === 'I' || letter === 'Y'

/** One step of the reading: how many letters were read, and what they sound like. */
let read = 1

const soundAt = (word: string, at: number): string => {
  const letter = word[at] as string
  const next = word[at + 1]
  read = 1
  switch (letter) {
    case 'H':
      if (next === 'U' && word[at + 2] === 'A') return skip(3, 'UA')
      return ''
    case 'G':
      if (next === 'U' && word[at + 2] === 'A') return skip(3, 'UA')
      if (next === 'U' && isFront(word[at + 2])) return skip(2, 'G')
      if (next === 'H') return skip(2, 'G')
      return isFront(next) ? 'J' : 'G'
    case 'W':
      return next === 'A' ? skip(2, 'UA') : 'B'
    case 'Q':
      return next === 'U' && isFront(word[at + 2]) ? skip(2, 'K') : 'K'
    case 'C':
      if (next === 'H') return skip(2, 'X')
      if (next === 'K') return skip(2, 'K')
      return isFront(next) ? 'S' : 'K'
    case 'T':
      if (next === 'C' && word[at + 2] === 'H') return skip(3, 'X')
      if (next === 'H') return skip(2, 'T')
      return 'T'
    case 'S':
      return next === 'H' ? skip(2, 'X') : 'S'
    case 'K':
      return next === 'H' ? skip(2, 'J') : 'K'
    case 'D':
      return next === 'J' ? skip(2, 'J') : 'D'
    case 'P':
      return next === 'H' ? skip(2, 'F') : 'P'
    case 'L':
      return next === 'L' && isVowel(word[at + 2]) ? skip(2, 'I') : 'L'
    case 'O':
      return next === 'U' || next === 'O' ? skip(2, 'U') : 'O'
    case 'E':
      return next === 'E' ? skip(2, 'I') : 'E'
    case 'X':
    case 'Z':
      return 'S'
    case 'V':
      return 'B'
    case 'Y':
      return 'I'
    default:
      return letter
  }
}

const skip = (letters: number, sound: string): string => {
  read = letters
  return sound
}

/**
 * How a word sounds to a Spanish ear: s/z/c, b/v, g/j, ll/y, silent h, i/y, x/s, k/c/qu/cc, hua/gua/wa and doubled letters
 * are one; the usual romanisations of Arabic and Russian (kh, sh, tch, ou, dj) are read the same way.
 */
export const soundKey = (word: string): string => {
  let key = ''
  for (let at = 0; at < word.length; at += read) {
    const sound = soundAt(word, at)
    for (const letter of sound) if (key[key.length - 1] !== letter) key += letter
  }
  return key
}

/**
 * The consonants of a word as heard, with a mark for a leading vowel and the last vowel kept: it joins romanisations that
 * differ in their vowels (MUHAMMAD, MOHAMED) and still parts MARIO from MARIA.
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
