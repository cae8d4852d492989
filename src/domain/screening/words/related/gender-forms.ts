import { factsOf } from '../lexicon.ts'

/**
 * Endings that surnames and patronymics have for men and women, with what both become. The longest ending that fits counts;
 * what is before it must have as many letters as the rule says.
 */
const RULES: readonly (readonly [endings: string, common: string, minStem: number])[] = [
  // Russian, Ukrainian, Belarusian, Bulgarian, Czech and Slovak surnames; -OFF and -OW are older romanisations.
  ['OV OVA OFF OFFA OW OWA OVS OVOI OVOY', 'OV', 2],
  ['EV EVA EFF EFFA EW EWA EVS YEV YEVA IEV IEVA JEV JEVA', 'EV', 2],
  ['YN YNA', 'YN', 4],
  ['IN INA', 'IN', 4],
  ['SKY SKIY SKII SKI SKYI SKYY SKYJ SKIJ SKIJS SKIS SKAYA SKAIA SKAJA SKA SKAA SKIA', 'SK', 2],
  ['CKY CKI CKIY CKIJ CKA CKAYA CKAIA TSKY TSKIY TSKII TSKI TSKYI TSKYY TSKAYA TSKAIA TSKA', 'CK', 2],
  ['NYY NYI NYJ NAYA NAIA', 'N', 4],
  // Patronymics.
  ['OVICH OVITCH OVYCH OVIC OVICS OVNA OWICZ', 'OVICH', 3],
  ['EVICH EVITCH EVYCH YEVICH IEVICH EVNA YEVNA IEVNA JEVICH JEVNA', 'EVICH', 2],
  ['IVNA YIVNA', 'OVICH', 3],
  // Greek.
  ['OPOULOS OPOULOU OPULOS OPULOU', 'OPOUL', 2],
  ['IDIS IDOU IDES', 'ID', 3],
  ['IADIS IADOU IADES', 'IAD', 3],
  // Lithuanian: the forms of a husband, a wife and a daughter.
  ['AUSKAS AUSKIENE AUSKAITE', 'AUSK', 2],
  ['INSKAS INSKIENE INSKAITE', 'INSK', 2],
  ['EVICIUS EVICIENE EVICIUTE', 'EVIC', 2],
  ['AVICIUS AVICIENE AVICIUTE', 'AVIC', 2],
]

const ENDINGS: ReadonlyMap<string, readonly [common: string, minStem: number]> = new Map(
  RULES.flatMap(([endings, common, minStem]) =>
    endings.split(' ').map((ending) => [ending, [common, minStem]] as [string, readonly [string, number]]),
  ).reverse(),
)
const LONGEST = Math.max(...[...ENDINGS.keys()].map((ending) => ending.length))
const MIN_LENGTH = 5
/** The last two letters of all endings: most words have others. */
const LAST_LETTERS = new Uint8Array(1 << 10)
/** Where the last two letters stand in it; letters that are none of A to Z may share a place. */
const lastLetters = (word: string): number =>
  ((word.charCodeAt(word.length - 2) & 31) << 5) | (word.charCodeAt(word.length - 1) & 31)
for (const ending of ENDINGS.keys()) LAST_LETTERS[lastLetters(ending)] = 1

/**
 * What the forms of one surname for men and women have in common (IVANOV and IVANOVA, KOWALSKI and KOWALSKA, PETROVICH and
 * PETROVNA), or null. A Peruvian name is never read so: MARINA is no form of MARIN, nor CORDOVA of CORDOV.
 */
export const genderStem = (word: string): string | null => {
  if (word.length < MIN_LENGTH || !LAST_LETTERS[lastLetters(word)] || factsOf(word).leaning !== null) return null
  for (let length = Math.min(LONGEST, word.length - 2); length >= 2; length--) {
    const rule = ENDINGS.get(word.slice(-length))
    if (rule === undefined) continue
    const stem = word.slice(0, -length)
    return stem.length >= rule[1] ? stem + rule[0] : null
  }
  return null
}
