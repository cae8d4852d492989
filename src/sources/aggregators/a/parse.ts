import type { PersonNames, Taxpayer } from '../../../domain/records.ts'
import type { UpstreamReply } from '../../../kernel/http/client.ts'
import { fieldsOf } from '../../json-fields.ts'
import { type PersonKeys, type TaxpayerKeys, toPerson, toTaxpayer } from '../records.ts'
import { readAggregatorReply } from '../reply.ts'

// Keys are compared without case and underscores, so each covers the camel case of older accounts too.
// `numero` is no RUC here: it is the number of the house.
const TAXPAYER: TaxpayerKeys = {
  numero: ['numero_documento', 'ruc'],
  razonSocial: ['razon_social', 'nombre'],
  direccion: ['direccion'],
  ubigeo: ['ubigeo'],
  tipo: ['tipo'],
}

const PERSON: PersonKeys = {
  numero: ['document_number', 'numero_documento', 'dni'],
  nombres: ['first_name', 'nombres'],
  apellidoPaterno: ['first_last_name', 'apellido_paterno'],
  apellidoMaterno: ['second_last_name', 'apellido_materno'],
  nombreCompleto: ['full_name', 'nombre_completo', 'nombre'],
}

export const parseTaxpayer = (reply: UpstreamReply, ruc: string): Taxpayer | null => {
  const body = readAggregatorReply(reply, ruc)
  return body && toTaxpayer(fieldsOf(body), TAXPAYER, ruc)
}

export const parsePerson = (reply: UpstreamReply, dni: string): PersonNames | null => {
  const body = readAggregatorReply(reply, dni)
  return body && toPerson(fieldsOf(body), PERSON, dni)
}
