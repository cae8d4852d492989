export {
  type Accounts,
  lockPath,
  openAccounts,
  openAccountsDatabase,
  openAccountsStore,
  type RequestAccounts,
  storePath,
} from './accounts.ts'
export { issueKey, type KeyRequest } from './keys/issue-key.ts'
export type { KeyHolder } from './keys/key-cache.ts'
export type { Mode } from './keys/key-format.ts'
export type { QuotaState } from './quota/quotas.ts'
export type { RateState } from './quota/rate-limiter.ts'
export type { Reservation } from './quota/reservation.ts'
export { keepHigherCounts, readContents, type StoreContents, writeContents } from './store/contents.ts'
export { ACCOUNTS_MIGRATIONS, FILE_MIGRATIONS } from './store/migrations.ts'
export { type Store, sqlStore } from './store/sql-store.ts'
export type { AccountUsage, KeyListing } from './store/store.ts'
export { readUsage, waitForSettlements } from './usage/usage.ts'
