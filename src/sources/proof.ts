import { stripAccents } from '../domain/names/normalise.ts'
import type { UpstreamReply } from '../kernel/http/client.ts'
import { isObject } from '../kernel/http/json.ts'
import { upstreamChanged } from '../kernel/upstream-failures.ts'
import { fieldsOf } from './json-fields.ts'

// PHP and Java servers send JSON under these too. A page under `application/json` or a picture is somebody else's reply.
const CONTENT_TYPES = {
  json: /^(?:|application\/(?:json|javascript)|text\/(?:json|javascript|plain|html))$/,
  html: /^(?:|text\/html|application\/xhtml\+xml)$/,
} as const

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/**
 * Passes a source's result on. A "no" is refused unless its reply came from the address asked for, in the source's own
 * format: what a sign-in page or a proxy sends in its place proves nothing, even when it reads like one.
 */
export const proven = <Value>(reply: UpstreamReply, format: keyof typeof CONTENT_TYPES, value: Value): Value => {
  if (!isEmpty(value)) return value
  if (reply.redirected) throw upstreamChanged('a no after a redirect')
  const type = reply.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!CONTENT_TYPES[format].test(type)) throw upstreamChanged('a no of another content type')
  return value
}

/** The words of a sentence without accents; punctuation and other signs are left out. */
export const wordsOf = (text: string): string[] => stripAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** True when every word is on the list or is the number asked about, in whatever order. */
export const usesOnly = (words: readonly string[], allowed: ReadonlySet<string>, asked: string): boolean =>
  words.every((word) => allowed.has(word) || word === asked)

const TROUBLE =
  /\b(?:MAS TARDE|(?:EN|POR) MANTENIMIENTO|FUERA DE SERVICIO|TEMPORALMENTE|NO (?:ESTA |SE ENCUENTRA )?DISPONIBLE|(?:LIMITE|MAXIMO|EXCESO) DE (?:CONSULTAS|BUSQUEDAS|SOLICITUDES|INTENTOS)|DEMASIAD[AO]S (?:CONSULTAS|BUSQUEDAS|SOLICITUDES|INTENTOS)|INTENTE (?:NUEVAMENTE|DE NUEVO|OTRA VEZ)|TIEMPO DE ESPERA|(?:OCURRIO|SURGIO|HUBO) UN (?:ERROR|PROBLEMA)|ERROR (?:INTERNO|INESPERADO|DE CONEXION|DEL? (?:SISTEMA|SERVIDOR|SERVICIO))|TOKEN)\b/

/** True when a text tells of trouble. A "no" beside such words proves nothing: the source may have found out nothing. */
export const tellsOfTrouble = (text: string): boolean => TROUBLE.test(wordsOf(text).join(' '))

// What may stand beside a "no": when and by whom it was said.
const NEUTRAL = new Set(['success', 'time', 'timestamp', 'source', 'path', 'requestid'])
const SENTENCES = new Set(['message', 'mensaje'])
const STATUSES = new Set(['status', 'statuscode', 'code', 'codigo'])
const NUMBERS = new Set(['ruc', 'dni', 'numero', 'numerodocumento', 'placa'])

/**
 * True when a JSON envelope says "no" and nothing else: in each of its sentences, about nobody but the number asked for,
 * beside no data, no error and no other status.
 */
export const saysOnlyNo = (body: unknown, asked: string, saysNo: (sentence: string) => boolean): boolean => {
  if (!isObject(body)) return false
  const fields = fieldsOf(body)
  const given = fields.names().filter((name) => !isBlank(fields.raw(name)))
  const isConsistent = (name: string): boolean => {
    const text = fields.text(name)
    if (SENTENCES.has(name)) return saysNo(text)
    if (STATUSES.has(name)) return text === '200' || text === '404'
    if (NUMBERS.has(name)) return text.replaceAll('-', '').toUpperCase() === asked
    return NEUTRAL.has(name) || (name === 'error' && /^not found$/i.test(text))
  }
  return given.some((name) => SENTENCES.has(name)) && given.every(isConsistent)
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === false || ['""', '[]', '{}'].includes(JSON.stringify(value))
