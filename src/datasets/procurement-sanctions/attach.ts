import type { AttachEdition } from '../editions/followed-mirror.ts'
import { openSanctions } from './open-sanctions.ts'
import type { SanctionList } from './search.ts'

/** Opens the list in another thread. */
export const attachSanctions: AttachEdition<SanctionList> = ({ dir, facts }) => openSanctions(dir, facts)
