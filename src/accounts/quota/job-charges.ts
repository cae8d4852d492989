import type { LimaClock } from '../../domain/lima-time.ts'
import type { LimaCalendar } from '../lima-calendar.ts'
import type { Store } from '../store/sql-store.ts'
import type { JobCharge } from '../store/store.ts'
import type { Quotas } from './quotas.ts'

/** Rounds in which idle units come back; each brings at least one as long as there is any. */
const MOST_ROUNDS = 50

/** A job's cost so far, as whoever runs it knows it. */
export type JobCost = Pick<JobCharge, 'jobId' | 'accountId' | 'keyId' | 'endpoint' | 'total' | 'lowers' | 'expiresAtMs'>

export interface JobChargeDeps {
  store: Pick<Store, 'chargeJob'>
  quotas: Quotas
  calendar: LimaCalendar
  clock: LimaClock
}

/**
 * Charges a job's rows in the store itself, without a lease: what was charged survives a kill, and is charged once however
 * often it is sent. Resolves with the units that the job has charged, fewer than asked when the account has no more.
 */
export const jobCharger =
  ({ store, quotas, calendar, clock }: JobChargeDeps) =>
  async (cost: JobCost): Promise<number> => {
    const { accountId, keyId } = cost
    for (let round = 1; ; round++) {
      const { month } = calendar
      const { charged, taken } = await store.chargeJob({ ...cost, month, nowMs: clock.now() })
      quotas.update({ accounts: [], keys: [], months: [{ accountId, month, taken, recall: 0 }] })
      if (charged >= cost.total || round === MOST_ROUNDS) return charged
      // Units that instances hold idle count as taken. A reservation gets them back like any request; null: there are none.
      const reservation = await quotas.reserve(accountId, keyId)
      if (!reservation) return charged
      reservation.release()
      await quotas.returnIdle(accountId)
    }
  }
