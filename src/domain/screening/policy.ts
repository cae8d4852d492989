/**
 * Every number the matcher decides by, with its reason. Weights are bits: how many times a word halves the crowd.
 * Change one, run `npm run bench -- screening`, and keep it only when both tables agree.
 */
export const POLICY = {
  weight: {
    /** A word nobody else has: more would let one rare surname outvote everything. */
    most: 15,
    /** The most common word still says something. */
    least: 2,
    /** Lists are small: a word seen once on one is not therefore rare in the world. */
    listSize: 40_000,
    /** One letter standing for a name. */
    initial: 3,
    /** A title that both sides have. */
    title: 1.5,
    /** A particle in a name that has little else. */
    particle: 4,
  },
  /** How far two words are the same word; 1 is letter for letter. */
  likeness: {
    spelling: 0.97,
    sound: 0.95,
    glued: 0.95,
    initial: 0.9,
    /** One slip: in a longer word it is more surely a slip. */
    slipLong: 0.9,
    slipMiddle: 0.86,
    slipShort: 0.78,
    /** One slip in what is heard. */
    soundSlip: 0.84,
    /** Same consonants, other vowels: another romanisation. */
    consonants: 0.84,
    /** Consonants of an Arabic word against a Latin one: vowels were never written. */
    script: 0.85,
    /** Two slips, in words long enough for two. */
    twoSlips: 0.76,
    /** A word the list itself has several times is seldom a slip of another one. */
    listedWord: 0.85,
  },
  /** Shares of a word's weight that are lost when it has no counterpart. */
  cost: {
    /** The question leaves a listed word out. */
    leftOut: 0.3,
    /** The question has a word more. */
    extra: 0.4,
    /** Both have a word the other lacks, in the same place: they say different things. */
    contradiction: 1.5,
    /** Both lack something, but in different places: a given name more here, a second surname less there. */
    crossed: 0.6,
    /** Words put around company names. */
    affix: 0.05,
  },
  /** Below this the names are not the same. */
  cut: { individual: 0.72, entity: 0.74, other: 0.78 },
  /** Bits of agreement needed, by how many words are missing on one side: the less is said, the rarer it must be. */
  evidence: {
    individual: { leftOut: [0, 9, 17, 24], extra: [0, 11, 24, 32], both: 30 },
    entity: { leftOut: [0, 15, 22, 28], extra: [0, 20, 28, 36], both: 34 },
  },
  /** A second surname the list does not know may well be another person's. */
  extraSurname: 17,
  /** A surname and its particle, with the given name left out: only a rare surname tells that much. */
  particleOnly: 13,
  /** One word against one word: it must be long and rare to be forgiven a slip. */
  single: { letters: 6, weight: 7.5, likeness: 0.84 },
  /** What a document of the same kind and country with another number takes away. */
  otherDocument: 0.9,
  /** With an equal document this much likeness of the names is no contradiction. */
  withDocument: 0.5,
  most: 50,
} as const
