import type { FastifyRequest } from 'fastify'
import type { KeyHolder, RequestAccounts } from '../../accounts/index.ts'
import { Failure } from '../../kernel/errors.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { CallCheck, Check } from './check.ts'

const UNAUTHENTICATED = new Failure('unauthenticated', 'Falta una credencial válida en la cabecera Authorization')

/** Notes on the call who asks; nobody when the key is absent or of no use. */
export const identify = (accounts: RequestAccounts, { call, headers }: FastifyRequest): void | Promise<void> =>
  whenReady(accounts.identify(headers.authorization), (holder) => {
    call.holder = holder
  })

/** Refuses a request without a usable key. */
export const authenticate =
  (accounts: RequestAccounts): Check =>
  (request) =>
    whenReady(identify(accounts, request), () => (request.call.holder ? undefined : UNAUTHENTICATED))

/** Tells a caller about its own account alone: for keys of every scope. */
const OWN_ACCOUNT = 'uso'

/** The failure of a key that may not ask an endpoint. */
export const refuseOutOfScope = (holder: KeyHolder | null, endpoint: string): Failure | undefined =>
  !holder?.endpoints || holder.endpoints.has(endpoint)
    ? undefined
    : new Failure('forbidden', `Esta clave no puede usar /api/${endpoint}`)

/** Refuses a key that may not use this endpoint. */
export const checkScope: CallCheck = ({ call: { holder, endpoint } }) =>
  endpoint === OWN_ACCOUNT ? undefined : refuseOutOfScope(holder, endpoint)
