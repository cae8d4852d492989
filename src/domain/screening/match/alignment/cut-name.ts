import { POLICY } from '../../policy.ts'
import { LINK, type Pairing } from './pairing.ts'

/** Fields of old systems have 20, 30 or 40 characters; one that ends with a space has lost it. */
export const isFieldLength = (length: number): boolean => length >= 19 && (length % 10 === 0 || length % 10 === 9)
/** A shorter text is the beginning of too many names. */
const MIN_LETTERS = 14
/** With fewer letters the last word says hardly more than an initial. */
const MIN_WORD = 4

/**
 * Sees that the question is the beginning of the listed name, cut off at any letter: its words are those of the name, in
 * order, and the last one begins the next. What follows was cut off, not left out.
 */
export const takeCutName = (alignment: Pairing): void => {
  const last = alignment.askedCount - 1
  if (last < 1 || last >= alignment.listedCount) return
  for (let at = 0; at < last; at++) if (alignment.partner[at] !== at) return
  const { texts, length } = alignment.question
  if (lettersIn(texts) < MIN_LETTERS) return
  const text = texts[last] as string
  if (alignment.partner[last] === last && isFieldLength(length)) alignment.cutAt = last + 1
  if (alignment.taken[last] || (alignment.partner[last] as number) >= 0 || !alignment.textAt(last).startsWith(text))
    return
  if (text.length < MIN_WORD) alignment.take(last, last, LINK.initial, POLICY.similarity.initial)
  else alignment.take(last, last, LINK.word, POLICY.similarity.editLong)
  alignment.cutAt = last + 1
}

const lettersIn = (texts: readonly string[]): number => {
  let letters = 0
  for (const text of texts) letters += text.length
  return letters
}
