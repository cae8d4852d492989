import type { GuardPolicy } from '../../kernel/guard/guard.ts'
import type { UpstreamReply } from '../../kernel/http/client.ts'
import type { CallContext, Questions, Source } from '../source.ts'
import { AGGREGATOR_STATUSES } from './reply.ts'

const HOUR_MS = 3_600_000

const policy: GuardPolicy = {
  timeoutMs: 10_000,
  attempts: 2,
  spacingMs: 200,
  queue: 32,
  freshMs: 24 * HOUR_MS,
  staleMs: 24 * HOUR_MS,
  emptyMs: HOUR_MS / 6,
  breakMs: 30_000,
  blockedMs: 60_000,
}

type Get = (path: string, call: CallContext) => Promise<UpstreamReply>

/** A commercial service that needs an account; without its token it is not asked. `answers` holds its paths. */
export const aggregatorSource = (id: Source['id'], answers: (get: Get) => Partial<Questions>): Source => ({
  id,
  policy,
  open(upstream, { token }) {
    if (!token) return {}
    // Some of them also take the token in the address, where it would end up in logs.
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    return answers((path, { signal }) => upstream.request(path, { headers, accept: AGGREGATOR_STATUSES, signal }))
  },
})
