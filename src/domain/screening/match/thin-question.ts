import type { NameIndex } from '../index/name-index.ts'
import { POLICY } from '../policy.ts'
import type { QueryWord } from '../words/query-word.ts'
import type { Question } from './question.ts'
import type { QueryTerms } from './retrieval/query-terms.ts'

// Similarities are stored with less precision than the policy has.
const SAME_SOUND = POLICY.similarity.sound - 0.001

/** The word of a thin question, which clears nobody: the only one that tells whose name it is. Null for any other question. */
export const thinWordOf = ({ thinWord }: Question): string | null => thinWord?.text ?? null

/** The parties of a list that have the word, or one that sounds like it, in a name or strong alias. */
export const partiesWithWord = (index: NameIndex, { findings }: QueryTerms, { id }: QueryWord): ReadonlySet<number> => {
  const { postings, postingStarts, partyOfName } = index
  const found = new Set<number>()
  const [start, count] = [findings.termsStart(id), findings.termCount(id)]
  for (let term = start; term < start + count; term++) {
    if ((findings.similarities[term + count] as number) < SAME_SOUND) continue
    const termId = findings.numbers[term] as number
    for (let at = postingStarts[termId] as number; at < (postingStarts[termId + 1] as number); at++)
      found.add(partyOfName[postings[at] as number] as number)
  }
  return found
}
