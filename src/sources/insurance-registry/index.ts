import { namesCaptcha } from '../../kernel/bot-wall.ts'
import type { Upstream } from '../../kernel/http/client.ts'
import { NO_ACCOUNT, upstreamBlocked, upstreamUnavailable } from '../../kernel/upstream-failures.ts'
import { proven } from '../proof.ts'
import type { Questions, Source } from '../source.ts'
import { parseNoRecord } from './no-record.ts'
import { parseCertificates } from './parse.ts'

const HOUR_MS = 3_600_000

/**
 * Vehicle insurance by plate, over a partner channel. The public page asks for a captcha, which we do not solve: without
 * the operator's token the source counts as asking for a verification, and is told as what it is: not configured.
 */
export const insuranceRegistry: Source = {
  id: 'insurance-registry',
  policy: {
    timeoutMs: 10_000,
    attempts: 2,
    spacingMs: 1_000,
    queue: 16,
    freshMs: HOUR_MS,
    staleMs: 6 * HOUR_MS,
    emptyMs: HOUR_MS / 6,
    breakMs: 30_000,
    blockedMs: 30_000,
  },
  blockedWithoutToken: true,
  open: (upstream, { token }, clock) => ({
    policyByPlate: token
      ? askPartner(upstream, token, () => clock.limaDate())
      : async () => {
          throw upstreamBlocked('no partner token', NO_ACCOUNT)
        },
  }),
}

const askPartner =
  (upstream: Upstream, token: string, today: () => string): Questions['policyByPlate'] =>
  async (plate, { signal }) => {
    const reply = await upstream.request(`/consulta-soat/api/certificados/placa/${plate}`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'x-source': 'apeseg',
        'x-referrer': 'https://www.apeseg.org.pe/',
      },
      accept: [400, 403, 404, 422],
      signal,
    })
    const { status, text } = reply
    if (status === 404) return proven(reply, 'json', parseNoRecord(reply, plate))
    if (status === 403) throw upstreamBlocked('access refused')
    if (status !== 200)
      throw namesCaptcha(text) ? upstreamBlocked('captcha named') : upstreamUnavailable(`status ${status}`)
    return proven(reply, 'json', parseCertificates(text, plate, today()))
  }
