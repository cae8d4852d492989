import type { Sql } from '../../kernel/postgres/connection.ts'
import type { Database } from '../../kernel/postgres/database.ts'
import type { SigningKey } from '../../kernel/signing/signing-key.ts'
import { datedAfter, type KeyStore, newestSigning } from './key-store.ts'

/** One entry per version of these tables, in order; an entry is never edited once released. */
export const CERTIFICATES_MIGRATIONS = [
  `
  CREATE TABLE signing_keys (
    kid text PRIMARY KEY, x text NOT NULL, d text, created_at bigint NOT NULL
  );
  `,
] as const

const listKeys = (sql: Sql): Promise<SigningKey[]> =>
  sql.all('SELECT kid, x, d, created_at AS "createdAtMs" FROM signing_keys ORDER BY created_at, kid COLLATE "C"')

const insert = (sql: Sql, { kid, x, d, createdAtMs }: SigningKey): Promise<number> =>
  sql.run(
    'INSERT INTO signing_keys (kid, x, d, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    ...[kid, x, d, createdAtMs],
  )

/** The keys of all processes on one database: one fleet signs with one key. */
export const openSharedKeys = (database: Database): KeyStore => {
  const add = (key: SigningKey, when: (keys: SigningKey[]) => boolean): Promise<void> =>
    database.transaction(async (sql) => {
      // Whoever comes second waits here, and then sees the key of the first.
      await sql.run('LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE')
      const keys = await listKeys(sql)
      if (!when(keys)) return
      await insert(sql, datedAfter(key, keys))
      await database.notify(sql)
    })
  return {
    list: () => database.query(listKeys),
    add: (key) => add(key, (keys) => keys.every(({ kid }) => kid !== key.kid)),
    addFirst: (key) => add(key, (keys) => newestSigning(keys) === undefined),
    watch: (listener) => {
      let seen = ''
      return database.addTick(async (sql) => {
        const keys = await listKeys(sql)
        const names = keys.map(({ kid }) => kid).join()
        if (names !== seen) listener(keys)
        seen = names
      })
    },
    close: async () => {},
  }
}

/** All keys of a shared database. */
export const readSharedKeys = (database: Database): Promise<SigningKey[]> => database.query(listKeys)

/** Adds keys to a shared database as they are; those already there stay. */
export const writeSharedKeys = async (sql: Sql, keys: readonly SigningKey[]): Promise<void> => {
  for (const key of keys) await insert(sql, key)
}
