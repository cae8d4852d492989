import { join } from 'node:path'
import { asUnavailable } from '../kernel/postgres/trouble.ts'
import type { Database } from '../kernel/sql/database.ts'
import { openSqlite } from '../kernel/sql/open-sqlite.ts'
import { takeTurn } from '../kernel/sql/steps.ts'
import type { Job, JobCounts, JobStore } from './job-store.ts'

/** One entry per version of these tables in a shared database, in order; an entry is never edited once released. */
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

/** The table of a folder. Files of earlier versions have it already. */
const FILE_MIGRATIONS = [
  `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'queued',
    task TEXT NOT NULL, progress TEXT, held_by TEXT, held_until INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL, finished_at INTEGER, expires_at INTEGER NOT NULL
  ) STRICT
  `,
]

const JOB = `id, account_id AS "accountId", state, CAST(task AS text) AS task, CAST(progress AS text) AS progress,
  created_at AS "createdAtMs", finished_at AS "finishedAtMs", expires_at AS "expiresAtMs"`
const HELD = 'id = $1 AND held_by = $2'
const SEEN = "account_id = $1 AND state <> 'receiving'"
/** Ended, and to be erased: files first, then the job. */
const EXPIRED = "state = 'cancelled', expires_at = 0"

type JobRow = Omit<Job, 'task' | 'progress'> & { task: string; progress: string | null }

const toJob = (row: JobRow): Job => ({
  ...row,
  task: JSON.parse(row.task),
  progress: row.progress === null ? null : JSON.parse(row.progress),
})

/** The jobs of one machine, in a file that one service has open. */
export const openFolderJobs = async (dataDir: string): Promise<JobStore> => {
  const database = await openSqlite({
    path: join(dataDir, 'jobs.sqlite'),
    migrations: FILE_MIGRATIONS,
    // What is removed is overwritten: a task has names of columns, which a file without a header may have from its first row.
    pragmas: 'PRAGMA secure_delete = ON',
  })
  // Whoever held a job has ended: nobody needs to wait until its time is over.
  await database.run("UPDATE jobs SET state = 'queued' WHERE state = 'running'")
  await database.run(`UPDATE jobs SET ${EXPIRED} WHERE state = 'receiving'`)
  await database.run('UPDATE jobs SET held_by = NULL WHERE held_by IS NOT NULL')
  // A crash may have come between a removal and this.
  await emptyLog(database)
  return { ...storedJobs(database), close: () => database.close() }
}

const emptyLog = async (database: Database): Promise<void> => {
  if (database.dialect.emptyLog) await database.all(database.dialect.emptyLog)
}

