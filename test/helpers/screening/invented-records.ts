import { seededRandom } from '../../../sandbox/random.ts'
import { emptyRecord, type ListedParty } from '../../../src/domain/screening/party.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const COUNTRIES = [
  'Colombia',
  'Mexico',
  'Russia',
  'Iran',
  'Korea, North',
  'Syria',
  'Peru',
  'Panama',
  'Russian Federation',
]

/** The same parties with births and countries, in the forms the lists have; some of which nothing more is known. */
export const withInventedRecords = (parties: readonly ListedParty[], seed: number): ListedParty[] => {
  const random = seededRandom(seed)
  const birth = (): string => {
    const year = 1940 + random.below(60)
    const form = random.next()
    if (form < 0.1) return String(year)
    if (form < 0.15) return `circa ${year}`
    if (form < 0.2) return `${year} to ${year + 1 + random.below(5)}`
    return `${String(1 + random.below(28)).padStart(2, '0')} ${random.pick(MONTHS)} ${year}`
  }
  return parties.map((party) => {
    if (random.chance(0.15)) return party
    const isPerson = party.tipo === 'individual'
    const record = {
      ...emptyRecord(),
      births: isPerson ? Array.from({ length: random.below(3) }, birth) : [],
      nationalities: isPerson && random.chance(0.6) ? [random.pick(COUNTRIES)] : [],
      countries: random.chance(0.5) ? [random.pick(COUNTRIES)] : [],
    }
    return { ...party, record }
  })
}
