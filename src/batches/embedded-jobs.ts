import { join } from 'node:path'
import { openSqliteFile, type SqliteFile } from '../kernel/files/sqlite.ts'
import { hasEnded } from './instance-id.ts'
import type { Job, JobCounts, JobStore } from './job-store.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'queued',
    task TEXT NOT NULL, progress TEXT, held_by TEXT, held_until INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL, finished_at INTEGER, expires_at INTEGER NOT NULL
  ) STRICT`

const JOB = `id, account_id AS accountId, state, task, progress, created_at AS createdAtMs, finished_at AS finishedAtMs,
  expires_at AS expiresAtMs`
/** Jobs that may be taken: their values are the time, and the accounts that are left out. */
const OPEN = `(state = 'queued' OR (state = 'running' AND held_until < ?))
  AND account_id NOT IN (SELECT value FROM json_each(?))`
const HELD = "id = ? AND held_by = ? AND state = 'running'"
const SEEN = "account_id = ? AND state <> 'receiving'"
/** Ended, and to be erased: files first, then the job. */
const EXPIRED = "state = 'cancelled', expires_at = 0"

type JobRow = Omit<Job, 'task' | 'progress'> & { task: string; progress: string | null }

const toJob = (row: JobRow | undefined): Job | null =>
  row ? { ...row, task: JSON.parse(row.task), progress: row.progress === null ? null : JSON.parse(row.progress) } : null

/** The jobs of one machine, in a SQLite file that several processes may have open. */
export const openEmbeddedJobs = (dataDir: string): JobStore => {
  const db = openSqliteFile(join(dataDir, 'jobs.sqlite'))
  // What is removed is overwritten: a task has names of columns, which a file without a header may have from its first row.
  db.exec('PRAGMA secure_delete = ON')
  db.write(() => db.exec(SCHEMA))
  /** The log still has what was removed. */
  const emptyLog = (): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  releaseOfEnded(db)
  // A crash may have come between a removal and this.
  emptyLog()
  return {
    add: async ({ id, accountId, task, createdAtMs, expiresAtMs }, most, { instanceId, nowMs, holdMs }) =>
      db.writeDurably(() =>
        db.run(
          `INSERT INTO jobs (id, account_id, state, task, held_by, held_until, created_at, expires_at)
           SELECT ?1, ?2, 'receiving', ?3, ?4, ?5, ?6, ?7
           WHERE (SELECT count(*) FROM jobs WHERE account_id = ?2 AND id <> ?1 AND expires_at > ?6) < ?8
           ON CONFLICT (id) DO UPDATE SET held_until = excluded.held_until`,
          id,
          accountId,
          JSON.stringify(task),
          instanceId,
          nowMs + holdMs,
          createdAtMs,
          expiresAtMs,
          most,
        ),
      ) > 0,
    take: async ({ instanceId, nowMs, holdMs }, exceptAccounts = []) => {
      const except = JSON.stringify(exceptAccounts)
      // Looked for without the write lock: most of the time there is none.
      if (!db.get(`SELECT 1 FROM jobs WHERE ${OPEN} LIMIT 1`, nowMs, except)) return null
      return toJob(
        db.write(() =>
          db.get<JobRow>(
            `UPDATE jobs SET state = 'running', held_by = ?, held_until = ? WHERE id = (
               SELECT id FROM jobs WHERE ${OPEN} ORDER BY created_at, id LIMIT 1
             ) RETURNING ${JOB}`,
            instanceId,
            nowMs + holdMs,
            nowMs,
            except,
          ),
        ),
      )
    },
    report: async (id, progress, { instanceId, nowMs, holdMs }) =>
      db.write(() =>
        db.run(
          `UPDATE jobs SET progress = ?, held_until = ? WHERE ${HELD}`,
          JSON.stringify(progress),
          nowMs + holdMs,
          id,
          instanceId,
        ),
      ) > 0,
    // Not durable, like a report: after a power cut the work is done again from what was noted, and no thread waits for a disk.
    finish: async (id, progress, { instanceId, nowMs }) =>
      db.write(() =>
        db.run(
          `UPDATE jobs SET state = 'finished', progress = ?, finished_at = ? WHERE ${HELD}`,
          JSON.stringify(progress),
          nowMs,
          id,
          instanceId,
        ),
      ) > 0,
    release: async (id, instanceId) => {
      db.write(() =>
        db.run(
          `UPDATE jobs SET held_by = NULL, state = iif(state IN ('receiving', 'running'), 'queued', state)
           WHERE id = ? AND held_by = ?`,
          id,
          instanceId,
        ),
      )
    },
    find: async (accountId, id) =>
      toJob(db.get<JobRow>(`SELECT ${JOB} FROM jobs WHERE ${SEEN} AND id = ?`, accountId, id)),
    list: async (accountId) =>
      db
        .all<JobRow>(`SELECT ${JOB} FROM jobs WHERE ${SEEN} ORDER BY created_at DESC, id DESC`, accountId)
        .map((row) => toJob(row) as Job),
    cancel: async (id, task, nowMs) => {
      const cancelled = db.write(() =>
        db.run(
          `UPDATE jobs SET state = 'cancelled', task = ?, finished_at = ?, held_by = NULL
           WHERE id = ? AND state IN ('queued', 'running')`,
          JSON.stringify(task),
          nowMs,
          id,
        ),
      )
      emptyLog()
      return cancelled > 0
    },
    expire: async (accountId, id) =>
      db.write(() => db.run(`UPDATE jobs SET ${EXPIRED} WHERE account_id = ? AND id = ?`, accountId, id)) > 0,
    expireOld: async (nowMs) =>
      db
        .write(() =>
          db.all<{ id: string }>(
            `UPDATE jobs SET ${EXPIRED}
             WHERE (expires_at <= ?1 OR state = 'receiving')
               AND NOT (state IN ('receiving', 'running') AND held_until >= ?1) RETURNING id`,
            nowMs,
          ),
        )
        .map(({ id }) => id),
    isHeld: async (id, nowMs) =>
      db.get('SELECT 1 FROM jobs WHERE id = ? AND held_by IS NOT NULL AND held_until >= ?', id, nowMs) !== undefined,
    remove: async (id) => {
      db.write(() => db.run('DELETE FROM jobs WHERE id = ?', id))
      emptyLog()
    },
    count: async () => {
      const counts: JobCounts = { queued: 0, running: 0 }
      const rows = db.all<{ state: keyof JobCounts; jobs: number }>(
        "SELECT state, count(*) AS jobs FROM jobs WHERE state IN ('queued', 'running') GROUP BY state",
      )
      for (const { state, jobs } of rows) counts[state] = jobs
      return counts
    },
    unknownIds: async (ids) =>
      db
        .all<{ id: string }>(
          'SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM jobs)',
          JSON.stringify(ids),
        )
        .map(({ id }) => id),
    close: async () => db.close(),
  }
}

/** Gives back what processes of this machine held that have ended, so that nobody waits until their time is over. */
const releaseOfEnded = (db: SqliteFile): void => {
  const holders = db.all<{ holder: string }>('SELECT DISTINCT held_by AS holder FROM jobs WHERE held_by IS NOT NULL')
  const ended = holders.filter(({ holder }) => hasEnded(holder))
  if (ended.length === 0) return
  db.write(() => {
    for (const { holder } of ended) {
      db.run("UPDATE jobs SET state = 'queued' WHERE held_by = ? AND state = 'running'", holder)
      db.run(`UPDATE jobs SET ${EXPIRED} WHERE held_by = ? AND state = 'receiving'`, holder)
      db.run('UPDATE jobs SET held_by = NULL WHERE held_by = ?', holder)
    }
  })
}
