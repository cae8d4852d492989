import type { FastifyReply } from 'fastify'
import type { QuotaState, RequestAccounts } from '../../accounts/index.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { Call } from '../request/call.ts'

/** Puts the caller's limits into the headers; a promise only when the quota's state must be waited for. It never fails. */
export type ShowLimits = (call: Call, reply: FastifyReply) => void | Promise<void>

/** `RateLimit-Policy` and `RateLimit` of the IETF draft: the key's rate with its burst, and the account's month. */
export const limitHeaders = (accounts: RequestAccounts, clock: LimaClock): ShowLimits => {
  let month = { date: '', seconds: 0 }
  return ({ holder, rate }, reply) => {
    if (!holder || !rate) return
    const show = (quota: QuotaState): void => {
      const date = clock.limaDate()
      if (date !== month.date) month = { date, seconds: monthSeconds(date) }
      const window = Math.max(1, Math.round(holder.burst / holder.ratePerSecond))
      reply.header(
        'ratelimit-policy',
        `"rate";q=${holder.burst};w=${window}, "quota";q=${quota.limit};w=${month.seconds}`,
      )
      reply.header(
        'ratelimit',
        `"rate";r=${rate.remaining};t=${rate.resetSeconds}, "quota";r=${quota.remaining};t=${quota.resetSeconds}`,
      )
    }
    // An answer whose limits cannot be read is sent without them.
    try {
      return whenReady(accounts.quotaOf(holder), show, () => {})
    } catch {}
  }
}

/** How long the month of a date is. */
const monthSeconds = (date: string): number =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate() * 86_400
