import { type Dataset, requireAddress } from '../editions/dataset.ts'
import type { RelatedParties } from './related-parties.ts'

export type { RelatedParties, RelatedParty, Role } from './related-parties.ts'

export interface RelatedPartiesSettings {
  missingAddress?: string | undefined
}

const notYet = (): never => {
  throw new Error('not built')
}

/** Partners, representatives and boards of the state's registered suppliers. */
export const relatedParties = ({ missingAddress }: RelatedPartiesSettings): Dataset<RelatedParties> => ({
  id: 'vinculados',
  schedule: '0 5 * * 1',
  format: 1,
  fetch: async () => {
    requireAddress(undefined, missingAddress)
    return 'unchanged'
  },
  verify: notYet,
  parse: notYet,
  build: notYet,
  check: notYet,
  open: notYet,
})
