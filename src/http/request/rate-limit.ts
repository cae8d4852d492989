import type { RequestAccounts } from '../../accounts/index.ts'
import { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { CallCheck } from './check.ts'

/** Counts a request against its key's rate and notes the result on the call. It refuses nobody yet: see `checkRate`. */
export const countRequest =
  (accounts: RequestAccounts): CallCheck =>
  ({ call }) => {
    if (!call.holder) return undefined
    return whenReady(accounts.takeRate(call.holder), (rate) => {
      call.rate = rate
      return undefined
    })
  }

/** Refuses a key that asks too fast; its request was counted before. */
export const checkRate: CallCheck = ({ call: { rate } }) =>
  !rate || rate.allowed
    ? undefined
    : new Failure('rate-limited', 'Demasiadas peticiones por segundo con esta clave', {
        retryAfterMs: rate.retryAfterSeconds * 1000,
      })
