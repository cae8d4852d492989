import { type Dataset, requireAddress } from '../editions/dataset.ts'
import type { CourtBans } from './court-bans.ts'

export type { CourtBan, CourtBans } from './court-bans.ts'

export interface CourtBansSettings {
  missingAddress?: string | undefined
}

const notYet = (): never => {
  throw new Error('not built')
}

/** Suppliers that a court has banned from contracts with the state. */
export const courtBans = ({ missingAddress }: CourtBansSettings): Dataset<CourtBans> => ({
  id: 'judiciales',
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
