import type { Accounts, Reservation } from '../../accounts/index.ts'
import { Failure } from '../../kernel/errors.ts'
import { FAILURES } from '../reply/failures.ts'
import type { Call } from './call.ts'

/** Reserves one unit before the lookup runs; `next` gets a Failure when the account has none left. */
export const reserve = (accounts: Accounts, call: Call, next: (error?: Error) => void): void => {
  const { holder } = call
  if (!holder) return next()
  const admit = (reservation: Reservation | null): void => {
    call.reservation = reservation
    next(reservation ? undefined : exhausted(accounts.quotaOf(holder).resetSeconds))
  }
  const reservation = accounts.reserve(holder)
  if (reservation instanceof Promise) reservation.then(admit, next)
  else admit(reservation)
}

const exhausted = (resetSeconds: number): Failure =>
  new Failure('quota-exhausted', 'La cuota mensual de la cuenta está agotada', { retryAfterMs: resetSeconds * 1000 })

/** Keeps the reserved unit for a 200 or a definitive 404, and gives it back for everything else. */
export const settle = (call: Call, status: number): void => {
  if (!call.reservation) return
  const charged = call.failure ? FAILURES[call.failure].charged : status === 200
  if (charged) call.reservation.charge(call.endpoint)
  else call.reservation.release()
  call.reservation = null
}
