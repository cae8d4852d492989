import { Failure } from '../errors.ts'

/** Why a file could not be had: there is none (`missing`), or it holds no byte (`empty`). */
type Absence = 'missing' | 'empty'

/** The failure of a file that is not there. Callers tell it from others by `isAbsent`, never by its texts. */
export class AbsentFile extends Failure {
  readonly absence: Absence

  constructor(absence: Absence, ...facts: ConstructorParameters<typeof Failure>) {
    super(...facts)
    this.absence = absence
  }
}

/** Whether a failure says that a file is not there, in one of the given ways. */
export const isAbsent = (error: unknown, ways: readonly Absence[] = ['missing', 'empty']): boolean =>
  error instanceof AbsentFile && ways.includes(error.absence)
