import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import { openSqliteFile, type SqliteFile } from '../../kernel/files/sqlite.ts'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import type { SigningKey } from '../../kernel/signing/signing-key.ts'
import { datedAfter, type KeyStore, newestSigning } from './key-store.ts'

const WATCH_MS = 500

export const KEYS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS signing_keys (
    kid TEXT PRIMARY KEY, x TEXT NOT NULL, d TEXT, created_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT`
export const SELECT_KEYS = 'SELECT kid, x, d, created_at AS createdAtMs FROM signing_keys ORDER BY created_at, kid'
export const INSERT_KEY = 'INSERT OR IGNORE INTO signing_keys (kid, x, d, created_at) VALUES (?, ?, ?, ?)'

/** In the data folder, readable by its owner alone. */
export const signingKeysPath = (dataDir: string): string => join(dataDir, 'signing-keys.sqlite')

/** The keys of one machine, in a SQLite file that several processes may have open. */
export const openEmbeddedKeys = (dataDir: string): KeyStore => {
  const db = openKeysFile(dataDir)
  const list = (): SigningKey[] => db.all<SigningKey>(SELECT_KEYS)
  const insert = (key: SigningKey): void => {
    const { kid, x, d, createdAtMs } = datedAfter(key, list())
    db.run(INSERT_KEY, kid, x, d, createdAtMs)
  }
  const versionOf = (): number => db.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0
  let timer: NodeJS.Timeout | undefined
  return {
    list: async () => list(),
    add: async (key) => db.writeDurably(() => insert(key)),
    addFirst: async (key) =>
      db.writeDurably(() => {
        if (!newestSigning(list())) insert(key)
      }),
    watch: async (listener) => {
      let seen = versionOf()
      timer = setInterval(() => {
        try {
          const now = versionOf()
          if (now !== seen) listener(list())
          seen = now
        } catch {
          // A disk in trouble: the keys that are known go on signing, and the next look may succeed.
        }
      }, WATCH_MS)
      timer.unref()
    },
    close: async () => {
      clearInterval(timer)
      db.close()
    },
  }
}

/** Opens the file, and makes it when there is none. Never begun anew when it is damaged: old certificates need its keys. */
const openKeysFile = (dataDir: string): SqliteFile => {
  const path = signingKeysPath(dataDir)
  let db: SqliteFile | undefined
  try {
    db = openSqliteFile(path)
    const opened = db
    opened.write(() => opened.exec(KEYS_SCHEMA))
    return opened
  } catch (error) {
    db?.close()
    const code = storageErrorCode(error)
    if (code === null) throw error
    throw new Failure('store-unavailable', `No se pueden usar las claves de constancias de ${path}: ${code}`)
  }
}

/** All keys of a folder; none when it never had any. */
export const readFolderKeys = (dataDir: string): SigningKey[] => {
  if (!existsSync(signingKeysPath(dataDir))) return []
  const db = openKeysFile(dataDir)
  try {
    return db.all<SigningKey>(SELECT_KEYS)
  } finally {
    db.close()
  }
}

/** Adds keys to a folder as they are; those already there stay. */
export const writeFolderKeys = (dataDir: string, keys: readonly SigningKey[]): void => {
  if (keys.length === 0) return
  const db = openKeysFile(dataDir)
  try {
    db.writeDurably(() => {
      for (const { kid, x, d, createdAtMs } of keys) db.run(INSERT_KEY, kid, x, d, createdAtMs)
    })
  } finally {
    db.close()
  }
}
