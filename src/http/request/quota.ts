import type { RequestAccounts } from '../../accounts/index.ts'
import { FAILURES } from '../../endpoints/shared/failures.ts'
import { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { Call } from './call.ts'
import type { CallCheck } from './check.ts'

/** Reserves one unit of the account's quota; refuses the request when none is left. */
export const reserveUnit =
  (accounts: RequestAccounts): CallCheck =>
  ({ call }) => {
    const { holder } = call
    if (!holder) return undefined
    return whenReady(accounts.reserve(holder), (reservation) => {
      call.reservation = reservation
      if (reservation) return undefined
      return whenReady(accounts.quotaOf(holder), ({ resetSeconds }) => exhausted(resetSeconds))
    })
  }

export const exhausted = (resetSeconds: number): Failure =>
  new Failure('quota-exhausted', 'La cuota mensual de la cuenta está agotada', { retryAfterMs: resetSeconds * 1000 })

/** Charges the reserved unit for a 200 or a definitive 404, and releases it for everything else. */
export const settleUnit = (call: Call, status: number): void => {
  if (!call.reservation) return
  const isCharged = call.failure ? FAILURES[call.failure].charged : status === 200
  call.isCharged = isCharged
  if (isCharged) call.reservation.charge(call.endpoint)
  else call.reservation.release()
  call.reservation = null
}
