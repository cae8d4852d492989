import type { Database } from '../kernel/postgres/database.ts'
import { asUnavailable } from '../kernel/postgres/trouble.ts'
import type { Job, JobCounts, JobStore } from './job-store.ts'

/** One entry per version of these tables, in order; an entry is never edited once released. */
export const JOBS_MIGRATIONS = [
  `
  CREATE TABLE jobs (
    id text PRIMARY KEY, account_id text NOT NULL, state text NOT NULL DEFAULT 'queued',
    task json NOT NULL, progress json, held_by text, held_until bigint NOT NULL DEFAULT 0,
    created_at bigint NOT NULL, finished_at bigint, expires_at bigint NOT NULL
  );
  CREATE INDEX jobs_open ON jobs (created_at, id) WHERE state IN ('queued', 'running');
  CREATE INDEX jobs_by_account ON jobs (account_id, created_at);
  `,
  `
  CREATE TABLE job_files (
    job_id text NOT NULL, part text NOT NULL, start bigint NOT NULL, bytes bytea NOT NULL,
    written_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (job_id, part, start)
  );
  `,
] as const

const JOB = `id, account_id AS "accountId", state, task, progress, created_at AS "createdAtMs",
  finished_at AS "finishedAtMs", expires_at AS "expiresAtMs"`
const HELD = "id = $1 AND held_by = $2 AND state = 'running'"
const SEEN = "account_id = $1 AND state <> 'receiving'"
/** Ended, and to be erased: files first, then the job. */
const EXPIRED = "state = 'cancelled', expires_at = 0"

/** The jobs of all instances on one database. Several that look for work at the same moment take different jobs. */
export const openSharedJobs = (database: Database): JobStore => {
  const change = async (sql: string, ...values: unknown[]): Promise<boolean> =>
    (await database.query((connection) => connection.run(sql, ...values))) > 0
  return {
    add: ({ id, accountId, task, createdAtMs, expiresAtMs }, most, { instanceId, nowMs, holdMs }) =>
      database
        .transaction(async (sql) => {
          // One at a time of an account, so that each sees those before it.
          await sql.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `${database.schema}/jobs/${accountId}`)
          const added = await sql.run(
            `INSERT INTO jobs (id, account_id, state, task, held_by, held_until, created_at, expires_at)
             SELECT $1, $2, 'receiving', $3, $4, $5, $6, $7
             WHERE (SELECT count(*) FROM jobs WHERE account_id = $2 AND id <> $1 AND expires_at > $6) < $8
             ON CONFLICT (id) DO UPDATE SET held_until = excluded.held_until`,
            id,
            accountId,
            JSON.stringify(task),
            instanceId,
            nowMs + holdMs,
            createdAtMs,
            expiresAtMs,
            most,
          )
          return added > 0
        })
        .catch(asUnavailable),
    take: async ({ instanceId, nowMs, holdMs }, exceptAccounts = []) =>
      (await database.query((sql) =>
        sql.get<Job>(
          `UPDATE jobs SET state = 'running', held_by = $1, held_until = $2 WHERE id = (
             SELECT id FROM jobs
             WHERE (state = 'queued' OR (state = 'running' AND held_until < $3)) AND account_id <> ALL ($4)
             ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
           ) RETURNING ${JOB}`,
          instanceId,
          nowMs + holdMs,
          nowMs,
          exceptAccounts,
        ),
      )) ?? null,
    report: (id, progress, { instanceId, nowMs, holdMs }) =>
      change(
        `UPDATE jobs SET progress = $3, held_until = $4 WHERE ${HELD}`,
        id,
        instanceId,
        JSON.stringify(progress),
        nowMs + holdMs,
      ),
    // Sent again after a lost connection it finds its own work done.
    finish: (id, progress, { instanceId, nowMs }) =>
      change(
        `UPDATE jobs SET state = 'finished', progress = $3, finished_at = $4
         WHERE id = $1 AND held_by = $2 AND state IN ('running', 'finished')`,
        id,
        instanceId,
        JSON.stringify(progress),
        nowMs,
      ),
    release: async (id, instanceId) => {
      await change(
        `UPDATE jobs SET held_by = NULL,
           state = CASE WHEN state IN ('receiving', 'running') THEN 'queued' ELSE state END
         WHERE id = $1 AND held_by = $2`,
        id,
        instanceId,
      )
    },
    find: async (accountId, id) =>
      (await database.query((sql) =>
        sql.get<Job>(`SELECT ${JOB} FROM jobs WHERE ${SEEN} AND id = $2`, accountId, id),
      )) ?? null,
    list: (accountId) =>
      database.query((sql) =>
        sql.all<Job>(`SELECT ${JOB} FROM jobs WHERE ${SEEN} ORDER BY created_at DESC, id COLLATE "C" DESC`, accountId),
      ),
    cancel: (id, task, nowMs) =>
      change(
        `UPDATE jobs SET state = 'cancelled', task = $2, finished_at = $3, held_by = NULL
         WHERE id = $1 AND state IN ('queued', 'running')`,
        id,
        JSON.stringify(task),
        nowMs,
      ),
    expire: (accountId, id) => change(`UPDATE jobs SET ${EXPIRED} WHERE account_id = $1 AND id = $2`, accountId, id),
    expireOld: async (nowMs) => {
      const expired = await database.query((sql) =>
        sql.all<{ id: string }>(
          `UPDATE jobs SET ${EXPIRED}
           WHERE (expires_at <= $1 OR state = 'receiving')
             AND NOT (state IN ('receiving', 'running') AND held_until >= $1) RETURNING id`,
          nowMs,
        ),
      )
      return expired.map(({ id }) => id)
    },
    isHeld: async (id, nowMs) =>
      (await database.query((sql) =>
        sql.get('SELECT 1 FROM jobs WHERE id = $1 AND held_by IS NOT NULL AND held_until >= $2', id, nowMs),
      )) !== undefined,
    remove: async (id) => {
      await change('DELETE FROM jobs WHERE id = $1', id)
    },
    count: async () => {
      const counts: JobCounts = { queued: 0, running: 0 }
      const rows = await database.query((sql) =>
        sql.all<{ state: keyof JobCounts; jobs: number }>(
          "SELECT state, count(*) AS jobs FROM jobs WHERE state IN ('queued', 'running') GROUP BY state",
        ),
      )
      for (const { state, jobs } of rows) counts[state] = jobs
      return counts
    },
    unknownIds: async (ids) => {
      const unknown = await database.query((sql) =>
        sql.all<{ id: string }>(
          'SELECT id FROM unnest($1::text[]) AS asked (id) WHERE id NOT IN (SELECT id FROM jobs)',
          ids,
        ),
      )
      return unknown.map(({ id }) => id)
    },
    close: async () => {},
  }
}
