import { Failure } from '../../../kernel/errors.ts'
import type { SqliteFile } from '../../../kernel/files/sqlite.ts'
import { damageError } from '../../../kernel/files/sqlite-errors.ts'

/** One entry per version of the file, in order; an entry is never edited once released. */
const MIGRATIONS = [
  `
  CREATE TABLE revision (n INTEGER NOT NULL) STRICT;
  INSERT INTO revision VALUES (0);

  CREATE TABLE accounts (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, quota INTEGER NOT NULL CHECK (quota >= 0),
    created_at INTEGER NOT NULL, revision INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX accounts_by_revision ON accounts (revision);

  CREATE TABLE keys (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
    mode TEXT NOT NULL CHECK (mode IN ('live', 'sandbox')), digest TEXT NOT NULL UNIQUE,
    rate INTEGER NOT NULL CHECK (rate > 0), burst INTEGER NOT NULL CHECK (burst > 0),
    endpoints TEXT, expires TEXT, created_at INTEGER NOT NULL, revoked_at INTEGER,
    made_by TEXT, revision INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX keys_by_revision ON keys (revision);

  CREATE TABLE account_months (
    account_id TEXT NOT NULL REFERENCES accounts (id), month TEXT NOT NULL,
    taken INTEGER NOT NULL CHECK (taken >= 0), demand INTEGER NOT NULL DEFAULT 0,
    wanted_at INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL,
    PRIMARY KEY (account_id, month)
  ) STRICT;
  CREATE INDEX months_by_revision ON account_months (revision);

  CREATE TABLE instances (
    id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, seen_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE leases (
    account_id TEXT NOT NULL, month TEXT NOT NULL, instance_id TEXT NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0), answered INTEGER NOT NULL,
    PRIMARY KEY (account_id, month, instance_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX leases_by_instance ON leases (instance_id);

  CREATE TABLE usage (
    month TEXT NOT NULL, account_id TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL,
    charged INTEGER NOT NULL,
    PRIMARY KEY (month, account_id, key_id, endpoint)
  ) STRICT, WITHOUT ROWID;
  `,
  'CREATE TABLE installation (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;',
  `
  CREATE TABLE job_charges (
    job_id TEXT PRIMARY KEY, month TEXT NOT NULL, units INTEGER NOT NULL CHECK (units >= 0), expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
] as const

export const LATEST_VERSION = MIGRATIONS.length

/**
 * Brings the file to the latest version. Of two processes that start together, the second waits and finds it done. A
 * file that must hold a store already is never turned into a new one.
 */
export const migrate = (db: SqliteFile, file: 'create' | 'existing'): void =>
  db.write(() => {
    const version = db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
    if (version === 0 && (file === 'existing' || db.get('SELECT name FROM sqlite_master'))) {
      throw damageError('the file holds no store of accounts')
    }
    if (version > MIGRATIONS.length) {
      const mensaje = `El almacén de cuentas es de la versión ${version}; este programa conoce hasta la ${MIGRATIONS.length}`
      throw new Failure('not-configured', mensaje)
    }
    for (const sql of MIGRATIONS.slice(version)) db.exec(sql)
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  })
