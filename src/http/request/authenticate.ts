import type { FastifyRequest } from 'fastify'
import type { Accounts, KeyHolder } from '../../accounts/index.ts'
import { Failure } from '../../kernel/errors.ts'

type Next = (error?: Error) => void

export const UNAUTHENTICATED = new Failure(
  'unauthenticated',
  'Falta una credencial válida en la cabecera Authorization',
)

/** Finds out who asks; `next` gets no error for an unknown key, because a path that does not exist needs none. */
export const recognise = (accounts: Accounts, { call, headers }: FastifyRequest, next: Next): void => {
  const holder = accounts.identify(headers.authorization)
  const note = (known: KeyHolder | null): void => {
    call.holder = known
    next()
  }
  if (holder instanceof Promise) holder.then(note, next)
  else note(holder)
}

/** Why this key may not use this endpoint; undefined when it may. */
export const refusedScope = ({ endpoints }: KeyHolder, endpoint: string): Failure | undefined =>
  endpoints === null || endpoints.has(endpoint)
    ? undefined
    : new Failure('forbidden', `Esta clave no puede usar /api/${endpoint}`)
