import type { PersonNames, Taxpayer } from '../../../domain/records.ts'
import type { UpstreamReply } from '../../../kernel/http/client.ts'
import { isObject } from '../../../kernel/http/json.ts'
import { upstreamChanged } from '../../../kernel/upstream-failures.ts'
import { type Fields, fieldsOf } from '../../json-fields.ts'
import { type PersonKeys, type TaxpayerKeys, toPerson, toTaxpayer } from '../records.ts'
import { readAggregatorReply } from '../reply.ts'

const TAXPAYER: TaxpayerKeys = {
  numero: ['ruc', 'numero'],
  razonSocial: ['nombre_o_razon_social', 'razon_social'],
  direccion: ['direccion'],
  ubigeo: ['ubigeo_sunat', 'ubigeo'],
  tipo: ['tipo', 'tipo_contribuyente'],
}

const PERSON: PersonKeys = {
  numero: ['numero', 'dni'],
  nombres: ['nombres'],
  apellidoPaterno: ['apellido_paterno'],
  apellidoMaterno: ['apellido_materno'],
  nombreCompleto: ['nombre_completo'],
}

export const parseTaxpayer = (reply: UpstreamReply, ruc: string): Taxpayer | null => {
  const data = readData(reply, ruc)
  return data && toTaxpayer(data, TAXPAYER, ruc)
}

export const parsePerson = (reply: UpstreamReply, dni: string): PersonNames | null => {
  const data = readData(reply, dni)
  return data && toPerson(data, PERSON, dni)
}

const readData = (reply: UpstreamReply, asked: string): Fields | null => {
  const body = readAggregatorReply(reply, asked)
  if (!body) return null
  const data = fieldsOf(body).raw('data')
  if (!isObject(data)) throw upstreamChanged('answer without data')
  return fieldsOf(data)
}
