import type { QueryWord } from '../query-word.ts'

const WIDOW = ['VDA', 'VIUDA', 'VDO', 'VIUDO', 'VD', 'ESPOSA']

/**
 * The position of a husband's surname: it follows DE behind her own (MARIA LOPEZ DE ROJAS) or VDA. DE; -1 when there is none.
 * A given name before DE, or an article behind it, makes a surname of her own (MARIA DE ROJAS, LOPEZ DE LA CRUZ).
 */
export const husbandIn = (words: readonly QueryWord[]): number => {
  for (let at = words.length - 2; at > 0; at--) {
    if (words[at]?.text !== 'DE') continue
    const [before, after] = [words[at - 1] as QueryWord, words[at + 1] as QueryWord]
    if (WIDOW.includes(before.text)) return after.isParticle ? Math.min(at + 2, words.length - 1) : at + 1
    if (before.text === 'V' && !after.isParticle && countTelling(words) > 2) return at + 1
    if (!isTelling(before) || after.isParticle || before.facts.leaning === 'given') continue
    if (after.facts.leaning === 'given' || countTelling(words) < 3) continue
    return at + 1
  }
  return -1
}

const countTelling = (words: readonly QueryWord[]): number => {
  let telling = 0
  for (const word of words) if (isTelling(word)) telling++
  return telling
}

/** Particles, titles and initials do not tell whose name it is. */
const isTelling = ({ text, facts }: QueryWord): boolean => text.length > 1 && !facts.isParticle && !facts.isTitle

/** The one word of a name besides particles, titles and initials; of a name of nothing else its longest. Null for more than one. */
export const onlyTellingWord = (words: readonly QueryWord[]): QueryWord | null => {
  let telling: QueryWord | null = null
  let longest: QueryWord | null = null
  for (const word of words) {
    if (word.text.length > (longest?.text.length ?? 0)) longest = word
    if (!isTelling(word) || word === telling) continue
    if (telling) return null
    telling = word
  }
  return telling ?? longest
}
