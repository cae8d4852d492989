import type { FactEffect, FactEffects } from '../../test/helpers/screening/fact-effects.ts'
import type { Check } from '../../test/helpers/screening/limits.ts'

const sumOf = (effects: readonly FactEffect[], part: (effect: FactEffect) => number): number =>
  effects.reduce((sum, effect) => sum + part(effect), 0)

/** No fact drops an equal name; a right one drops nobody and puts the party first at least as often; a wrong one lifts nobody. */
export const factChecks = (effects: FactEffects): Check[] => {
  const named = (isWanted: (fact: string) => boolean): FactEffect[] =>
    [...effects].filter(([fact]) => isWanted(fact)).map(([, effect]) => effect)
  const isWrong = (fact: string): boolean => /wrong|off/.test(fact)
  const [right, wrong] = [named((fact) => !isWrong(fact)), named(isWrong)]
  const none = (what: string, measured: number): Check => ({ what, measured, limit: 0, must: 'stay within' })
  return [
    none(
      'equal names dropped by a fact',
      sumOf([...right, ...wrong], ({ droppedExact }) => droppedExact),
    ),
    none(
      'hits lowered or dropped by a right fact',
      sumOf(right, ({ lowered, droppedPartial }) => lowered + droppedPartial),
    ),
    none(
      'hits found or lifted by a wrong fact',
      sumOf(wrong, ({ found, lifted }) => found + lifted),
    ),
    ...[...effects]
      .filter(([fact]) => !isWrong(fact))
      .map(
        ([fact, { n, firstBefore, firstAfter }]): Check => ({
          ...{ what: `${fact}, the party first`, measured: firstAfter / n },
          ...{ limit: firstBefore / n, must: 'reach' },
        }),
      ),
  ]
}
