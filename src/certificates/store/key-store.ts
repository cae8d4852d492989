import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import type { SigningKey } from '../../kernel/signing/signing-key.ts'
import type { Database, Sql } from '../../kernel/sql/database.ts'
import { openSqlite } from '../../kernel/sql/open-sqlite.ts'
import { notify, takeTurn } from '../../kernel/sql/steps.ts'

/**
 * The port to the signing keys of an installation. A key that is there stays for ever, since certificates that it signed
 * must stay verifiable.
 */
export interface KeyStore {
  /** Every key, oldest first. */
  list(): Promise<SigningKey[]>
  /** Adds a key after all others, unless it is there already. */
  add(key: SigningKey): Promise<void>
  /** Adds a key when there is none that can sign. Of several who do so at once, one does. */
  addFirst(key: SigningKey): Promise<void>
  /** Calls the listener whenever another process has added a key. */
  watch(listener: (keys: SigningKey[]) => void): Promise<void>
  close(): Promise<void>
}

/** The table of a folder, and of a backup. */
const KEYS_TABLE = `
  CREATE TABLE IF NOT EXISTS signing_keys (
    kid text PRIMARY KEY, x text NOT NULL, d text, created_at bigint NOT NULL
  )`

/** One entry per version of the table in a shared database, in order; an entry is never edited once released. */
export const CERTIFICATES_MIGRATIONS = [KEYS_TABLE] as const

/** Another process looks at the keys now and then, so nobody waits for this. */
const POLL_MS = 500

/** Where a folder has them, readable by its owner alone. */
export const signingKeysPath = (dataDir: string): string => join(dataDir, 'signing-keys.sqlite')

/** Every key, oldest first. */
const listKeys = (sql: Sql): Promise<SigningKey[]> =>
  sql.all('SELECT kid, x, d, created_at AS "createdAtMs" FROM signing_keys ORDER BY created_at, kid COLLATE "C"')

/** Adds keys as they are; those already there stay. */
export const addKeys = async (sql: Sql, keys: readonly SigningKey[]): Promise<void> => {
  for (const { kid, x, d, createdAtMs } of keys)
    await sql.run(
      'INSERT INTO signing_keys (kid, x, d, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      kid,
      x,
      d,
      createdAtMs,
    )
}

/** Adds keys to a backup, which may have no table for them yet. */
export const backUpKeys = async (backup: Sql, keys: readonly SigningKey[]): Promise<void> => {
  await backup.run(KEYS_TABLE)
  await addKeys(backup, keys)
}

/** The keys of a backup; none in one that was made before there were any. */
export const readBackupKeys = async (backup: Sql): Promise<SigningKey[]> =>
  (await backup.get("SELECT 1 FROM sqlite_schema WHERE name = 'signing_keys'")) ? listKeys(backup) : []

/** The keys of this machine, or of all processes on one database: a fleet signs with one key. */
export const openKeyStore = async (dataDir: string, shared: Database | null): Promise<KeyStore> => {
  const database = shared ?? (await openFolderKeys(dataDir))
  const add = (key: SigningKey, when: (keys: SigningKey[]) => boolean): Promise<void> =>
    database.transaction(
      async (sql) => {
        // Whoever comes second waits here, and then sees the key of the first.
        await takeTurn(sql, '/signing-keys')
        const keys = await listKeys(sql)
        if (!when(keys)) return
        await addKeys(sql, [datedAfter(key, keys)])
        await notify(sql)
      },
      { durable: true },
    )
  return {
    list: () => listKeys(database),
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
    close: async () => (shared ? undefined : database.close()),
  }
}

/** The keys of an installation, for a command that only reads them: a folder that never had any stays without. */
export const readKeys = async (dataDir: string, shared: Database | null): Promise<SigningKey[]> => {
  if (shared) return listKeys(shared)
  if (!existsSync(signingKeysPath(dataDir))) return []
  const database = await openFolderKeys(dataDir)
  return listKeys(database).finally(() => database.close())
}

/** Opens the file, and makes it when there is none. Never begun anew when it is damaged: old certificates need its keys. */
export const openFolderKeys = (dataDir: string): Promise<Database> => {
  const path = signingKeysPath(dataDir)
  return openSqlite({ path, migrations: [KEYS_TABLE], pollMs: POLL_MS }).catch((error: unknown) => {
    const code = storageErrorCode(error)
    if (code === null) throw error
    throw new Failure('store-unavailable', `No se pueden usar las claves de constancias de ${path}: ${code}`)
  })
}

/** Clocks differ, and the newest key is the one that signs: a key is always dated after those before it. */
const datedAfter = (key: SigningKey, others: readonly SigningKey[]): SigningKey => ({
  ...key,
  createdAtMs: Math.max(key.createdAtMs, ...others.map(({ createdAtMs }) => createdAtMs + 1)),
})

/** The newest key whose private part is kept here. */
export const newestSigning = (keys: readonly SigningKey[]): SigningKey | undefined =>
  keys.findLast(({ d }) => d !== null)
