import { inventParties } from '../../world/listed-parties.ts'
import { DESIGNATED_SAMPLES, type PretendDesignation } from '../../world/more-samples.ts'

/** The invented entries of a list, the samples first; always the same for a seed. */
export const designations = (count: number, seed: number): PretendDesignation[] => [
  ...DESIGNATED_SAMPLES,
  ...inventParties(count, 1, seed)
    .filter(({ kind }) => kind === 'individual' || kind === 'entity')
    .map(({ entry, kind, surnames, name, aliases, weakAliases }, at): PretendDesignation => {
      const person = kind === 'individual'
      return {
        ...{ id: entry, person, given: person ? name : '', name: person ? surnames : name, aliases, weakAliases },
        ...{ script: '', born: person ? String(1940 + (at % 60)) : '', passport: person ? `ZZ${100_000 + at}` : '' },
        unReference: '',
      }
    }),
]

export const fullName = ({ given, name }: PretendDesignation): string => `${given} ${name}`.trim()
