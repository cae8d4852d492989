import type { ProviderId } from '../../domain/records.ts'
import { Failure, type FailureKind } from '../../kernel/errors.ts'

/** What the first provider that has it told. */
export interface Found<Value, Channel> {
  value: Value
  channel: Channel
  provider: ProviderId
}

/** A provider that failed so could not be asked; any other failure is about the question and ends the search. */
const COULD_NOT_ASK: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'upstream-unavailable',
  'upstream-changed',
  'upstream-blocked',
  'dataset-unavailable',
  'not-configured',
  'overloaded',
])

/**
 * Asks the providers in turn. The first value wins; `null` only when every one of them said "I don't have it". When one
 * that could know was not reached, nobody can say so: that is thrown, and a captcha is named only when nothing else is
 * in the way. Nobody to ask is no answer either.
 */
export const firstAnswer = async <Value, Channel, Asked extends { id: ProviderId }>(
  providers: readonly Asked[],
  ask: (provider: Asked) => Promise<{ value: Value | null; channel: Channel }>,
): Promise<Found<Value, Channel> | null> => {
  if (providers.length === 0) {
    throw new Failure('not-configured', 'Ninguna fuente de este dato está configurada en esta instalación')
  }
  const failures: Failure[] = []
  for (const provider of providers) {
    try {
      const { value, channel } = await ask(provider)
      if (value !== null) return { value, channel, provider: provider.id }
    } catch (error) {
      if (!(error instanceof Failure) || !COULD_NOT_ASK.has(error.kind)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw weightiest(failures)
  return null
}

/** A source that is down outweighs one that changed, and both outweigh a captcha. */
export const weightiest = (failures: readonly Failure[]): Failure => {
  const ofKind = (kind: FailureKind): Failure | undefined => failures.find((failure) => failure.kind === kind)
  const others = failures.find(({ kind }) => kind !== 'upstream-changed' && kind !== 'upstream-blocked')
  return ofKind('upstream-unavailable') ?? others ?? ofKind('upstream-changed') ?? (failures[0] as Failure)
}
