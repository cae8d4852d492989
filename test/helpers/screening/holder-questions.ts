import { type Random, seededRandom } from '../../../sandbox/random.ts'
import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { ListedName } from '../../../src/domain/screening/party.ts'
import { screenText } from '../../../src/domain/screening/screen.ts'
import { inventNames } from './invented-peruvians.ts'
import { TallyTable } from './tally.ts'
import { listedWordSets, wordSetOf } from './word-set.ts'

/** Ways of writing two holders into one text, with the listed one before or behind the other. */
const JOINED: Record<string, string> = {
  'Y/O': ' Y/O ',
  'y / o': ' y / o ',
  slash: ' / ',
  'slash without spaces': '/',
  semicolon: '; ',
  Y: ' Y ',
  ampersand: ' & ',
  O: ' O ',
  AND: ' and ',
}
const TAILS = [' Y ASOCIADOS', ' Y CIA S.A.', ' E HIJOS S.A.C.', ' Y HNOS SRL', ' Y/O CIA', ' Y OTROS']
const GIVEN = ['ROSA', 'JUAN CARLOS', 'MARIA', 'LUIS ALBERTO', 'ANA']

/** Surnames and given names, as the list says them; or in the order of speech. */
const inEitherOrder = ({ text, surnamesEnd }: ListedName, random: Random): string => {
  const [surnames, given] = [text.slice(0, surnamesEnd), text.slice(surnamesEnd + 1).trim()]
  const order = random.below(3)
  return order === 0 ? text : order === 1 ? `${surnames} ${given}` : `${given} ${surnames}`
}

const LATIN = /SDNT|VENEZUELA|TCO|ILLICIT|CUBA|NICARAGUA/

/** Listed persons whose surnames the list tells, of Latin American programmes where there are any. */
const listedPersons = (lists: readonly ListMatcher[]) => {
  const persons = lists
    .flatMap(({ index }) => index.parties)
    .filter(({ tipo, names: [name] }) => tipo === 'individual' && (name?.surnamesEnd ?? 0) > 0)
  const latin = persons.filter(({ programa }) => LATIN.test(programa))
  return latin.length > 0 ? latin : persons
}

/** Texts with a listed person and somebody else; the listed one must be found, by a name that is equal to hers. */
export const scoreHolders = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable => {
  const table = new TallyTable()
  const random = seededRandom(seed)
  const questions = new QuestionReader()
  const persons = listedPersons(lists)
  const others = invent(perKind, seed)
  const ask = (kind: string, make: (name: ListedName) => string): void => {
    const party = random.pick(persons)
    const { hits } = screenText({ nombre: make(party.names[0] as ListedName), facts: null }, questions, lists)
    const at = hits.findIndex((hit) => hit.party === party)
    table.addFound(kind, at)
    if (hits[at]?.exact) table.of(kind).exact++
  }
  for (let round = 0; round < perKind; round++) {
    const other = random.pick(others)
    for (const [kind, between] of Object.entries(JOINED))
      ask(kind, (name) => {
        const listed = inEitherOrder(name, random)
        return random.chance(0.5) ? `${listed}${between}${other}` : `${other}${between}${listed}`
      })
    ask('company named after her', (name) => `${inEitherOrder(name, random)}${random.pick(TAILS)}`)
    ask('shared surnames', ({ text, surnamesEnd }) => {
      const [surnames, given] = [text.slice(0, surnamesEnd), text.slice(surnamesEnd + 1).trim()]
      const more = random.pick(GIVEN)
      return random.chance(0.5) ? `${more} Y ${given} ${surnames}` : `${surnames} ${more} Y ${given}`
    })
  }
  return table
}

const PEOPLE: readonly string[] = ['person', 'common-person']

const invent = (perKind: number, seed: number): string[] =>
  inventNames(perKind, seed)
    .filter(({ kind }) => PEOPLE.includes(kind))
    .map(({ nombre }) => nombre)

/** Texts with one invented person, and with two, each person twice: any hit is wrong. */
export const scoreInventedHolders = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable => {
  const table = new TallyTable()
  const random = seededRandom(seed)
  const questions = new QuestionReader()
  const listed = listedWordSets(lists)
  const people = invent(perKind, seed).filter((nombre) => !listed.has(wordSetOf(nombre)))
  const ask = (kind: string, nombre: string): void => {
    const { hits } = screenText({ nombre, facts: null }, questions, lists)
    const tally = table.of(`negative/${kind}`)
    tally.n++
    if (hits.length > 0) tally.wrong++
    if (hits.some(({ exact }) => exact)) tally.exact++
  }
  for (const [at, nombre] of people.entries()) {
    ask('one holder', nombre)
    ask('two holders', `${nombre}${random.pick(Object.values(JOINED))}${people[(at + 1) % people.length]}`)
  }
  return table
}
