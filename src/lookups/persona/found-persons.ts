import type { RegisterRow } from '../../datasets/padron/index.ts'
import { splitRegisteredName } from '../../domain/names/split.ts'
import type { Origin, PersonMatch } from '../../domain/records.ts'
import { dniOfRuc } from '../../domain/ruc.ts'

/** A match, and the register's row behind it when the person has a RUC. */
export interface FoundPerson {
  match: PersonMatch
  row: RegisterRow | null
}

/** What a search for people found, by name or by DNI. */
export interface FoundPersons {
  matches: FoundPerson[]
  truncated: boolean
  aviso?: string
  origins: readonly Origin[]
}

/** A natural person's row as a match, with the full text of `estado`. */
export const personWithRuc = (row: RegisterRow): FoundPerson => {
  const { numero, razonSocial, estado, condicion } = row
  const match = {
    dni: dniOfRuc(numero),
    ruc: numero,
    nombreCompleto: razonSocial.replace(/\s+/g, ' ').trim(),
    ...splitRegisteredName(razonSocial),
    estado,
    condicion,
  }
  return { match, row }
}
