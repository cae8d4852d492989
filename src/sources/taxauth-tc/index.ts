import type { GuardPolicy } from '../../kernel/guard/guard.ts'
import type { UpstreamReply, Visit } from '../../kernel/http/client.ts'
import { proven } from '../proof.ts'
import type { CallContext, Source } from '../source.ts'
import { parseCurrentRate, parseRatesOfMonth } from './parse.ts'

const PAGE = '/cl-at-ittipcam/tcS01Alias'

const policy: GuardPolicy = {
  timeoutMs: 6_000,
  attempts: 2,
  spacingMs: 500,
  queue: 40,
  freshMs: 600_000,
  staleMs: 300_000,
  emptyMs: 600_000,
  breakMs: 30_000,
  blockedMs: 60_000,
}

/** The tax authority's exchange rate as its text file shows it: the latest publication. */
export const taxauthTc: Source = {
  id: 'taxauth-tc',
  policy,
  open: (upstream, { textUrl }) => ({
    ...(textUrl && {
      currentRate: async ({ signal }: CallContext) => {
        const { text, whole } = await upstream.request(textUrl, { signal })
        return parseCurrentRate(text, whole)
      },
    }),
  }),
}

/**
 * The month service, for an operator with a token. It is another host with its own firewall, so it has its own guard:
 * its failures must not stop us from asking for the text file.
 */
export const taxauthTcMonths: Source = {
  id: 'taxauth-tc',
  policy,
  open: (upstream, { origin, token }) => ({
    ...(token && {
      ratesOfMonth: async (month: string, { signal }: CallContext) => {
        const reply = await askMonth(upstream.visit(), { origin, token, month, signal })
        return proven(reply, 'json', parseRatesOfMonth(reply.text, month))
      },
    }),
  }),
}

interface MonthQuery {
  origin: string
  token: string
  month: string
  signal: AbortSignal
}

const askMonth = async (visit: Visit, { origin, token, month, signal }: MonthQuery): Promise<UpstreamReply> => {
  const [anio = Number.NaN, mes = Number.NaN] = month.split('-').map(Number)
  // The page is asked for its cookies alone, so any status will do.
  await visit.request(PAGE, { accept: [400, 401, 403, 404, 405, 410, 500], signal })
  return visit.request(`${PAGE}/listarTipoCambio`, {
    method: 'POST',
    // The service counts months from zero.
    json: { anio, mes: mes - 1, token },
    signal,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      Accept: 'application/json, text/javascript, */*; q=0.01',
      'X-Requested-With': 'XMLHttpRequest',
      Origin: origin,
      Referer: `${origin}${PAGE}`,
    },
  })
}