/** The jobs of a database. Several instances that look for work at the same moment take different jobs. */
export const storedJobs = (database: Database): JobStore => {
  const { list } = database.dialect
  const change = async (sql: string, ...values: unknown[]): Promise<boolean> => (await database.run(sql, ...values)) > 0
  /** Jobs that may be taken. */
  const open = `(state = 'queued' OR (state = 'running' AND held_until < $1)) AND account_id NOT IN ${list('$2')}`
  return {
    add: ({ id, accountId, task, createdAtMs, expiresAtMs }, limit, { instanceId, nowMs, holdMs }) => {
      const { most, usualMs } = limit
      const isKept = Number(expiresAtMs - createdAtMs > usualMs)
      const times = [nowMs + holdMs, createdAtMs, expiresAtMs]
      const values = [id, accountId, JSON.stringify(task), instanceId, ...times, most, usualMs, isKept]
      const insert = `
        INSERT INTO jobs (id, account_id, state, task, held_by, held_until, created_at, expires_at)
        SELECT $1, $2, 'receiving', $3, $4, $5, $6, $7
        WHERE (
          SELECT count(*) FROM jobs WHERE account_id = $2 AND id <> $1 AND expires_at > $6
            AND CASE WHEN expires_at - created_at > $9 THEN 1 ELSE 0 END = $10
        ) < $8
        ON CONFLICT (id) DO UPDATE SET held_until = excluded.held_until`
      return database
        .transaction(
          async (sql) => {
            // One at a time of an account, so that each sees those before it.
            await takeTurn(sql, `/jobs/${accountId}`)
            return (await sql.run(insert, ...values)) > 0
          },
          { durable: true },
        )
        .catch(asUnavailable)
    },
    take: async ({ instanceId, nowMs, holdMs }, exceptAccounts = []) => {
      const asked = [nowMs, JSON.stringify(exceptAccounts)]
      // Looked for without a lock: most of the time there is none.
      if (!(await database.get(`SELECT 1 FROM jobs WHERE ${open} LIMIT 1`, ...asked))) return null
      const row = await database.get<JobRow>(
        `UPDATE jobs SET state = 'running', held_by = $3, held_until = $4 WHERE id = (
           SELECT id FROM jobs WHERE ${open} ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
         ) RETURNING ${JOB}`,
        ...asked,
        instanceId,
        nowMs + holdMs,
      )
      return row ? toJob(row) : null
    },
    report: (id, progress, { instanceId, nowMs, holdMs }) =>
      change(
        `UPDATE jobs SET progress = $3, held_until = $4 WHERE ${HELD} AND state = 'running'`,
        id,
        instanceId,
        JSON.stringify(progress),
        nowMs + holdMs,
      ),
    // Sent again after a lost connection it finds its own work done. Not durable, like a report: after a power cut the work is
    // done again from what was noted, and no thread waits for a disk.
    finish: (id, progress, { instanceId, nowMs }) =>
      change(
        `UPDATE jobs SET state = 'finished', progress = $3, finished_at = $4
         WHERE ${HELD} AND state IN ('running', 'finished')`,
        id,
        instanceId,
        JSON.stringify(progress),
        nowMs,
      ),
    reopen: (accountId, { id, task, progress }, nowMs) =>
      change(
        `UPDATE jobs SET state = 'queued', task = $3, progress = $4, finished_at = NULL, held_by = NULL
         WHERE account_id = $1 AND id = $2 AND state = 'finished' AND expires_at > $5
           AND (held_by IS NULL OR held_until < $5)`,
        ...[accountId, id, JSON.stringify(task), JSON.stringify(progress), nowMs],
      ),
    release: async (id, instanceId) => {
      await change(
        `UPDATE jobs SET held_by = NULL,
           state = CASE WHEN state IN ('receiving', 'running') THEN 'queued' ELSE state END
         WHERE ${HELD}`,
        id,
        instanceId,
      )
    },
    find: async (accountId, id) => {
      const row = await database.get<JobRow>(`SELECT ${JOB} FROM jobs WHERE ${SEEN} AND id = $2`, accountId, id)
      return row ? toJob(row) : null
    },
    list: async (accountId) => {
      const newestFirst = 'ORDER BY created_at DESC, id COLLATE "C" DESC'
      return (await database.all<JobRow>(`SELECT ${JOB} FROM jobs WHERE ${SEEN} ${newestFirst}`, accountId)).map(toJob)
    },
    cancel: async (id, task, nowMs) => {
      const cancelled = await change(
        `UPDATE jobs SET state = 'cancelled', task = $2, finished_at = $3, held_by = NULL
         WHERE id = $1 AND state IN ('queued', 'running')`,
        id,
        JSON.stringify(task),
        nowMs,
      )
      await emptyLog(database)
      return cancelled
    },
    expire: (accountId, id) => change(`UPDATE jobs SET ${EXPIRED} WHERE account_id = $1 AND id = $2`, accountId, id),
    expireOld: async (nowMs) => {
      const expired = await database.all<{ id: string }>(
        `UPDATE jobs SET ${EXPIRED}
         WHERE (expires_at <= $1 OR state = 'receiving')
           AND NOT (state IN ('receiving', 'running') AND held_until >= $1) RETURNING id`,
        nowMs,
      )
      return expired.map(({ id }) => id)
    },
    isHeld: async (id, nowMs) =>
      (await database.get(
        'SELECT 1 FROM jobs WHERE id = $1 AND held_by IS NOT NULL AND held_until >= $2',
        id,
        nowMs,
      )) !== undefined,
    remove: async (id) => {
      await change('DELETE FROM jobs WHERE id = $1', id)
      await emptyLog(database)
    },
    count: async () => {
      const counts: JobCounts = { queued: 0, running: 0 }
      const rows = await database.all<{ state: keyof JobCounts; jobs: number }>(
        "SELECT state, count(*) AS jobs FROM jobs WHERE state IN ('queued', 'running') GROUP BY state",
      )
      for (const { state, jobs } of rows) counts[state] = jobs
      return counts
    },
    unknownIds: async (ids) => {
      const found = await database.all<{ id: string }>(
        `SELECT id FROM jobs WHERE id IN ${list('$1')}`,
        JSON.stringify(ids),
      )
      const known = new Set(found.map(({ id }) => id))
      return ids.filter((id) => !known.has(id))
    },
    close: async () => {},
  }
}
