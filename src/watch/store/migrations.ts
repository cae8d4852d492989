const TABLES = `
  CREATE TABLE watch_accounts (
    account_id text PRIMARY KEY, key_id text NOT NULL, four_eyes text NOT NULL DEFAULT 'no',
    held_by text, held_until bigint NOT NULL DEFAULT 0, served_at bigint NOT NULL DEFAULT 0,
    cost_month text NOT NULL DEFAULT '', cost_units bigint NOT NULL DEFAULT 0,
    events bigint NOT NULL DEFAULT 0, head text NOT NULL DEFAULT '',
    signed bigint NOT NULL DEFAULT 0, signature text
  );
  CREATE TABLE watch_editions (
    seq bigint PRIMARY KEY, fingerprint text NOT NULL, editions text NOT NULL, politica text NOT NULL
  );
  CREATE TABLE watch_subjects (
    id text PRIMARY KEY, account_id text NOT NULL, reference text NOT NULL, sealed bytea NOT NULL,
    version bigint NOT NULL DEFAULT 1, created_at bigint NOT NULL, paid_month text NOT NULL DEFAULT '',
    settled_seq bigint NOT NULL DEFAULT 0, checked_seq bigint NOT NULL DEFAULT 0, checked_at bigint,
    outcome text NOT NULL DEFAULT '', unchecked_since bigint, problem text, retry_at bigint NOT NULL DEFAULT 0,
    UNIQUE (account_id, reference)
  );
  CREATE INDEX watch_subjects_settled ON watch_subjects (account_id, settled_seq, id);
  CREATE INDEX watch_subjects_paid ON watch_subjects (account_id, paid_month, id);
  CREATE INDEX watch_subjects_by_age ON watch_subjects (account_id, created_at, id);
  CREATE TABLE watch_alerts (
    id text PRIMARY KEY, account_id text NOT NULL, subject_id text NOT NULL, state text NOT NULL,
    expires text, created_at bigint NOT NULL, sealed bytea NOT NULL
  );
  CREATE INDEX watch_alerts_by_subject ON watch_alerts (subject_id);
  CREATE INDEX watch_alerts_by_age ON watch_alerts (account_id, created_at, id);
  CREATE INDEX watch_alerts_expiring ON watch_alerts (expires) WHERE state = 'descartada';
  CREATE TABLE watch_events (
    account_id text NOT NULL, number bigint NOT NULL, at bigint NOT NULL, body text NOT NULL, hash text NOT NULL,
    PRIMARY KEY (account_id, number)
  );
  CREATE INDEX watch_events_by_time ON watch_events (at);
`

const WEBHOOKS = `
  CREATE TABLE watch_webhooks (
    id text PRIMARY KEY, account_id text NOT NULL, sealed bytea NOT NULL, state text NOT NULL,
    created_at bigint NOT NULL, "cursor" bigint NOT NULL
  );
  CREATE INDEX watch_webhooks_by_account ON watch_webhooks (account_id, created_at);
  CREATE TABLE watch_deliveries (
    webhook_id text NOT NULL, number bigint NOT NULL, state text NOT NULL DEFAULT 'pendiente',
    attempts bigint NOT NULL DEFAULT 0, outcome text, at bigint NOT NULL, next_at bigint NOT NULL,
    held_until bigint NOT NULL DEFAULT 0, PRIMARY KEY (webhook_id, number)
  );
  CREATE INDEX watch_deliveries_due ON watch_deliveries (next_at) WHERE state = 'pendiente';
`

/** Nobody knows of earlier subjects whether they are to be screened daily: then they are. */
const RUNS = `
  ALTER TABLE watch_accounts ADD COLUMN run_seq bigint NOT NULL DEFAULT 0;
  ALTER TABLE watch_subjects ADD COLUMN daily bigint NOT NULL DEFAULT 1;
  ALTER TABLE watch_subjects ADD COLUMN settled_day text NOT NULL DEFAULT '';
  CREATE INDEX watch_subjects_daily ON watch_subjects (settled_day) WHERE daily = 1;
`

/** One entry per version of these tables in a shared database, in order; an entry is never edited once released. */
export const WATCH_MIGRATIONS = [TABLES, WEBHOOKS, RUNS] as const

/** The same of a folder's file. A new file begins with the tables as they are now. */
export const WATCH_FILE_MIGRATIONS = [TABLES + WEBHOOKS + RUNS, WEBHOOKS, RUNS] as const
