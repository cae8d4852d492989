import type { EditionReader } from '../../datasets/index.ts'
import type { Origin, PartOf, SupplierPart } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { waitAtMost } from '../../kernel/wait-at-most.ts'
import { isPromise, whenReady } from '../../kernel/when-ready.ts'
import { editionOrigin } from '../shared/edition-origin.ts'
import { oncePerEdition } from '../shared/once-per-edition.ts'

/** A part of the answer, and on what it rests. */
export interface CheckedPart<Part extends SupplierPart = SupplierPart> {
  part: PartOf<Part>
  origins: readonly Origin[]
  /** True when another try may say more. */
  failed?: true
}

export type MaybePromise<Value> = Value | Promise<Value>

/** How long the answer waits for one part. Longer than one call of a live source with its second try. */
export const PART_DEADLINE_MS = 8_000

/** A part that was not checked. */
export const unchecked = <Part extends SupplierPart>(
  motivo: string,
  estado: 'sin_revisar' | 'no_configurado' = 'sin_revisar',
): CheckedPart<Part> => ({
  part: { estado, edicion: null, revisado: null, motivo, hallazgos: [] } as unknown as PartOf<Part>,
  origins: [],
})

/** A part that was checked against one edition. */
export const checkedAgainst = <Part extends SupplierPart>(
  { edicion, cargado }: { edicion: string; cargado: string | null },
  origins: readonly Origin[],
  hallazgos: PartOf<Part>['hallazgos'],
  motivo: string,
): CheckedPart<Part> => ({
  part: {
    estado: hallazgos.length > 0 ? 'hallazgo' : 'sin_hallazgos',
    edicion,
    revisado: cargado,
    motivo,
    hallazgos,
  } as unknown as PartOf<Part>,
  origins,
})

/** Asks for one part. Whatever keeps it from being checked makes it alone unchecked; only a bug is thrown. */
export const askPart = <Part extends SupplierPart>(
  ask: () => MaybePromise<CheckedPart<Part>>,
  deadlineMs: number,
): MaybePromise<CheckedPart<Part>> => {
  try {
    const asked = ask()
    return isPromise(asked) ? waitAtMost(asked, deadlineMs, tooLate).catch(afterFailure<Part>) : asked
  } catch (error) {
    return afterFailure(error)
  }
}

export const tooLate = (): Failure =>
  new Failure('upstream-unavailable', 'No respondió a tiempo. No significa que no haya hallazgos')

const afterFailure = <Part extends SupplierPart>(error: unknown): CheckedPart<Part> => {
  // That there is no such RUC is the answer to the whole question.
  if (!(error instanceof Failure) || error.kind === 'not-found') throw error
  if (error.kind === 'not-configured') return unchecked(error.message, 'no_configurado')
  return { ...unchecked<Part>(error.message), failed: true }
}

/** What a result rests on, in one text. */
export const motivoOf = (texts: readonly (string | false | undefined)[]): string => texts.filter(Boolean).join('. ')

/** The origins of a list, the same array for all answers of one edition. */
export const listOrigins = (provider: Origin['provider']) =>
  oncePerEdition((edition: EditionReader): readonly Origin[] => [
    { provider, channel: 'list', ...editionOrigin(edition.facts) },
  ])

/** Calls `next` when all are known: at once where none has to be waited for. */
export const whenAllReady = <Value, Result>(
  values: readonly MaybePromise<Value>[],
  next: (values: readonly Value[]) => Result,
): MaybePromise<Result> =>
  values.some(isPromise) ? Promise.all(values).then(next) : whenReady(values as readonly Value[], next)
