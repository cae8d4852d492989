import { POLICY } from '../policy.ts'
import { COMPANY_WORDS, GIVEN_NAMES, SURNAMES, type Tier } from './population.ts'
import { AFFIXES, PARTICLES, SPELLINGS, TITLES, WORLD_WORDS } from './spellings.ts'

/** What is known of a word apart from any list. */
export interface WordFacts {
  /** Bits it tells in the population; the most there is for a word nobody knows. */
  weight: number
  /** Its spelling group, or a number of its own; 0 for a word that is not in any table. */
  group: number
  particle: boolean
  title: boolean
  affix: boolean
  /** Among Peruvian names: mostly a given name, mostly a surname, or neither. */
  leaning: 'given' | 'surname' | null
}

const UNKNOWN: WordFacts = {
  weight: POLICY.weight.most,
  group: 0,
  particle: false,
  title: false,
  affix: false,
  leaning: null,
}

const facts = new Map<string, WordFacts>()
let groups = 0

export const bitsOf = (share: number): number =>
  Math.min(POLICY.weight.most, Math.max(POLICY.weight.least, -Math.log2(share)))

const learn = (word: string, more: Partial<WordFacts>): WordFacts => {
  const known = facts.get(word) ?? { ...UNKNOWN, group: ++groups }
  const next = { ...known, ...more, weight: Math.min(known.weight, more.weight ?? known.weight) }
  facts.set(word, next)
  return next
}

const learnTiers = (tiers: readonly Tier[], leaning: WordFacts['leaning']): void => {
  for (const [perTenThousand, words] of tiers)
    for (const word of words.split(' ')) {
      const known = facts.get(word)?.leaning
      const both = known && leaning && known !== leaning
      learn(word, { weight: bitsOf(perTenThousand / 10_000), ...(leaning ? { leaning: both ? null : leaning } : {}) })
    }
}

learnTiers(SURNAMES, 'surname')
learnTiers(GIVEN_NAMES, 'given')
learnTiers(COMPANY_WORDS, null)
learnTiers(WORLD_WORDS, null)
for (const [perTenThousand, spellings] of SPELLINGS)
  for (const group of spellings) {
    const id = ++groups
    for (const word of group.split(' ')) learn(word, { weight: bitsOf(perTenThousand / 10_000), group: id })
  }
for (const word of TITLES.split(' ')) learn(word, { title: true })
for (const word of PARTICLES.split(' ')) learn(word, { particle: true })
for (const word of AFFIXES.split(' ')) learn(word, { affix: true })

/** What the tables know of a folded word. */
export const factsOf = (word: string): WordFacts => facts.get(word) ?? UNKNOWN
