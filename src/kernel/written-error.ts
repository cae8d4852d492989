import { Failure, type FailureKind } from './errors.ts'

/** An error in the form in which it crosses threads: structured clone would drop its class and code. */
export type WrittenError = { cause: WrittenError | null; message: string; stack: string | undefined } & (
  | { failure: FailureKind; facts: { detail?: string; campo?: string; retryAfterMs?: number } }
  | { failure: null; name: string; facts: { code?: unknown; errcode?: unknown; syscall?: unknown } }
)

/** What tells one trouble with a file from another. */
const CODES = ['code', 'errcode', 'syscall']

export const writeError = (thrown: unknown): WrittenError => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack, name } = error
  const cause = error.cause === undefined ? null : writeError(error.cause)
  if (!(error instanceof Failure)) {
    const known = Object.entries(error).filter(([fact]) => CODES.includes(fact))
    const plain = known.filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    return { failure: null, cause, message, stack, name, facts: Object.fromEntries(plain) }
  }
  const { kind, detail, campo, retryAfterMs } = error
  const facts = {
    ...(detail !== undefined && { detail }),
    ...(campo !== undefined && { campo }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  return { failure: kind, cause, message, stack, facts }
}

export const readError = (written: WrittenError): Error => {
  const { message, stack } = written
  const cause = written.cause ? { cause: readError(written.cause) } : {}
  const error = written.failure
    ? new Failure(written.failure, message, { ...written.facts, ...cause })
    : Object.assign(new Error(message, cause), { name: written.name, ...written.facts })
  if (stack !== undefined) error.stack = stack
  return error
}
