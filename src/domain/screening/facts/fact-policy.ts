/**
 * What each fact of a customer tells, in bits, with its reason: above 0 it speaks for the listed party, below 0 against
 * it. What one side does not say is worth nothing. Agreement counts like an agreeing word, contradiction like a cost.
 * Apart from `POLICY`, because no index depends on it.
 */
export const FACT_POLICY = {
  birth: {
    /** One person in 2^14 was born on that very day; fewer would be right for old people. */
    sameDay: 14,
    sameMonth: 9.5,
    sameYear: 6,
    /** Day and month swapped, or all but the year right and that off by one: mostly the same date written wrongly. */
    swapped: 6,
    nextYear: 5,
    /** Another day of the same month, one digit away. */
    slippedDay: 2,
    /** The same year, and both sides are sure of another day. */
    otherDay: -1.5,
    /** The first of January stands for an unknown day: equal it tells little more than the year. */
    sameNewYear: 7.5,
    newYear: 3,
    /** Two digits of the year swapped, the day and month the same, or not known. */
    transposedYear: 2,
    transposedYearAlone: -3,
    /** "Circa" is seldom wrong by more years. */
    circaYears: 3,
    /** A range that contains the year says at least this. */
    leastInRange: 1.5,
    /** By the distance in years; from ten on nobody mistakes a birth, and four common words alike do not outweigh it. */
    yearsApart: [6, 2, -1, -2, -3, -5, -6, -7, -8, -10, -14],
  },
  country: {
    /** By the share of listed parties of that country; less where names of one language go with it anyway. */
    common: {
      RU: 2,
      IR: 3,
      CN: 3,
      MX: 3,
      CO: 3,
      SY: 3.5,
      VE: 4,
      AE: 4,
      KP: 4,
      LB: 4.5,
      IQ: 4.5,
      TR: 5,
      BY: 5,
      UA: 5,
    },
    rare: 6,
    /** People move: another nationality or birthplace is a weak contradiction, another address a weaker one. */
    other: -2.5,
    otherAddress: -1,
  },
  kind: {
    /** About half of the list are persons, half entities; ships and aircraft are few. */
    same: { individual: 1, entity: 1, vessel: 4, aircraft: 5 },
    /** A person is no ship: a similar name is no hit, an equal one is lowered by as much as a wrong birth. */
    other: -10,
  },
  /** Factor on the shares of question and name that must agree before they are compared at all. */
  leastShare: 0.6,
  /** Agreement helps a name by no more than this, however much agrees. */
  maxLift: 14,
  /** From so many bits of agreement on, words one slip apart are taken for one another although both are names. */
  slips: 9,
  slipSimilarity: 0.75,
  /** A similar name whose birth agrees this well comes before an equal one of which no birth is known. */
  leads: 5.5,
  /** An equal name with so much against it comes after similar ones with a better score. */
  trails: -5,
} as const
