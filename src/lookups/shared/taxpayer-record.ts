import type { Register, RegisterRow } from '../../datasets/padron/index.ts'
import { splitRegisteredName } from '../../domain/names/split.ts'
import type { CompanyMatch, Origin, PersonMatch, Taxpayer } from '../../domain/records.ts'
import { dniOfRuc } from '../../domain/ruc.ts'
import { shortEstado } from '../../domain/taxpayer-status.ts'
import { placeOf } from '../../domain/ubigeo.ts'
import type { ListedTaxpayer } from '../../sources/source.ts'

/** A register's row as the record of `/api/ruc`. */
export const toTaxpayer = (row: RegisterRow): Taxpayer => ({
  numero: row.numero,
  razonSocial: row.razonSocial,
  estado: shortEstado(row.estado),
  condicion: row.condicion,
  direccion: row.direccion,
  ubigeo: row.ubigeo,
  ...placeOf(row.ubigeo),
  tipo: row.tipo,
})

export const toCompanyMatch = ({ numero, razonSocial, estado, condicion }: RegisterRow): CompanyMatch => ({
  numero,
  razonSocial,
  estado: shortEstado(estado),
  condicion,
})

/** A natural person's row as a match of `/api/persona`, which keeps the full text of `estado`. */
export const toPersonMatch = ({ numero, razonSocial, estado, condicion }: RegisterRow): PersonMatch => ({
  dni: dniOfRuc(numero),
  ruc: numero,
  nombreCompleto: razonSocial.replace(/\s+/g, ' ').trim(),
  ...splitRegisteredName(razonSocial),
  estado,
  condicion,
})

/** A line of the live page's lists, which tell neither condition nor address. */
export const toRegisterRow = (listed: ListedTaxpayer): RegisterRow => ({
  ...listed,
  condicion: '',
  ubigeo: '',
  direccion: '',
  tipo: '',
})

/** The register as the sole origin of an answer: one and the same array for each edition, which the edge writes once. */
export const registerOrigins = (register: Register): readonly Origin[] => {
  const known = ORIGINS.get(register)
  if (known) return known
  const origins = [{ provider: 'taxauth-scraper', channel: 'register', edition: register.facts.edicion }] as const
  ORIGINS.set(register, origins)
  return origins
}

const ORIGINS = new WeakMap<Register, readonly Origin[]>()
