/**
 * Every number the matcher decides by, with its reason. A weight is in bits: a word that one name in 2^n has weighs n.
 * Change one, run `npm run bench -- screening`, and keep it only when recall and wrong answers both stay good.
 */
export const POLICY = {
  weight: {
    /** A word nobody else has: more would let one rare surname outvote everything. */
    max: 15,
    /** The most common word still says something. */
    min: 2,
    /** Lists are small: a word seen once on one is not therefore rare in the world. */
    listSize: 40_000,
    /** One letter standing for a name. */
    initial: 3,
    /** A particle in a name that has little else. */
    particle: 4,
    /** Words that companies share, at most: where they are, what they do, how large they are. */
    company: { place: 7, compass: 4, activity: 6, quality: 6, body: 6 },
  },
  /** How far two words are the same word; 1 is letter for letter. */
  similarity: {
    /** Two spellings of one name, by the tables. */
    spelling: 0.97,
    sound: 0.95,
    /** Words written together on one side and apart on the other. */
    joined: 0.95,
    initial: 0.9,
    /** A number in another writing: 2ND, SECOND, II. */
    number: 0.97,
    /** An everyday word of company names in short. */
    abbreviation: 0.95,
    /** A surname or patronymic in the form for the other sex. */
    gender: 0.95,
    /** A given name and what its bearers are called; never a surname. */
    nickname: 0.89,
    /** A Chinese or Korean name in another romanisation: one spelling stands for several names. */
    romanisation: 0.88,
    /** A word of company names in another language. */
    translation: 0.9,
    /** The initials of a company against its words. */
    acronym: 0.8,
    /** One edit: in a longer word it is more surely a typing error. */
    editLong: 0.9,
    editMedium: 0.86,
    editShort: 0.78,
    /** One edit between two known words: it says little, and only much else can make up for it. */
    knownEdit: 0.3,
    /** One edit between two sound keys. */
    soundEdit: 0.84,
    /** Same consonants, other vowels: another romanisation. */
    consonants: 0.84,
    /** Consonants of an Arabic word against a Latin one: vowels were never written. */
    arabicConsonants: 0.85,
    /** Several edits in a word, at least. */
    leastSlips: 0.66,
    /** Factor for a word that the list itself has several times: it is seldom another word misspelt. */
    commonListedWord: 0.85,
  },
  /** Edits that the words left over may have, beside those the index finds. */
  slips: {
    /** One edit of the whole name for so many of its letters: two slips in a long name are two typing errors. */
    lettersPerEdit: 4.5,
    /** More edits are another name, however long it is. */
    most: 3,
    /** Edits in one word, by its letters and by the bits that agree besides: the rest must say whose name it is. */
    words: [
      { letters: 12, agreed: 6, edits: 3 },
      { letters: 10, agreed: 0, edits: 2 },
      { letters: 8, agreed: 2, edits: 2 },
      { letters: 5, agreed: 5, edits: 2 },
      { letters: 3, agreed: 8, edits: 1 },
    ],
    /** Bits more that must agree in a company's name, where one everyday word is nothing. */
    company: 3,
    /** Bits that must agree besides for one known word to be another misspelt. */
    knownAgreed: 14,
    /** Bits that must agree besides for a misspelt word where another one was left out: two rare surnames. */
    leftOutAgreed: 22,
    /** A last word of so many letters may be the beginning of one that was cut off. */
    cutLetters: 5,
    /** With fewer letters, words joined in another place must have no slip. */
    joinedLetters: 8,
  },
  /** Shares of a word's weight that are lost when it has no counterpart. */
  cost: {
    /** A listed word that the question lacks. */
    missing: 0.3,
    /** A word of the question that the listed name lacks. */
    extra: 0.4,
    /** Both sides have a word the other lacks, in the same role: they say different things. */
    contradiction: 1.8,
    /** Both sides lack something, in different roles: a given name more here, a second surname less there. */
    crossed: 0.6,
    /** A number that one side lacks, beside what it costs as a word: it tells ships and funds of one family apart. */
    number: 0.7,
    /** A place in a company's name that the other side lacks: a branch, or where it is registered. */
    place: 0.1,
    /** Share of the score, for the order of hits alone: an initial or a husband's surname that fits no word of the listed name. */
    unfit: 0.04,
    /** Words put around company names. */
    affix: 0.05,
  },
  /** Below this score the names are not the same. */
  threshold: { individual: 0.72, entity: 0.74, other: 0.78 },
  /** Bits of agreement needed, by how many words one side lacks: the less is said, the rarer it must be. */
  evidence: {
    individual: { missing: [0, 9, 17, 24], extra: [0, 11, 24, 32], both: 30 },
    entity: { missing: [0, 15, 22, 28], extra: [0, 20, 28, 36], both: 34 },
  },
  /** Bits needed beside a second surname the list does not know: it may well be another person's. */
  extraSurname: 17,
  /** Bits needed of a surname and its particle alone, with the given name missing. */
  particleOnly: 13,
  /** Bits of a surname that is a partial match by itself; one that half a percent of all Peruvians has says nothing alone. */
  aloneSurname: 7.5,
  /** Bits of a single word that tells which company it is, when the rest is places and legal forms. */
  tellingWord: { weight: 13, similarity: 0.96 },
  /** A company's name that is not complete must agree in a word of this weight: places and activities weigh less. */
  companyCore: 7.5,
  /** Bits needed of a name that agrees by its initials: five letters, or fewer beside a telling word. */
  acronym: 15,
  /** One word against one word: it must be long and rare to match with an edit. */
  singleWord: { minLength: 6, minWeight: 7.5, minSimilarity: 0.84, longLength: 10, longSimilarity: 0.79 },
  /** Factor on the score when the party has a document of the same kind and country with another number. */
  otherDocument: 0.9,
  /** With an equal document, names with this score do not contradict each other. */
  withDocument: 0.5,
  /** Most hits of one answer. */
  maxHits: 50,
} as const
