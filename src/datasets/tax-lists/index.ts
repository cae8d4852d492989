export { taxAgents } from './agents.ts'
export { sscoList } from './ssco.ts'
export type { Listing, TaxListId, TaxLists } from './tax-lists.ts'
