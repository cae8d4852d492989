import type { AttachEdition } from '../editions/followed-mirror.ts'
import { openTaxLists, type TaxLists } from './tax-lists.ts'

/** Opens the lists in another thread. They are small: each thread has its own. */
export const attachTaxLists: AttachEdition<TaxLists> = ({ dir, facts }) => openTaxLists(dir, facts)
