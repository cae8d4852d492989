import type { Accounts } from '../../accounts/index.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Call } from './call.ts'

/** Counts the request against its key; a Failure when the key is too fast. */
export const takeRate = (accounts: Accounts, call: Call): Failure | undefined => {
  if (!call.holder) return undefined
  call.rate = accounts.takeRate(call.holder)
  if (call.rate.allowed) return undefined
  return new Failure('rate-limited', 'Demasiadas peticiones por segundo con esta clave', {
    retryAfterMs: call.rate.retryAfterSeconds * 1000,
  })
}
