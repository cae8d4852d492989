import type { AttachEdition } from '../editions/followed-mirror.ts'
import type { CourtBans } from './court-bans.ts'
import { bansReader, type StoredBan } from './stored-bans.ts'

/** Opens the court orders in another thread, which needs no key: they are few, and come decrypted. */
export const attachCourtBans: AttachEdition<CourtBans> = async ({ shared, facts }) =>
  bansReader(shared as readonly StoredBan[], facts)
