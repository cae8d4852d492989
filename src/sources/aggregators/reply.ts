import type { UpstreamReply } from '../../kernel/http/client.ts'
import { isObject, readJsonDigits } from '../../kernel/http/json.ts'
import { upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { type Fields, fieldsOf } from '../json-fields.ts'
import { proven, saysOnlyNo, usesOnly, wordsOf } from '../proof.ts'

/** Statuses besides 200 whose body is read; the client throws on every other one. */
export const AGGREGATOR_STATUSES = [404, 422] as const

/** An aggregator's body as an object; null when it says in its documented words that it has no such number. */
export const readAggregatorReply = (reply: UpstreamReply, asked: string): Record<string, unknown> | null => {
  const { status, text } = reply
  const body = readJsonDigits(text)
  if (body === undefined) throw upstreamUnavailable(`no JSON, status ${status}`)
  if (saysNone(status, body, asked)) return proven(reply, 'json', null)
  if (status !== 200) throw upstreamUnavailable(`refused, status ${status}`)
  if (!isObject(body)) throw upstreamChanged('no object')
  if (saysFailure(fieldsOf(body))) throw upstreamUnavailable('refused, status 200')
  return body
}

/** A 404 that is not about the number: the path is missing, or somebody else answers. */
export const isMissingPath = ({ status, text }: UpstreamReply): boolean =>
  status === 404 && !isNotFound(readJsonDigits(text))

const saysNone = (status: number, body: unknown, asked: string): boolean => {
  if (status === 404) return isNotFound(body)
  if (status === 422) return isInvalidNumber(body, asked)
  return isObject(body) && saysFailure(fieldsOf(body)) && saysOnlyNo(body, asked, (said) => isNoRecord(said, asked))
}

/** The text of a body that is one sentence and nothing else. */
const onlySentence = (body: unknown, ...keys: string[]): string | undefined => {
  const [entry, ...more] = isObject(body) ? Object.entries(body) : []
  const [key, value] = entry ?? []
  return key !== undefined && keys.includes(key) && typeof value === 'string' && more.length === 0 ? value : undefined
}

// To the letter: the gateways' own 404 differs in its capitals ("Not Found") or in more fields.
const isNotFound = (body: unknown): boolean => onlySentence(body, 'message') === 'not found'

/** The provider verified the number and refused it: `ruc no valido`. */
const isInvalidNumber = (body: unknown, asked: string): boolean => {
  const said = wordsOf(onlySentence(body, 'message', 'error') ?? '').join(' ')
  return said === (asked.length === 8 ? 'DNI NO VALIDO' : 'RUC NO VALIDO')
}

// "No se encontraron registros", "no encontrado", "no existe" and the like. Any other word may make it about something
// else than the number: a token, a plan, a service.
const DENIAL = /\bNO (?:SE (?:HAN? )?ENCONTR(?:O|ARON|ADO)|(?:FUE |HA SIDO )?ENCONTRAD[OA]S?|EXISTEN?)\b/
const SUBJECTS = 'REGISTRO REGISTROS RESULTADO RESULTADOS DATOS INFORMACION COINCIDENCIAS'
const NUMBERS = 'RUC DNI DOCUMENTO IDENTIDAD NUMERO NRO CONTRIBUYENTE PERSONA'
const PLAIN = 'NO SE HA HAN FUE SIDO EL LA LOS DE DEL PARA CON EN ESE ESTE QUE NINGUN NINGUNA'
const VERBS = 'ENCONTRO ENCONTRARON ENCONTRADO ENCONTRADOS ENCONTRADA EXISTE EXISTEN'
const ASKED = 'INGRESADO CONSULTADO SOLICITADO INDICADO BUSCADO'
const NONE_WORDS = new Set([SUBJECTS, NUMBERS, PLAIN, VERBS, ASKED].join(' ').split(' '))
const SUBJECT_WORDS = new Set(`${SUBJECTS} ${NUMBERS}`.split(' '))
// Only as the place where something was not found. A registry that is itself not found is in trouble.
const PLACE = / EN (?:EL |LA )?(?:PADRON (?:DE )?(?:LA )?)?(?:RENIEC|SUNAT)$/

const isNoRecord = (said: string, asked: string): boolean => {
  const sentence = wordsOf(said).join(' ')
  const denial = sentence.replace(PLACE, '')
  const words = denial.split(' ')
  const hasSubject = denial === sentence || words.some((word) => SUBJECT_WORDS.has(word) || word === asked)
  return DENIAL.test(denial) && hasSubject && usesOnly(words, NONE_WORDS, asked)
}

const saysFailure = (fields: Fields): boolean => {
  const success = fields.raw('success')
  if (success === undefined || success === true || success === 'true') return false
  if (success === false || success === 'false') return true
  throw upstreamChanged('success is neither true nor false')
}
