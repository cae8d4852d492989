import type { AttachEdition } from '../editions/followed-mirror.ts'
import type { CourtBans } from './court-bans.ts'

/** Opens the court orders in another thread. */
export const attachCourtBans: AttachEdition<CourtBans> = () => {
  throw new Error('not built')
}
