import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isAllowedAddress, literalAddress } from './public-address.ts'

export interface DialSettings {
  allowPrivate: boolean
  userAgent: string
  /** All addresses of a name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  timeoutMs?: number
}

/** What became of an attempt: the status of the receiver, or why there is none. Nothing else of its answer is kept. */
export type DialOutcome = { status: number } | { error: 'direccion' | 'dns' | 'tiempo' | 'conexion' }

const TIMEOUT_MS = 15_000
const MOST_LENGTH = 2_000

/** Why an address cannot be registered; null when it can. */
export const addressProblem = (text: string, { allowPrivate }: Pick<DialSettings, 'allowPrivate'>): string | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || text.length > MOST_LENGTH) return 'debe ser una dirección https://'
  const isWeb = url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')
  if (!isWeb) return 'debe ser una dirección https://'
  if (url.username || url.password || url.hash) return 'no admite usuario, contraseña ni fragmento'
  return null
}

/** The addresses of a host, all of them allowed; otherwise why not. An answer that mixes both is refused whole. */
export const checkedAddresses = async (
  hostname: string,
  { allowPrivate, resolve = (host) => lookup(host, { all: true }) }: DialSettings,
): Promise<LookupAddress[] | 'dns' | 'direccion'> => {
  const literal = literalAddress(hostname)
  const found = literal
    ? [{ address: literal, family: literal.includes(':') ? 6 : 4 }]
    : await resolve(hostname).catch(() => null)
  if (!found || found.length === 0) return 'dns'
  return found.every(({ address }) => isAllowedAddress(address, allowPrivate)) ? found : 'direccion'
}

/**
 * Sends a message. The name is resolved and its addresses are checked every time, and the one that was checked is dialled:
 * a name that leads elsewhere a moment later changes nothing. Redirects are not followed, and the body of the answer is not read.
 */
export const dial = async (
  text: string,
  message: { headers: Record<string, string>; body: string },
  settings: DialSettings,
): Promise<DialOutcome> => {
  if (addressProblem(text, settings)) return { error: 'direccion' }
  const url = new URL(text)
  const signal = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  const timedOut = new Promise<'tiempo'>((resolve) => signal.addEventListener('abort', () => resolve('tiempo')))
  const addresses = await Promise.race([checkedAddresses(url.hostname, settings), timedOut])
  if (typeof addresses === 'string') return { error: addresses }
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const [first] = addresses as [LookupAddress]
    const sent = send({
      ...{ method: 'POST', path: url.pathname + url.search, port: url.port || undefined, agent: false, signal },
      // The address itself is dialled: no name is resolved again. The certificate must still be that of the name.
      ...{ host: first.address, servername: literalAddress(url.hostname) ? '' : url.hostname },
      headers: {
        ...{ host: url.host, 'content-type': 'application/json', 'user-agent': settings.userAgent },
        'content-length': Buffer.byteLength(message.body),
        ...message.headers,
      },
    })
    sent.once('response', ({ statusCode = 0 }) => {
      resolve({ status: statusCode })
      sent.destroy()
    })
    sent.once('error', () => resolve({ error: signal.aborted ? 'tiempo' : 'conexion' }))
    sent.end(message.body)
  })
}
