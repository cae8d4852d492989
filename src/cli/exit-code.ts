import type { FailureKind } from '../kernel/errors.ts'

/** Exit codes of the lookups, for scripts. */
export const ExitCode = { found: 0, notFound: 1, badInput: 2, sourceFailure: 3 } as const

const BAD_INPUT: readonly FailureKind[] = ['invalid-input', 'missing-input']

export const exitCodeOf = (kind: FailureKind): number => {
  if (kind === 'not-found') return ExitCode.notFound
  return BAD_INPUT.includes(kind) ? ExitCode.badInput : ExitCode.sourceFailure
}

export const exitCodeOfStatus = (status: number): number => {
  if (status === 200) return ExitCode.found
  if (status === 404) return ExitCode.notFound
  return status === 400 ? ExitCode.badInput : ExitCode.sourceFailure
}
