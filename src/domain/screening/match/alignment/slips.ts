import { FACT_POLICY } from '../../facts/fact-policy.ts'
import { EditDistance } from '../../words/edit-distance.ts'
import { hasDigit } from '../../words/letters.ts'
import { isWeightless, type Role } from '../../words/roles.ts'
import { LINK, type Pairing } from './pairing.ts'

/** The longer word has at least so many letters, for one edit and for two. */
const MIN_LENGTH = 4
const MIN_TWO_EDITS_LENGTH = 6
const { slipSimilarity } = FACT_POLICY

/**
 * Pairs words that are left over and nearly the same, also where both are names of their own (FERNANDEZ, HERNANDEZ).
 * Only for a party whose birth agrees: a typing error is then likelier than another person.
 */
export class Slips {
  readonly #distance = new EditDistance()

  take(alignment: Pairing): void {
    for (let at = 0; at < alignment.listedCount; at++) {
      if ((alignment.partner[at] as number) >= 0 || isWeightless(alignment.roleAt(at))) continue
      const word = this.#nearestFree(alignment, alignment.textAt(at))
      if (word >= 0) alignment.take(at, word, LINK.word, slipSimilarity)
    }
  }

  #nearestFree(alignment: Pairing, listed: string): number {
    let nearest = -1
    let least = 3
    for (let word = 0; word < alignment.askedCount; word++) {
      if (alignment.taken[word] || isWeightless(alignment.reading.roles[word] as Role)) continue
      const edits = this.#edits(alignment.question.texts[word] as string, listed)
      if (edits >= least) continue
      least = edits
      nearest = word
    }
    return nearest
  }

  /** The edits between two words; 3 when they are too many for a slip. Numbers have none. */
  #edits(asked: string, listed: string): number {
    const length = Math.max(asked.length, listed.length)
    const max = length < MIN_LENGTH ? 0 : length < MIN_TWO_EDITS_LENGTH ? 1 : 2
    if (Math.abs(asked.length - listed.length) > max || hasDigit(asked) || hasDigit(listed)) return 3
    const edits = this.#distance.between(asked, listed, max)
    return edits > max ? 3 : edits
  }
}
