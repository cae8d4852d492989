const INSTALLATION = 'CREATE TABLE installation (name text PRIMARY KEY, value bytea NOT NULL);'

const JOB_CHARGES = `
  CREATE TABLE IF NOT EXISTS job_charges (
    job_id text PRIMARY KEY, month text NOT NULL, units bigint NOT NULL CHECK (units >= 0), expires_at bigint NOT NULL
  );`

/** The tables of keys, quota and usage. A change here needs an entry in both lists below. */
const ACCOUNTS_TABLES = `
  CREATE TABLE accounts (
    id text PRIMARY KEY, name text NOT NULL, quota bigint NOT NULL CHECK (quota >= 0),
    created_at bigint NOT NULL, revision bigint NOT NULL
  );
  CREATE INDEX accounts_by_revision ON accounts (revision);

  CREATE TABLE keys (
    id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts (id), name text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('live', 'sandbox')), digest text NOT NULL UNIQUE,
    rate bigint NOT NULL CHECK (rate > 0), burst bigint NOT NULL CHECK (burst > 0),
    endpoints jsonb, expires text, created_at bigint NOT NULL, revoked_at bigint, persona text,
    documentos integer NOT NULL DEFAULT 0, revision bigint NOT NULL
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
  ${INSTALLATION}
  ${JOB_CHARGES}`

/** What only a store has that several machines share. */
const SHARED_TABLES = `
  INSERT INTO installation (name, value) VALUES ('store-id', uuid_send(gen_random_uuid()));

  CREATE UNLOGGED TABLE rate_buckets (
    key_id text PRIMARY KEY, tokens double precision NOT NULL, filled_at timestamptz NOT NULL,
    rate double precision NOT NULL, burst double precision NOT NULL,
    wanted double precision NOT NULL, returned double precision NOT NULL, granted double precision NOT NULL
  );`

/** One entry per version in a shared database. */
export const ACCOUNTS_MIGRATIONS = [
  ACCOUNTS_TABLES + SHARED_TABLES,
  JOB_CHARGES,
  'ALTER TABLE keys ADD COLUMN IF NOT EXISTS persona text',
  'ALTER TABLE keys ADD COLUMN IF NOT EXISTS documentos integer NOT NULL DEFAULT 0',
] as const

/** One entry per version of a folder's file, which then had other columns. A new file begins with the tables as they are now. */
export const FILE_MIGRATIONS = [
  ACCOUNTS_TABLES,
  INSTALLATION,
  JOB_CHARGES,
  `
  ALTER TABLE account_months RENAME COLUMN demand TO recall;
  ALTER TABLE account_months RENAME COLUMN wanted_at TO recalled_at;
  ALTER TABLE account_months ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE instances ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE leases ADD COLUMN last_lease INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE leases ADD COLUMN last_granted INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE keys DROP COLUMN made_by;
  DROP TABLE revision;
  `,
  'ALTER TABLE keys ADD COLUMN persona TEXT',
  'ALTER TABLE keys ADD COLUMN documentos INTEGER NOT NULL DEFAULT 0',
] as const
