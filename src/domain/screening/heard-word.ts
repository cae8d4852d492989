import { hashInSet } from './hashing.ts'
import { mayOpenForm, mendLegalWord } from './legal-forms.ts'
import { factsOf, type WordFacts } from './lexicon.ts'
import { ListNotes } from './list-notes.ts'
import type { ResolvedWord } from './neighbours.ts'
import { consonantKey, soundKey } from './sound.ts'
import { isArabic, romaniseArabic } from './transliterate.ts'

/** A word of a question with all that is known of it before any list is asked. */
export interface HeardWord {
  text: string
  facts: WordFacts
  sound: string
  consonants: string
  /** Arabic, whose consonants were romanised. */
  foreign: boolean
  /** The word of a legal form it may be a slip of, or itself. */
  mended: string
  /** May a legal form begin with it, or be mended by it? */
  opensForm: boolean
  hash: number
  resolved: ListNotes<ResolvedWord>
}

// People share their names: most words of a question have been heard before.
const MOST_REMEMBERED = 12_000
const remembered = new Map<string, HeardWord>()

export const hear = (text: string): HeardWord => {
  const known = remembered.get(text)
  if (known) return known
  const foreign = isArabic(text)
  const facts = factsOf(text)
  const sound = soundKey(foreign ? romaniseArabic(text) : text)
  const mended = facts.group > 0 ? text : mendLegalWord(text)
  const heard = {
    ...{ text, facts, sound, consonants: consonantKey(sound), foreign, mended, hash: hashInSet(text) },
    opensForm: mended !== text || mayOpenForm(text),
    resolved: new ListNotes<ResolvedWord>(),
  }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(text, heard)
  return heard
}
