import { FAILURES } from '../http/reply/failures.ts'
import type { FailureKind } from '../kernel/errors.ts'

/** Exit codes of the lookups, for scripts. */
export const ExitCode = { found: 0, notFound: 1, badInput: 2, sourceFailure: 3 } as const

/** The exit codes of single failures; all others are `sourceFailure`. */
const EXIT_CODES: { readonly [Kind in FailureKind]?: number } = {
  'not-found': ExitCode.notFound,
  'invalid-input': ExitCode.badInput,
  'missing-input': ExitCode.badInput,
}

export const exitCodeOf = (kind: FailureKind): number => EXIT_CODES[kind] ?? ExitCode.sourceFailure

/** The exit code for the `codigo` of a server's error. */
export const exitCodeOfCodigo = (codigo: string): number => {
  const kinds = Object.keys(FAILURES) as (keyof typeof FAILURES)[]
  const kind = kinds.find((one) => FAILURES[one].codigo === codigo)
  return kind === undefined || kind === 'internal' ? ExitCode.sourceFailure : exitCodeOf(kind)
}
