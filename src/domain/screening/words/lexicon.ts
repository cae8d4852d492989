import { POLICY } from '../policy.ts'
import { COMPANY_WORDS, GIVEN_NAMES, SURNAMES, type Tier } from './population.ts'
import { AFFIXES, PARTICLES, SPELLINGS, TITLES, WORLD_WORDS } from './spellings.ts'

/** What the tables say about a word, whatever list it is on. */
export interface WordFacts {
  /** How rare it is in the population, in bits; the maximum for a word that is in no table. */
  weight: number
  /** Its spelling group, or a number of its own; 0 for a word that is not in any table. */
  group: number
  /** Is it a name with other spellings? */
  hasSpellings: boolean
  isParticle: boolean
  isTitle: boolean
  isAffix: boolean
  /** Among Peruvian names: mostly a given name, mostly a surname, or neither. */
  leaning: 'given' | 'surname' | null
}

const UNKNOWN: WordFacts = {
  weight: POLICY.weight.max,
  group: 0,
  hasSpellings: false,
  isParticle: false,
  isTitle: false,
  isAffix: false,
  leaning: null,
}

/** The weight of a word that this share of all names has. */
export const bitsOf = (share: number): number =>
  Math.min(POLICY.weight.max, Math.max(POLICY.weight.min, -Math.log2(share)))

/** Collects the tables; a word that is in several keeps its smallest weight. */
class LexiconBuilder {
  readonly facts = new Map<string, WordFacts>()
  #groups = 0

  add(word: string, more: Partial<WordFacts>): void {
    const known = this.facts.get(word) ?? { ...UNKNOWN, group: ++this.#groups }
    this.facts.set(word, { ...known, ...more, weight: Math.min(known.weight, more.weight ?? known.weight) })
  }

  addTiers(tiers: readonly Tier[], leaning: WordFacts['leaning']): void {
    for (const [perTenThousand, words] of tiers)
      for (const word of words.split(' ')) {
        const known = this.facts.get(word)?.leaning
        const isBoth = known && leaning && known !== leaning
        this.add(word, {
          weight: bitsOf(perTenThousand / 10_000),
          ...(leaning ? { leaning: isBoth ? null : leaning } : {}),
        })
      }
  }

  addSpellings(): void {
    for (const [perTenThousand, spellings] of SPELLINGS)
      for (const spelling of spellings) {
        const group = ++this.#groups
        for (const word of spelling.split(' '))
          this.add(word, { weight: bitsOf(perTenThousand / 10_000), group, hasSpellings: true })
      }
  }
}

const buildLexicon = (): ReadonlyMap<string, WordFacts> => {
  const builder = new LexiconBuilder()
  builder.addTiers(SURNAMES, 'surname')
  builder.addTiers(GIVEN_NAMES, 'given')
  builder.addTiers(COMPANY_WORDS, null)
  builder.addTiers(WORLD_WORDS, null)
  builder.addSpellings()
  for (const word of TITLES.split(' ')) builder.add(word, { isTitle: true })
  for (const word of PARTICLES.split(' ')) builder.add(word, { isParticle: true })
  for (const word of AFFIXES.split(' ')) builder.add(word, { isAffix: true })
  return builder.facts
}

const LEXICON = buildLexicon()

/** What the tables say about a folded word. */
export const factsOf = (word: string): WordFacts => LEXICON.get(word) ?? UNKNOWN
