import type { Origin, ProviderId } from '../../domain/records.ts'
import { Failure, type FailureKind } from '../../kernel/errors.ts'

/** The first answer, and the provider that gave it. */
export interface Found<Value, Channel> {
  value: Value
  channel: Channel
  provider: ProviderId
}

/** With these failures the next provider is asked; any other one is about the question and ends the search. */
const COULD_NOT_ASK: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'upstream-unavailable',
  'upstream-changed',
  'upstream-blocked',
  'dataset-unavailable',
  'not-configured',
  'overloaded',
])

/**
 * Asks the providers in turn. The first value wins. `null` only when every one of them said "I don't have it": when one
 * could not be asked, its failure is thrown. Throws `not-configured` when there is nobody to ask. Who said "no" is added
 * to `refused`.
 */
export const firstAnswer = async <Value, Channel extends Origin['channel'], Asked extends { id: ProviderId }>(
  providers: readonly Asked[],
  ask: (provider: Asked) => Promise<{ value: Value | null; channel: Channel }>,
  refused: Origin[] = [],
): Promise<Found<Value, Channel> | null> => {
  if (providers.length === 0) {
    throw new Failure('not-configured', 'Ninguna fuente de este dato está configurada en esta instalación')
  }
  const failures: Failure[] = []
  for (const provider of providers) {
    try {
      const { value, channel } = await ask(provider)
      if (value !== null) return { value, channel, provider: provider.id }
      refused.push({ provider: provider.id, channel })
    } catch (error) {
      if (!(error instanceof Failure) || !COULD_NOT_ASK.has(error.kind)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw worstFailure(failures)
  return null
}

/** The failure to report: a source that is down before one that changed, and a captcha last. */
export const worstFailure = (failures: readonly Failure[]): Failure => {
  const ofKind = (kind: FailureKind): Failure | undefined => failures.find((failure) => failure.kind === kind)
  const others = failures.find(({ kind }) => kind !== 'upstream-changed' && kind !== 'upstream-blocked')
  return ofKind('upstream-unavailable') ?? others ?? ofKind('upstream-changed') ?? (failures[0] as Failure)
}
