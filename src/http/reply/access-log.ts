import type { Log } from '../../kernel/log.ts'
import type { AnsweredCall, Call } from '../request/call.ts'

/**
 * One line per request: endpoint, outcome, provider, milliseconds, request id, key id. Never what was asked or answered.
 * Put together by hand because pino's own serialising costs more on every request (`npm run bench -- http`). Only the
 * fields that may hold other than plain characters are escaped.
 */
export const logAccess = (log: Log, reply: AnsweredCall): void => {
  const { call, id } = reply.request
  const source = reply.getHeader('chasqui-source')
  let fields = `"endpoint":"${call.endpoint}","status":${reply.statusCode},"outcome":"${outcomeOf(call)}"`
  if (call.charged > 0) fields += ',"charged":true'
  if (source !== undefined) fields += `,"source":${JSON.stringify(source)}`
  fields += `,"ms":${Math.round((performance.now() - call.startedAt) * 1000) / 1000},"requestId":"${id}"`
  if (call.holder) fields += `,"key":"${call.holder.keyId}"`
  if (call.detail !== undefined) fields += `,"detail":${JSON.stringify(call.detail)}`
  if (call.span) fields += `,"trace":"${call.span.traceId}"`
  log.line(fields)
}

/** How a request ended, for the log and the metrics. */
export const outcomeOf = ({ isAbandoned, failure }: Call): string => (isAbandoned ? 'abandonado' : (failure ?? 'ok'))
