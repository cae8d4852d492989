import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'
import { outcomeOfFailure } from '../../http/mcp/outcome-of.ts'
import { asFailure, type ErrorBody, FAILURES } from '../../http/reply/failures.ts'
import { cleanQuery } from '../../http/request/query.ts'
import { Failure } from '../../kernel/errors.ts'
import { version } from '../../kernel/version.ts'
import type { AnswerBody, Ask, Outcome, ToolOrigin } from '../../mcp/outcome.ts'

const TIMEOUT_MS = 60_000

type Body = ({ ok: true } & AnswerBody) | ErrorBody

/** Puts the questions of tools to a running server, with its key, quota and limits. */
export const askServerAt = ({ url, key }: { url: string; key: string }): Ask => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Failure('invalid-input', '--url debe ser una dirección http:// o https://')
  const base = url.replace(/\/+$/, '')
  const headers = { authorization: `Bearer ${key}`, 'user-agent': `Chasqui/${version} (mcp)` }
  const send = async (path: string, query: Record<string, string>, signal: AbortSignal): Promise<Outcome> => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const reply = await request(`${base}/api/${path}?${new URLSearchParams(query)}`, { headers, signal: limit })
    return outcomeOf((await reply.body.json()) as Body, reply.headers)
  }
  return async ({ path, query, signal }) => {
    try {
      return await send(path, cleanQuery(query()), signal).catch((cause: unknown) => {
        throw new Failure('upstream-unavailable', `Ningún servicio Chasqui responde en ${new URL(url).host}`, { cause })
      })
    } catch (error) {
      return outcomeOfFailure(asFailure(error))
    }
  }
}

const outcomeOf = (body: Body, headers: IncomingHttpHeaders): Outcome => {
  const requestId = headers['x-request-id'] as string | undefined
  if (body.ok === true) {
    const { ok: _ok, ...answer } = body
    return { estado: 'ok', body: answer, fuentes: originsIn(String(headers['chasqui-source'] ?? '')), requestId }
  }
  const { codigo } = body.error
  if (codigo === FAILURES['not-found'].codigo) return { estado: 'no_encontrado', error: body.error, requestId }
  const seconds = Number(headers['retry-after'])
  return { estado: 'error', error: { ...body.error, ...(seconds > 0 && { reintentarEn: seconds }) }, requestId }
}

const ORIGIN = /([\w-]+); channel=(\w+)(?:; edition="([^"]*)")?/g

/** Reads `Chasqui-Source`. */
const originsIn = (header: string): ToolOrigin[] =>
  [...header.matchAll(ORIGIN)].map(([, proveedor = '', canal = '', edicion]) => ({
    proveedor,
    canal,
    ...(edicion !== undefined && { edicion }),
  }))
