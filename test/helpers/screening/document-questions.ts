import { seededRandom } from '../../../sandbox/random.ts'
import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { ListedParty } from '../../../src/domain/screening/party.ts'
import { screenText } from '../../../src/domain/screening/screen.ts'
import { sampled } from '../repeated.ts'
import { TallyTable } from './tally.ts'

/** What the parameter `documento` takes. */
const TAKEN = /^[A-Za-z0-9-]{5,20}$/

/** Wallets are no documents of a customer. */
const NO_IDENTITY = /^Digital Currency Address/i

/** The numbers of a party as its list states them: documents, and the registrations of ships and aircraft. */
const statedNumbers = ({ record }: ListedParty): string[] => [
  ...(record?.documents ?? []).filter(({ kind }) => !NO_IDENTITY.test(kind)).map(({ number }) => number),
  ...(record?.particulars ?? [])
    .filter(([name]) => /^(?:Vessel Registration Identification|MMSI|Aircraft Tail Number)/.test(name))
    .map(([, value]) => value.replace(/ \(.*$/, '')),
]

/** A number as people send it: as written, without signs, without the zeros that a spreadsheet takes. */
const formsOf = (number: string): Record<string, string> => {
  const written = number.replace(/[^A-Za-z0-9-]/g, '')
  const bare = written.replaceAll('-', '')
  return {
    'as written': written,
    'without signs': bare,
    'without zeros': /^0+[1-9][0-9]+$/.test(bare) ? bare.replace(/^0+/, '') : '',
    'without IMO': /^IMO[0-9]{7}$/.test(bare) ? bare.slice(3) : '',
  }
}

const misspelt = (name: string): string => name.replace(/([A-Za-z])([A-Za-z])(?=[A-Za-z]{2})/, '$2$1')

/** Every n-th stated number of the lists, in every form, alone and beside names: the party must be found, whatever the name says. */
export const scoreDocuments = (lists: readonly ListMatcher[], every: number, seed: number): TallyTable => {
  const table = new TallyTable()
  const questions = new QuestionReader()
  const parties = lists.flatMap(({ index }) => index.parties)
  const from = seededRandom(seed).below(every)
  for (const party of sampled(parties, every, from)) {
    const name = party.names[0]?.text ?? ''
    const beside = {
      alone: '',
      'its name': name,
      'its name misspelt': misspelt(name),
      'another name': 'ROSA QUISPE MAMANI',
    }
    for (const number of statedNumbers(party))
      for (const [form, documento] of Object.entries(formsOf(number))) {
        if (!TAKEN.test(documento) || !/[0-9]/.test(documento)) continue
        for (const [what, nombre] of Object.entries(beside)) {
          const { hits } = screenText({ nombre, documento, facts: null }, questions, lists)
          const at = hits.findIndex((hit) => hit.party === party && hit.document === 'same')
          table.addFound(`${form}, ${what}`, at)
        }
      }
  }
  return table
}
