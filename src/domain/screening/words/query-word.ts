import { AMPERSAND, foldLetters, isWithinWord, isWordCode, spelled, wordEnd } from './fold.ts'
import { factsOf, type WordFacts } from './lexicon.ts'
import { ROLE, weightInRole } from './roles.ts'
import { consonantKey, soundKey } from './sound.ts'
import { isArabic, romaniseArabic } from './transliterate.ts'
import { addLetter, letterSum, SALT, saltedHash } from './word-hash.ts'
import { mayOpenForm, mendLegalWord } from './world-legal-forms.ts'

/** A word of a question with all that is known of it before any list is asked; what every question reads comes first. */
export interface HeardWord {
  text: string
  /** Its letters as one number, and its hash as one of a set. */
  sum: number
  hash: number
  /** Where lists keep what they found for it, and what tells it from others that had or will have the same place. */
  place: number
  stamp: number
  /** What it weighs where it has no role of its own. */
  weight: number
  /** No particle, title or affix: it has no role but to tell. */
  plain: boolean
  /** May a legal form begin with it, as it is typed or as it is mended? */
  opensForm: boolean
  /** Only a listed word found for it by itself can meet it: it is no initial, opens no legal form, and is forgiven no second slip. */
  stubborn: boolean
  /** May it be forgiven a second slip? */
  distant: boolean
  particle: boolean
  facts: WordFacts
  sound: string
  consonants: string
  /** Arabic, whose consonants were romanised. */
  foreign: boolean
  /** The word of a legal form it may be a slip of, or itself. */
  mended: string
}

// People share their names: most words of a question have been heard before. A word is looked for by its letters where
// they stand, so that nothing is copied to find it.
export const MOST_REMEMBERED = 12_000
/** A name begins with room for this many new words: places are given anew between two names only. */
const ROOM = 1_000
/** Two numbers each: the sum of a word, and its place in the order they came, from 1 on. */
const SLOTS = 1 << 15
const slots = new Int32Array(2 * SLOTS)
const known: HeardWord[] = []
let stamps = 0

const nextStamp = (): number => {
  stamps = stamps === 0x7fffffff ? 1 : stamps + 1
  return stamps
}

/** Words shorter than this are never forgiven two slips, nor is a word that everybody knows. */
export const SHORTEST_DISTANT = 7

const learn = (text: string): HeardWord => {
  const foreign = isArabic(text)
  const facts = factsOf(text)
  const sound = soundKey(foreign ? romaniseArabic(text) : text)
  const mended = facts.group > 0 ? text : mendLegalWord(text)
  const sum = letterSum(text)
  const opensForm = mended !== text || mayOpenForm(text)
  const distant = text.length >= SHORTEST_DISTANT && facts.group === 0
  const plain = !facts.particle && !facts.title && !facts.affix
  return {
    // Kept among the signed numbers, which need no room of their own.
    ...{ text, sum, hash: saltedHash(sum, SALT.set) | 0, place: known.length, stamp: nextStamp() },
    weight: weightInRole(text, ROLE.other, facts.weight, facts.particle),
    ...{ plain, opensForm, stubborn: plain && !opensForm && text.length > 1 && !distant, distant },
    ...{ particle: facts.particle, facts, sound, consonants: consonantKey(sound), foreign, mended },
  }
}

/** The words of a name, each as it was heard before or is now. */
export const hear = (name: string): HeardWord[] => {
  if (known.length > MOST_REMEMBERED - ROOM) forget()
  const text = foldLetters(name)
  const heard: HeardWord[] = []
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (isWordCode(code)) {
      const end = wordEnd(text, at)
      heard.push(wordIn(text, at, end))
      at = end
      continue
    }
    if (code === AMPERSAND) heard.push(wordIn('Y', 0, 1))
    at++
  }
  return heard
}

const wordIn = (text: string, start: number, end: number): HeardWord => {
  let sum = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (!isWithinWord(code)) sum = addLetter(sum, code)
  }
  let slot = homeOf(sum)
  for (; slots[2 * slot + 1] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
    if (slots[2 * slot] !== sum) continue
    const word = known[(slots[2 * slot + 1] as number) - 1] as HeardWord
    if (isWritten(word.text, text, start, end)) return word
  }
  return remember(spelled(text.slice(start, end)), sum, slot)
}

const homeOf = (sum: number): number => saltedHash(sum, SALT.set) & (SLOTS - 1)

const isWritten = (word: string, text: string, start: number, end: number): boolean => {
  let letter = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (!isWithinWord(code) && word.charCodeAt(letter++) !== code) return false
  }
  return letter === word.length
}

const remember = (text: string, sum: number, slot: number): HeardWord => {
  const word = learn(text)
  // AND is heard as Y, which has a place of its own.
  if (word.sum !== sum) return wordIn(text, 0, text.length)
  // Nobody's name: words that far behind are not looked for on any list.
  if (known.length === MOST_REMEMBERED) return word
  slots[2 * slot] = sum
  slots[2 * slot + 1] = known.push(word)
  return word
}

const forget = (): void => {
  slots.fill(0)
  known.length = 0
}
