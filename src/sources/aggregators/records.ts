import { stripAccents } from '../../domain/names/normalise.ts'
import { joinNames, splitRegisteredName } from '../../domain/names/split.ts'
import type { PersonNames, Taxpayer } from '../../domain/records.ts'
import { cleanText } from '../../domain/registry-text.ts'
import { expandCondicion, shortEstado } from '../../domain/taxpayer-status.ts'
import { localityOf, ubigeoOf } from '../../domain/ubigeo.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'
import type { Fields } from '../json-fields.ts'

/** The keys under which an aggregator gives each field; the first that is filled counts. */
export interface TaxpayerKeys {
  numero: readonly string[]
  razonSocial: readonly string[]
  direccion: readonly string[]
  ubigeo: readonly string[]
  tipo: readonly string[]
}

export interface PersonKeys {
  numero: readonly string[]
  nombres: readonly string[]
  apellidoPaterno: readonly string[]
  apellidoMaterno: readonly string[]
  nombreCompleto: readonly string[]
}

/** A taxpayer out of an aggregator's fields. Values are cut, dashed and padded as in the public register, their source. */
export const toTaxpayer = (fields: Fields, keys: TaxpayerKeys, ruc: string): Taxpayer => {
  const razonSocial = known(fields.text(...keys.razonSocial))
  checkNumber(fields.text(...keys.numero), ruc)
  if (!razonSocial) throw upstreamChanged('record without a name')
  return {
    numero: ruc,
    razonSocial,
    estado: shortEstado(known(fields.text('estado'))),
    condicion: expandCondicion(known(fields.text('condicion'))),
    direccion: known(fields.text(...keys.direccion)),
    ...toLocality(fields, keys),
    tipo: known(fields.text(...keys.tipo)),
  }
}

const known = (text: string): string => (stripAccents(text) === 'NO DISPONIBLE' ? '' : text)

type LocalityFields = Pick<Taxpayer, 'ubigeo' | 'departamento' | 'provincia' | 'distrito'>

/** The code fills in missing names, and the names a missing code. A name that differs from the code's is kept. */
const toLocality = (fields: Fields, keys: TaxpayerKeys): LocalityFields => {
  const [departamento = '', provincia = '', distrito = ''] = ['departamento', 'provincia', 'distrito'].map((key) =>
    stripAccents(known(fields.text(key))),
  )
  const ubigeo = keys.ubigeo.map((key) => toUbigeo(fields.raw(key))).find((code) => code !== '') ?? ''
  const locality = localityOf(ubigeo)
  const named = { departamento: departamento || locality.departamento, provincia: provincia || locality.provincia }
  const whole = { ...named, distrito: distrito || locality.distrito }
  const fitting = ubigeoOf(whole.departamento, whole.provincia, whole.distrito)
  // Names that fit the code may have an old spelling, so the table's spelling is given.
  return { ubigeo: ubigeo || fitting, ...(fitting && fitting === (ubigeo || fitting) ? localityOf(fitting) : whole) }
}

/** From a code, or from the codes of department, province and district, of which the last is whole. */
const toUbigeo = (value: unknown): string => {
  const text = cleanText(Array.isArray(value) ? value.at(-1) : value)
  // Nine departments begin with 0, which a JSON number cannot.
  return /^[0-9]{5,6}$/.test(text) ? text.padStart(6, '0') : ''
}

/** A person out of an aggregator's fields; the whole name is split when the parts are missing. */
export const toPerson = (fields: Fields, keys: PersonKeys, dni: string): PersonNames => {
  const numero = fields.text(...keys.numero)
  // Some give it as a JSON number, which has lost its leading zeros.
  checkNumber(numero === '' ? '' : numero.padStart(8, '0'), dni)
  const split = {
    apellidoPaterno: fields.text(...keys.apellidoPaterno),
    apellidoMaterno: fields.text(...keys.apellidoMaterno),
    nombres: fields.text(...keys.nombres),
  }
  const isSplit = split.nombres !== '' && (split.apellidoPaterno !== '' || split.apellidoMaterno !== '')
  const parts = isSplit ? split : splitRegisteredName(fields.text(...keys.nombreCompleto))
  if (!parts.nombres || !(parts.apellidoPaterno || parts.apellidoMaterno))
    throw upstreamChanged('person without a name')
  return { numero: dni, ...parts, nombreCompleto: joinNames(parts) }
}

const checkNumber = (received: string, asked: string): void => {
  if (received !== asked)
    throw upstreamChanged(received.trim() === '' ? 'record without its number' : 'a record of another number')
}
