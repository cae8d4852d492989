import type { StoredAccount, StoredKey, UsageCount } from './store.ts'

/** Everything in a store that lasts: no instances, no leases. What was leased stays taken. */
export interface StoreContents {
  accounts: StoredAccount[]
  keys: (StoredKey & { madeBy: string | null })[]
  months: { accountId: string; month: string; taken: number }[]
  usage: (UsageCount & { accountId: string; month: string })[]
  secrets: { name: string; value: Uint8Array }[]
}

/** What a store that is replaced has counted and revoked more than `contents` say: no unit is granted again, no key works again. */
export const keepHigherCounts = (contents: StoreContents, replaced: StoreContents): StoreContents => {
  const known = new Set(contents.accounts.map(({ id }) => id))
  const revoked = new Map(replaced.keys.map(({ id, revokedAtMs }) => [id, revokedAtMs]))
  return {
    ...contents,
    keys: contents.keys.map((key) => ({ ...key, revokedAtMs: key.revokedAtMs ?? revoked.get(key.id) ?? null })),
    months: highest(
      [...contents.months, ...replaced.months],
      ({ accountId, month }) => `${accountId} ${month}`,
      'taken',
      known,
    ),
    usage: highest(
      [...contents.usage, ...replaced.usage],
      ({ month, accountId, keyId, endpoint }) => `${month} ${accountId} ${keyId} ${endpoint}`,
      'charged',
      known,
    ),
  }
}

/** Of all rows with one key the one that counts most. Rows of accounts that are not known are left out. */
const highest = <Row extends { accountId: string } & Record<Count, number>, Count extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  count: Count,
  known: ReadonlySet<string>,
): Row[] => {
  const best = new Map<string, Row>()
  for (const row of rows) {
    const other = best.get(keyOf(row))
    if (known.has(row.accountId) && (!other || row[count] > other[count])) best.set(keyOf(row), row)
  }
  return [...best.values()]
}
