export { type Accounts, openAccounts, openAccountsStore, openSharedStore, type RequestAccounts } from './accounts.ts'
export {
  type BackupFacts,
  backUpAccounts,
  type RestoreOutcome,
  readBackup,
  readContents,
  replaceContents,
  restoreAccounts,
} from './backup.ts'
export { issueKey, type KeyRequest } from './keys/issue-key.ts'
export type { KeyHolder } from './keys/key-cache.ts'
export type { Mode } from './keys/key-format.ts'
export type { QuotaState } from './quota/quotas.ts'
export type { RateState } from './quota/rate-limiter.ts'
export type { Reservation } from './quota/reservation.ts'
export {
  backUpSharedAccounts,
  readIdleContents,
  replaceSharedContents,
  restoreSharedAccounts,
} from './shared-backup.ts'
export type { StoreContents } from './store/contents.ts'
export { ACCOUNTS_MIGRATIONS } from './store/postgres/migrations.ts'
export type { AccountUsage, KeyListing, Store } from './store/store.ts'
export { readUsage } from './usage/usage.ts'
