import { DatabaseSync } from 'node:sqlite'
import type { SigningKey } from '../../kernel/signing/signing-key.ts'
import { INSERT_KEY, KEYS_SCHEMA, SELECT_KEYS } from './embedded-keys.ts'

/** Writes keys into a backup file; returns how many there are. */
export const backUpKeys = (backup: string, keys: readonly SigningKey[]): number => {
  const db = new DatabaseSync(backup)
  try {
    db.exec(`BEGIN; ${KEYS_SCHEMA}`)
    const insert = db.prepare(INSERT_KEY)
    for (const { kid, x, d, createdAtMs } of keys) insert.run(kid, x, d, createdAtMs)
    db.exec('COMMIT')
    return keys.length
  } finally {
    db.close()
  }
}

/** The keys of a backup file; none in one that was made before there were any. */
export const readBackupKeys = (backup: string): SigningKey[] => {
  const db = new DatabaseSync(backup, { readOnly: true })
  try {
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'signing_keys'").get()) return []
    return db.prepare(SELECT_KEYS).all() as unknown as SigningKey[]
  } finally {
    db.close()
  }
}
