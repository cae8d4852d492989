export { type TaxListSettings, taxAgents } from './agents.ts'
export { sscoList } from './ssco.ts'
export type { Listing, Stay, TaxListId, TaxLists } from './tax-lists.ts'
