import { Failure, type FailureKind } from './errors.ts'

/** An error in the form in which it crosses threads: structured clone would drop its class and code. */
export type WrittenError = { cause: WrittenError | null; message: string; stack: string | undefined } & (
  | { failure: FailureKind; facts: { detail?: string; campo?: string; retryAfterMs?: number } }
  | { failure: null; name: string; code: string | number | undefined }
)

export const writeError = (thrown: unknown): WrittenError => {
  const error: Error & { code?: unknown } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { message, stack, name, code } = error
  const cause = error.cause === undefined ? null : writeError(error.cause)
  if (!(error instanceof Failure)) {
    const isPlain = typeof code === 'string' || typeof code === 'number'
    return { failure: null, cause, message, stack, name, code: isPlain ? code : undefined }
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
    : Object.assign(new Error(message, cause), {
        name: written.name,
        ...(written.code !== undefined && { code: written.code }),
      })
  if (stack !== undefined) error.stack = stack
  return error
}
