import type { RequestAccounts } from '../../accounts/index.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import { FAILURES } from '../../endpoints/shared/failures.ts'
import { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { Call } from './call.ts'
import type { CallCheck, Check } from './check.ts'

/** The same for a request, whose route says what it may cost. */
export const reservePrice = (accounts: RequestAccounts): Check => {
  const reserve = reserveUnits(accounts)
  return ({ call, query, routeOptions }) => {
    const { about } = routeOptions.config
    if (about?.price) call.price = about.price(query as Query)
    return reserve({ call })
  }
}

/** Reserves what the answer may cost of the account's quota; refuses the request when less is left. */
export const reserveUnits =
  (accounts: RequestAccounts): CallCheck =>
  ({ call }) => {
    const { holder } = call
    if (!holder) return undefined
    return whenReady(accounts.reserve(holder, call.price), (reservation) => {
      call.reservation = reservation
      if (reservation) return undefined
      return whenReady(accounts.quotaOf(holder), ({ resetSeconds }) => exhausted(resetSeconds))
    })
  }

export const exhausted = (resetSeconds: number): Failure =>
  new Failure('quota-exhausted', 'La cuota mensual de la cuenta está agotada', { retryAfterMs: resetSeconds * 1000 })

/** Charges what a 200 cost, or one unit for a definitive 404, and releases all the rest. */
export const settleUnits = (call: Call, status: number): void => {
  if (!call.reservation) return
  const isCharged = call.failure ? FAILURES[call.failure].charged : status === 200
  const units = call.failure ? 1 : (call.answer?.units ?? 1)
  call.charged = isCharged ? units : 0
  if (isCharged) call.reservation.charge(call.endpoint, units)
  else call.reservation.release()
  call.reservation = null
}
