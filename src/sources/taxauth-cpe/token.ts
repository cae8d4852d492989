import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream } from '../../kernel/http/client.ts'
import { isObject, readJsonDigits } from '../../kernel/http/json.ts'
import { upstreamChanged } from '../../kernel/upstream-failures.ts'
import type { SourceAccount } from '../source.ts'

const MINUTE_MS = 60_000
const SCOPE = 'https://api.sunat.gob.pe/v1/contribuyente/contribuyentes'

interface Token {
  text: string
  until: number
}

/** The token of an account: fetched when it is first needed, kept until a minute before its end. */
export const keepToken = (upstream: Upstream, account: SourceAccount, clock: Clock) => {
  let token: Token | null = null
  let refusedUntil = 0
  const accountRefused = () => new Failure('not-configured', account.refused, { detail: 'account refused' })

  const fetchToken = async (signal: AbortSignal): Promise<Token> => {
    // A wrong secret that is sent again and again may lock the account.
    if (clock.now() < refusedUntil) throw accountRefused()
    const { clientId, clientSecret, tokenOrigin } = account
    const asked = clock.now()
    const reply = await upstream.request(
      `${tokenOrigin}/v1/clientesextranet/${encodeURIComponent(clientId)}/oauth2/token/`,
      {
        method: 'POST',
        form: { grant_type: 'client_credentials', scope: SCOPE, client_id: clientId, client_secret: clientSecret },
        headers: { accept: 'application/json' },
        accept: [400, 401],
        signal,
      },
    )
    const body = readJsonDigits(reply.text)
    if (!isObject(body)) throw upstreamChanged('no token: no object')
    if (reply.status !== 200) {
      if (typeof body.error !== 'string') throw upstreamChanged(`no token, status ${reply.status}`)
      refusedUntil = clock.now() + MINUTE_MS
      throw accountRefused()
    }
    const { access_token: text, expires_in: seconds } = body
    if (typeof text !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(text) || !/^[1-9][0-9]{0,8}$/.test(String(seconds)))
      throw upstreamChanged('no token')
    return { text, until: asked + Number(seconds) * 1000 - MINUTE_MS }
  }

  return {
    async get(signal: AbortSignal): Promise<string> {
      // The guard asks one question at a time, so no two tokens are fetched at once.
      if (!token || clock.now() >= token.until) token = await fetchToken(signal)
      return token.text
    },
    drop(): void {
      token = null
    },
  }
}
