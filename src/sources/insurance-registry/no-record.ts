import type { UpstreamReply } from '../../kernel/http/client.ts'
import { isObject, readJson } from '../../kernel/http/json.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'
import { fieldsOf } from '../json-fields.ts'
import { usesOnly, wordsOf } from '../proof.ts'

const DENIAL =
  /\b(?:NO (?:SE (?:HAN? )?ENCONTR(?:O|ARON|ADO)|(?:FUE |HA SIDO )?ENCONTRAD[OA]S?|EXISTEN?|HAY|TIENE|CUENTA CON|REGISTRA|POSEE)|SIN)\b/
const CERTIFICATE = /\b(?:CERTIFICADOS?|SOAT|POLIZAS?)\b/

// A sentence of these words is about the certificates of a plate. Any other word may make it about something else.
const THINGS = 'CERTIFICADO CERTIFICADOS SOAT POLIZA POLIZAS SEGURO SEGUROS PLACA VEHICULO REGISTROS INFORMACION DATOS'
const VERBS = 'ENCONTRO ENCONTRARON ENCONTRADO ENCONTRADOS ENCONTRADA EXISTE EXISTEN HAY TIENE CUENTA REGISTRA POSEE'
const PLAIN =
  'NO SE HA HAN FUE SIDO SIN EL LA LOS LAS UN UNA DE DEL A PARA CON EN ESA ESTA SU QUE NUMERO NINGUN NINGUNA'
const STATES = 'VIGENTE VIGENTES REGISTRADO REGISTRADOS ASOCIADO ASOCIADOS CONSULTADA INGRESADA INDICADA SOLICITADA'
const NONE_WORDS = new Set([THINGS, VERBS, PLAIN, STATES].join(' ').split(' '))

/** A 404 of the registry itself. A gateway's own 404, or a web server's page, says nothing about the plate. */
export const parseNoRecord = ({ text, headers }: UpstreamReply, plate: string): null => {
  if (text.trim() === '') {
    // Without a length the connection may have been cut before the body.
    if (headers['content-length'] === '0' || headers['transfer-encoding']) return null
    throw upstreamChanged('404 without a body and without a length')
  }
  const body = readJson(text)
  if (isObject(body) && (isNotFound(body) || saysNone(body, plate))) return null
  throw upstreamChanged('404 in words of somebody else')
}

// To the letter: the gateways' own 404 differs in its capitals ("Not Found") or in more fields.
const isNotFound = (body: Record<string, unknown>): boolean =>
  Object.keys(body).length === 1 && body.message === 'Not found'

const saysNone = (body: Record<string, unknown>, plate: string): boolean => {
  const words = wordsOf(fieldsOf(body).text('message', 'mensaje').replaceAll('-', ''))
  const sentence = words.join(' ')
  return DENIAL.test(sentence) && CERTIFICATE.test(sentence) && usesOnly(words, NONE_WORDS, plate)
}
