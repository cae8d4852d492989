import { seededRandom } from '../random.ts'
import { pretendRegister, rucOfDni, SAMPLES } from './register/index.ts'
import { GIVEN_NAMES, SURNAMES } from './register/words.ts'

export interface PretendPerson {
  dni: string
  apellidoPaterno: string
  apellidoMaterno: string
  nombres: string
}

const PARTICLES = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'SAN', 'SANTA', 'VAN', 'DER', 'VON', 'VDA'])

/** The parts of an invented person's registered name: two surnames with their particles, then the given names. */
export const partsOf = (nombre: string): Omit<PretendPerson, 'dni'> => {
  const words = nombre.split(' ')
  const surname = (): string => {
    const end = words.findIndex((word) => !PARTICLES.has(word))
    return words.splice(0, end + 1).join(' ')
  }
  const apellidoPaterno = surname()
  const apellidoMaterno = words.length > 1 ? surname() : ''
  return { apellidoPaterno, apellidoMaterno, nombres: words.join(' ') }
}

// Ranges of numbers that were never assigned, so that no real person gets an invented name.
const INVENTED = /^(?:000|98|99)/

/** The person with this DNI in the sandbox, with or without a RUC. Six in ten of the unassigned numbers have one. */
export const personOfDni = (dni: string, asked: 'directory' | 'aggregator'): PretendPerson | null => {
  const taxpayer = pretendRegister().find(rucOfDni(dni))
  if (taxpayer) return { dni, ...partsOf(taxpayer.nombre) }
  const { dniWithoutRuc, dniOfAggregators, unknownDni } = SAMPLES
  if (dni === dniWithoutRuc.dni) return dniWithoutRuc
  if (dni === dniOfAggregators.dni) return asked === 'aggregator' ? dniOfAggregators : null
  const random = seededRandom(Number(dni))
  if (dni === unknownDni.dni || !INVENTED.test(dni) || random.below(10) >= 6) return null
  return {
    dni,
    apellidoPaterno: random.pickByRank(SURNAMES),
    apellidoMaterno: random.pickByRank(SURNAMES),
    nombres: `${random.pickByRank(GIVEN_NAMES)} ${random.pick(GIVEN_NAMES)}`,
  }
}

/** Another person, for an upstream that answers about the wrong one. */
export const otherDni = (dni: string): string =>
  dni === SAMPLES.personWithRuc.ruc.slice(2, 10)
    ? SAMPLES.widow.ruc.slice(2, 10)
    : SAMPLES.personWithRuc.ruc.slice(2, 10)

export const otherRuc = (ruc: string): string =>
  ruc === SAMPLES.activeCompany.ruc ? SAMPLES.suspendedCompany.ruc : SAMPLES.activeCompany.ruc
