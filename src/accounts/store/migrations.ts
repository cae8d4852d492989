/** One entry per version of these tables in a shared database, in order; an entry is never edited once released. */
export const ACCOUNTS_MIGRATIONS = [
  `
  CREATE TABLE accounts (
    id text PRIMARY KEY, name text NOT NULL, quota bigint NOT NULL CHECK (quota >= 0),
    created_at bigint NOT NULL, revision bigint NOT NULL
  );
  CREATE INDEX accounts_by_revision ON accounts (revision);

  CREATE TABLE keys (
    id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts (id), name text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('live', 'sandbox')), digest text NOT NULL UNIQUE,
    rate bigint NOT NULL CHECK (rate > 0), burst bigint NOT NULL CHECK (burst > 0),
    endpoints jsonb, expires text, created_at bigint NOT NULL, revoked_at bigint,
    made_by text, revision bigint NOT NULL
  );
  CREATE INDEX keys_by_revision ON keys (revision);

  CREATE TABLE account_months (
    account_id text NOT NULL REFERENCES accounts (id), month text NOT NULL,
    taken bigint NOT NULL CHECK (taken >= 0), recall bigint NOT NULL DEFAULT 0,
    recalled_at bigint NOT NULL DEFAULT 0, version bigint NOT NULL DEFAULT 1, revision bigint NOT NULL,
    PRIMARY KEY (account_id, month)
  ) WITH (fillfactor = 70);
  CREATE INDEX months_by_revision ON account_months (revision);

  CREATE TABLE instances (
    id text PRIMARY KEY, host text NOT NULL, pid integer NOT NULL, seen_at bigint NOT NULL,
    settled bigint NOT NULL DEFAULT 0
  );

  CREATE TABLE leases (
    account_id text NOT NULL, month text NOT NULL, instance_id text NOT NULL,
    units bigint NOT NULL CHECK (units >= 0), answered bigint NOT NULL,
    last_lease bigint NOT NULL DEFAULT 0, last_granted bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, month, instance_id)
  );
  CREATE INDEX leases_by_instance ON leases (instance_id);

  CREATE TABLE usage (
    month text NOT NULL, account_id text NOT NULL, key_id text NOT NULL, endpoint text NOT NULL,
    charged bigint NOT NULL,
    PRIMARY KEY (month, account_id, key_id, endpoint)
  );

  CREATE TABLE installation (name text PRIMARY KEY, value bytea NOT NULL);
  INSERT INTO installation (name, value) VALUES ('store-id', uuid_send(gen_random_uuid()));

  CREATE UNLOGGED TABLE rate_buckets (
    key_id text PRIMARY KEY, tokens double precision NOT NULL, filled_at timestamptz NOT NULL,
    rate double precision NOT NULL, burst double precision NOT NULL,
    wanted double precision NOT NULL, returned double precision NOT NULL, granted double precision NOT NULL
  );
  `,
  `
  CREATE TABLE job_charges (
    job_id text PRIMARY KEY, month text NOT NULL, units bigint NOT NULL CHECK (units >= 0), expires_at bigint NOT NULL
  );
  `,
] as const

/** The same for the file of a folder. Its tables were others at first, so it has more entries. */
export const FILE_MIGRATIONS = [
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
  `
  ALTER TABLE account_months RENAME COLUMN demand TO recall;
  ALTER TABLE account_months RENAME COLUMN wanted_at TO recalled_at;
  ALTER TABLE account_months ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE instances ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE leases ADD COLUMN last_lease INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE leases ADD COLUMN last_granted INTEGER NOT NULL DEFAULT 0;
  `,
] as const
