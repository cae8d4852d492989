import type { UpstreamReply } from '../../kernel/http-client.ts'
import { AGGREGATOR_STATUSES } from '../aggregator-reply.ts'
import type { Source } from '../source.ts'
import { parsePerson, parseTaxpayer } from './parse.ts'

const HOUR_MS = 3_600_000

/** A commercial service that speaks apiperu.dev; open to an operator with an account. */
export const aggregatorB: Source = {
  id: 'aggregator-b',
  policy: {
    timeoutMs: 10_000,
    attempts: 2,
    spacingMs: 200,
    queue: 32,
    freshMs: 24 * HOUR_MS,
    staleMs: 24 * HOUR_MS,
    emptyMs: HOUR_MS / 6,
    breakMs: 30_000,
    blockedMs: 60_000,
  },
  open(upstream, { token }) {
    if (!token) return {}
    // The service also takes the token in the address, where it would end up in logs.
    const get = (path: string): Promise<UpstreamReply> =>
      upstream.request(path, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        accept: AGGREGATOR_STATUSES,
      })
    return {
      taxpayerByRuc: async (ruc) => parseTaxpayer(await get(`/api/ruc/${ruc}`), ruc),
      personByDni: async (dni) => parsePerson(await get(`/api/dni/${dni}`), dni),
    }
  },
}
