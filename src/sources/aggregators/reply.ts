import { stripAccents } from '../../domain/names/normalise.ts'
import type { UpstreamReply } from '../../kernel/http/client.ts'
import { isObject, readJsonDigits } from '../../kernel/http/json.ts'
import { upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { fieldsOf } from '../json-fields.ts'

/** Statuses besides 2xx whose body is read; the client throws on every other one. */
export const AGGREGATOR_STATUSES = [400, 404, 422] as const

// Refusals about our account or an outage, not about the number asked for.
const NOT_ABOUT_THE_NUMBER =
  /TOKEN|AUTENTIC|AUTHENT|AUTORIZ|AUTHORIZ|CREDENCIAL|API ?KEY|LIMIT|QUOTA|CUOTA|SALDO|CREDITO|PLAN\b|SUSCRIP|INTENT|TRY AGAIN|TIME ?OUT|MANTENIMIENTO|NO DISPONIBLE|UNAVAILABLE|ERROR (?:INTERNO|DE SERVIDOR|DEL SERVIDOR)|SERVER ERROR/
const MISSING_ROUTE = /\bROUTE\b|\bRUTA\b|\bENDPOINT\b|CANNOT GET|METHOD NOT/

/** An aggregator's body as an object; null when it has no such number. Everything else is thrown. */
export const readAggregatorReply = ({ status, text }: UpstreamReply): Record<string, unknown> | null => {
  const body = readJsonDigits(text)
  const empty = text.trim() === ''
  if (body === undefined && !(empty && status === 404)) throw upstreamUnavailable(`no JSON, status ${status}`)
  const message = messageOf(body)
  if (NOT_ABOUT_THE_NUMBER.test(message)) throw upstreamUnavailable(`refused, status ${status}`)
  if (status !== 200) {
    if (MISSING_ROUTE.test(message)) throw upstreamUnavailable(`no such path, status ${status}`)
    return null
  }
  if (!isObject(body)) throw upstreamChanged('no object')
  return saysFailure(body) ? null : body
}

/** A 404 about the path, not about the number: no JSON, or JSON about a route. */
export const isMissingPath = ({ status, text }: UpstreamReply): boolean => {
  if (status !== 404 || text.trim() === '') return false
  const body = readJsonDigits(text)
  return body === undefined || MISSING_ROUTE.test(messageOf(body))
}

const messageOf = (body: unknown): string => {
  if (!isObject(body)) return ''
  const fields = fieldsOf(body)
  return stripAccents(`${fields.text('message', 'mensaje')} ${fields.text('error')}`)
}

const saysFailure = (body: Record<string, unknown>): boolean => {
  const success = fieldsOf(body).raw('success')
  if (success === undefined || success === true || success === 'true') return false
  if (success === false || success === 'false') return true
  throw upstreamChanged('success is neither true nor false')
}
