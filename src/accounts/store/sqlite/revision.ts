import type { SqliteFile } from '../../../kernel/files/sqlite.ts'

/** Counts up the revision. Every changed row carries one, so that other instances read only what is new to them. */
export const nextRevision = (db: SqliteFile): number =>
  (db.get<{ n: number }>('UPDATE revision SET n = n + 1 RETURNING n') as { n: number }).n

export const currentRevision = (db: SqliteFile): number => db.get<{ n: number }>('SELECT n FROM revision')?.n ?? 0
