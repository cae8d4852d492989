import { type Random, seededRandom } from '../../../sandbox/random.ts'
import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { ListedName, ListedParty } from '../../../src/domain/screening/party.ts'
import { screen } from '../../../src/domain/screening/screen.ts'
import { TallyTable } from './tally.ts'
import { listedWordSets, wordSetOf } from './word-set.ts'

const GIVEN = 'Teodoro Ludmila Anselmo Brigida Casilda Demetrio Eufemia Fulgencio Griselda Hilario'.split(' ')
const SURNAMES = 'QUIÑONES BARRENECHEA OKAFOR LINDGREN YAMAMOTO PETRAKIS DUBREUIL KOWALCZYK SANTISTEBAN'.split(' ')

/** A listed name changed so that it is somebody or something else; null when it has not what is changed. */
type Change = (name: ListedName, party: ListedParty, random: Random) => string | null

const partsOf = ({ text, surnamesEnd }: ListedName): [surnames: string, given: string] | null =>
  surnamesEnd > 0 ? [text.slice(0, surnamesEnd), text.slice(surnamesEnd + 1).trim()] : null

const CHANGES: Record<string, Change> = {
  'given names': (name, _party, random) => {
    const parts = partsOf(name)
    return parts && `${random.pick(GIVEN)} ${random.pick(GIVEN)} ${parts[0]}`
  },
  'second surname': (name, _party, random) => {
    const [surnames = '', given = ''] = partsOf(name) ?? []
    const [first, second] = surnames.split(' ')
    return first && second ? `${given} ${first} ${random.pick(SURNAMES)}` : null
  },
  'one slip': ({ text }, { tipo }, random) => {
    const words = text.split(' ')
    const long = words.flatMap((word, at) => (/^[A-Za-z]{6,},?$/.test(word) ? [at] : []))
    if (tipo === 'entity' || long.length === 0) return null
    const at = random.pick(long)
    const [word, letter] = [words[at] as string, 1 + random.below(4)]
    return words.with(at, word.slice(0, letter) + word.slice(letter + 1)).join(' ')
  },
  number: ({ text }, { tipo }, random) =>
    tipo !== 'individual' && /(?<!\S)\d+(?!\S)/.test(text)
      ? text.replace(/(?<!\S)\d+(?!\S)/, (number) => String(Number(number) + 1 + random.below(40)))
      : null,
}

/** Names that are close to a listed one and on no list: a partial hit may be, an exact one never. */
export const scoreNearMisses = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable => {
  const [random, questions, table] = [seededRandom(seed), new QuestionReader(), new TallyTable()]
  const parties = lists.flatMap(({ index }) => index.parties)
  const listed = listedWordSets(lists)
  for (const [kind, change] of Object.entries(CHANGES)) {
    const tally = table.of(`negative/${kind}`)
    for (let tries = 0; tally.n < perKind && tries < perKind * 200; tries++) {
      const party = random.pick(parties)
      const nombre = change(party.names[0] as ListedName, party, random)
      if (!nombre || listed.has(wordSetOf(nombre)) || wordSetOf(nombre).length < 5) continue
      const { hits } = screen(questions.read(nombre), lists)
      tally.n++
      if (hits.length > 0) tally.any++
      if (!hits.some(({ exact }) => exact)) continue
      tally.exact++
      tally.wrong++
    }
  }
  return table
}
