import type { UpstreamReply } from '../../kernel/http-client.ts'
import { AGGREGATOR_STATUSES, isMissingPath } from '../aggregator-reply.ts'
import type { Source } from '../source.ts'
import { parsePerson, parseTaxpayer } from './parse.ts'

const HOUR_MS = 3_600_000

/** A commercial service that speaks decolecta v1; open to an operator with an account. */
export const aggregatorA: Source = {
  id: 'aggregator-a',
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
    const get = (path: string): Promise<UpstreamReply> =>
      upstream.request(path, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        accept: AGGREGATOR_STATUSES,
      })
    return {
      async taxpayerByRuc(ruc) {
        // Only the long form tells the taxpayer's type; accounts without it still have the short one.
        const long = await get(`/v1/sunat/ruc/full?numero=${ruc}`)
        return parseTaxpayer(isMissingPath(long) ? await get(`/v1/sunat/ruc?numero=${ruc}`) : long, ruc)
      },
      personByDni: async (dni) => parsePerson(await get(`/v1/reniec/dni?numero=${dni}`), dni),
    }
  },
}
