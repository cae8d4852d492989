import type { LimaClock } from '../../domain/lima-time.ts'
import { MIN_BIRTH_YEAR, readDate } from '../../domain/screening/facts/births.ts'
import type { AskedFacts } from '../../domain/screening/facts/compare-facts.ts'
import { countryCode } from '../../domain/screening/facts/countries.ts'
import type { PartyKind } from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import { choiceInput } from '../shared/input.ts'

/** What a customer can be, as callers call it, and the kind of listed party that it is. */
const KINDS = {
  persona: 'individual',
  empresa: 'entity',
  nave: 'vessel',
  aeronave: 'aircraft',
} as const satisfies Record<string, PartyKind>
type CustomerKind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as CustomerKind[]

/** What a caller may say of the customer besides the name and the document. */
export interface CustomerQuery {
  tipo?: string | undefined
  nacimiento?: string | undefined
  pais?: string | undefined
}

/** The same, checked, as it was written. */
export interface Customer {
  tipo?: CustomerKind
  nacimiento?: string
  pais?: string
}

/** Checks what is said of the customer; null when nothing is. */
export const customerInput = (
  { tipo, nacimiento, pais }: CustomerQuery,
  clock: Pick<LimaClock, 'limaDate'>,
): Customer | null => {
  if (tipo === undefined && nacimiento === undefined && pais === undefined) return null
  const kind = choiceInput('tipo', tipo, KIND_NAMES)
  if (nacimiento !== undefined) checkBirth(nacimiento, clock.limaDate())
  if (pais !== undefined) checkCountry(pais)
  return {
    ...(kind !== undefined && { tipo: kind }),
    ...(nacimiento !== undefined && { nacimiento }),
    ...(pais !== undefined && { pais }),
  }
}

const checkBirth = (nacimiento: string, today: string): void => {
  if (!readDate(nacimiento))
    throw new Failure(
      'invalid-input',
      `nacimiento debe ser un año, un mes o una fecha real (AAAA, AAAA-MM o AAAA-MM-DD), desde ${MIN_BIRTH_YEAR}`,
      { campo: 'nacimiento' },
    )
  // A year or a month is not over yet when it is today's.
  if (nacimiento > today.slice(0, nacimiento.length))
    throw new Failure('invalid-input', 'nacimiento no puede estar en el futuro', { campo: 'nacimiento' })
}

const COUNTRY = /^[A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ .,'’()-]{1,79}$/

const checkCountry = (pais: string): void => {
  if (!COUNTRY.test(pais) || !countryCode(pais))
    throw new Failure(
      'invalid-input',
      'pais debe ser un código de país de dos letras (PE) o el nombre de un país en español (Perú)',
      { campo: 'pais' },
    )
}

/** The customer as the matcher compares it. */
export const customerFacts = ({ tipo, nacimiento, pais }: Customer): AskedFacts => {
  const date = nacimiento === undefined ? null : readDate(nacimiento)
  const code = pais === undefined ? null : countryCode(pais)
  return {
    ...(tipo !== undefined && { kind: { text: tipo, kind: KINDS[tipo] } }),
    ...(nacimiento !== undefined && date && { birth: { text: nacimiento, date } }),
    ...(pais !== undefined && code && { country: { text: pais, code } }),
  }
}
