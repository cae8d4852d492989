import type { UpstreamReply } from '../../kernel/http/client.ts'
import { isObject, readJsonDigits } from '../../kernel/http/json.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'
import { saysOnlyNo, usesOnly, wordsOf } from '../proof.ts'

const DENIAL =
  /\b(?:NO (?:SE (?:HAN? )?ENCONTR(?:O|ARON|ADO)|(?:FUE |HA SIDO )?ENCONTRAD[OA]S?|EXISTEN?|HAY|TIENE|REGISTRA|POSEE)|SIN)\b/
const CERTIFICATE = /\b(?:CERTIFICADOS?|SOAT|POLIZAS?)\b/
// "Sin certificado" alone is how a gateway asks for a client's certificate.
const VEHICLE = new Set(['PLACA', 'VEHICULO', 'SOAT', 'POLIZA', 'POLIZAS'])

// A sentence of these words is about the certificates of a plate. Any other word may make it about something else.
const THINGS = 'CERTIFICADO CERTIFICADOS SOAT POLIZA POLIZAS SEGURO SEGUROS PLACA VEHICULO REGISTROS INFORMACION DATOS'
const VERBS = 'ENCONTRO ENCONTRARON ENCONTRADO ENCONTRADOS ENCONTRADA EXISTE EXISTEN HAY TIENE REGISTRA POSEE'
const PLAIN =
  'NO SE HA HAN FUE SIDO SIN EL LA LOS LAS UN UNA DE DEL A PARA CON EN ESA ESTA SU QUE NUMERO NINGUN NINGUNA'
const STATES = 'VIGENTE VIGENTES REGISTRADO REGISTRADOS ASOCIADO ASOCIADOS CONSULTADA INGRESADA INDICADA SOLICITADA'
const NONE_WORDS = new Set([THINGS, VERBS, PLAIN, STATES].join(' ').split(' '))

/** A 404 of the registry itself. A gateway's own 404, or a web server's page, says nothing about the plate. */
export const parseNoRecord = ({ text, whole }: UpstreamReply, plate: string): null => {
  if (text.trim() === '') {
    // The connection may have been cut before the body.
    if (text === '' && whole) return null
    throw upstreamChanged('404 without a body and without a length')
  }
  const body = readJsonDigits(text)
  if (isNotFound(body) || saysOnlyNo(body, plate, (said) => saysNone(said, plate))) return null
  throw upstreamChanged('404 in words of somebody else')
}

// To the letter: the gateways' own 404 differs in its capitals ("Not Found") or in more fields.
const isNotFound = (body: unknown): boolean =>
  isObject(body) && Object.keys(body).length === 1 && body.message === 'Not found'

const saysNone = (said: string, plate: string): boolean => {
  // The account of a caller is a `cuenta` too, so the word counts only in this phrase.
  const sentence = wordsOf(said.replaceAll('-', '')).join(' ').replace('NO CUENTA CON', 'NO TIENE')
  const words = sentence.split(' ')
  const isOfVehicle = words.some((word) => VEHICLE.has(word) || word === plate)
  return DENIAL.test(sentence) && CERTIFICATE.test(sentence) && isOfVehicle && usesOnly(words, NONE_WORDS, plate)
}
