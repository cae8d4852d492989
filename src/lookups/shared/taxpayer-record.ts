import type { Register, RegisterRow } from '../../datasets/padron/index.ts'
import type { CompanyMatch, Origin, Taxpayer } from '../../domain/records.ts'
import { shortEstado } from '../../domain/taxpayer-status.ts'
import { localityOf } from '../../domain/ubigeo.ts'
import type { ListedTaxpayer } from '../../sources/source.ts'
import { editionOrigin } from './edition-origin.ts'

/** A register's row as the record of `/api/ruc`. */
export const toTaxpayer = (row: RegisterRow): Taxpayer => ({
  numero: row.numero,
  razonSocial: row.razonSocial,
  estado: shortEstado(row.estado),
  condicion: row.condicion,
  direccion: row.direccion,
  ubigeo: row.ubigeo,
  ...localityOf(row.ubigeo),
  tipo: row.tipo,
})

/** A register's row as a match of `/api/nombre`. */
export const toCompanyMatch = ({ numero, razonSocial, estado, condicion }: RegisterRow): CompanyMatch => ({
  numero,
  razonSocial,
  estado: shortEstado(estado),
  condicion,
})

/** A line of the live page's lists as a register's row; the lists have neither condition nor address. */
export const toRegisterRow = (listed: ListedTaxpayer): RegisterRow => ({
  ...listed,
  condicion: '',
  ubigeo: '',
  direccion: '',
  tipo: '',
})

/** The register as the only origin of an answer. */
export const registerOrigins = (register: Register): readonly Origin[] => [
  { provider: 'taxauth-scraper', channel: 'register', ...editionOrigin(register.facts) },
]
