import { type Random, seededRandom } from '../random.ts'
import type { PretendAddress, PretendParty } from './listed-parties.ts'

const PLACES: readonly (readonly [city: string, country: string])[] = [
  ['Pacayzapa', 'Peru'],
  ['Puerto Inventado', 'Panama'],
  ['San Ficticio', 'Colombia'],
  ['Novovymysel', 'Russia'],
  ['Shahr-e Khiali', 'Iran'],
  ['Villa Imaginaria', 'Mexico'],
]
const STREETS = ['Calle Falsa', 'Av. de la Quimera', 'Jr. Ninguno', 'Pasaje Ensueno', 'Ul. Vymyslennaya']
const TITLES = ['Director of Naviera Imaginaria', 'Former Minister of Fictions', 'Commander', 'Chairman of the Board']
const SHIPS = ['General Cargo', 'Crude Oil Tanker', 'Bulk Carrier', 'Roll-on Roll-off']
const MODELS = ['B.747-422', 'An-74T-200', 'Learjet 45', 'ATR-72-212A']

type Facts = Required<Pick<PretendParty, 'title' | 'ship' | 'addresses'>> & { remarks: string[] }

/** What the list says of an invented party besides its names, always the same for its entry number. */
export const inventFacts = (entry: number, kind: PretendParty['kind']): Facts => {
  // A generator of its own: the one that makes the names must go on as it always has.
  const random = seededRandom(entry + 20_261_101)
  const { pick, chance } = random
  const addresses = chance(0.8) ? [inventAddress(random), ...(chance(0.3) ? [inventAddress(random)] : [])] : []
  if (kind === 'individual') {
    const [city, country] = pick(PLACES)
    const remarks = [`POB ${city}, ${country}`, `nationality ${country}`, `Gender ${chance(0.8) ? 'Male' : 'Female'}`]
    return { title: chance(0.3) ? pick(TITLES) : '', ship: [], addresses, remarks }
  }
  return { title: '', ship: kind === 'vessel' ? inventShip(random) : [], addresses, remarks: particulars(kind, random) }
}

const inventAddress = ({ pick, below }: Random): PretendAddress => {
  const [city, country] = pick(PLACES)
  return { street: `${pick(STREETS)} ${100 + below(900)}`, city, country }
}

const inventShip = ({ pick, below }: Random): string[] => [
  `OB${1_000 + below(9_000)}`,
  pick(SHIPS),
  String(10_000 + below(90_000)),
  String(1_000 + below(9_000)),
  pick(PLACES)[1],
  '',
]

const particulars = (kind: PretendParty['kind'], { pick, below, chance }: Random): string[] => {
  if (kind === 'vessel')
    return [
      `Vessel Registration Identification IMO 00${10_000 + below(90_000)}`,
      `MMSI 0${10_000_000 + below(90_000_000)}`,
    ]
  if (kind === 'aircraft')
    return [`Aircraft Model ${pick(MODELS)}`, `Aircraft Manufacturer's Serial Number (MSN) ${below(100_000)}`]
  return chance(0.5) ? [`Organization Established Date ${1970 + below(50)}`] : []
}
