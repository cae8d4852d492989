import { createReadStream } from 'node:fs'
import { appendFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../kernel/postgres/database.ts'
import { type BatchFiles, newResultName, type ResultPlace } from './batch-files.ts'

const UPLOAD = 'upload'
const PIECE_BYTES = 262_144

/**
 * The files of batches in the database that all instances share: whoever takes a job has its upload, and any instance can
 * send its result. Copies for the readers are in the work folder of this process.
 */
export const sharedFiles = (database: Database, workFolder: string): BatchFiles => {
  const copyOf = (id: string, part: string): string => join(workFolder, `${id}-${part}`)
  const write = (id: string, part: string, start: number, bytes: Buffer): Promise<number> =>
    database.query((sql) =>
      sql.run(
        `INSERT INTO job_files (job_id, part, start, bytes) VALUES ($1, $2, $3, $4)
         ON CONFLICT (job_id, part, start) DO UPDATE SET bytes = excluded.bytes`,
        ...[id, part, start, bytes],
      ),
    )
  /** A part as a file, up to so many bytes; null when there is none of it. */
  const copy = async (id: string, part: string, end: number): Promise<string | null> => {
    const path = copyOf(id, part)
    await writeFile(path, '', { mode: 0o600 })
    let start = 0
    for (;;) {
      const piece = await database.query((sql) =>
        sql.get<{ bytes: Buffer }>(
          'SELECT bytes FROM job_files WHERE job_id = $1 AND part = $2 AND start = $3',
          ...[id, part, start],
        ),
      )
      if (!piece || start >= end) break
      await appendFile(path, piece.bytes)
      start += piece.bytes.length
    }
    if (start > 0 || end === 0) return path
    await rm(path, { force: true })
    return null
  }
  return {
    keepUpload: async (id, path) => {
      let start = 0
      for await (const bytes of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
        await write(id, UPLOAD, start, bytes)
        start += bytes.length
      }
      await rm(path, { force: true })
    },
    upload: (id) => {
      const path = copyOf(id, UPLOAD)
      return stat(path).then(
        () => path,
        () => copy(id, UPLOAD, Number.POSITIVE_INFINITY),
      )
    },
    openResult: async (id, from) => {
      const file = newResultName()
      if (from) await copyRows(database, id, from, file)
      return {
        append: async (bytes, text) => {
          const piece = Buffer.from(text)
          await write(id, file, bytes, piece)
          return { file, bytes: bytes + piece.length }
        },
        close: async () => {},
      }
    },
    result: (id, { file, bytes }) => copy(id, file, bytes),
    letGo: async (id) => {
      await rm(copyOf(id, UPLOAD), { force: true })
    },
    erase: async (id) => {
      await rm(copyOf(id, UPLOAD), { force: true })
      await database.query((sql) => sql.run('DELETE FROM job_files WHERE job_id = $1', id))
    },
    idsOnDisk: async () => {
      const found = await database.query((sql) =>
        sql.all<{ id: string }>(
          `SELECT DISTINCT job_id AS id FROM job_files WHERE written_at < now() - interval '1 hour'`,
        ),
      )
      return found.map(({ id }) => id)
    },
  }
}

/** Each append is one piece, and progress is told of whole pieces, so what counts ends with a piece. */
const copyRows = (database: Database, id: string, from: ResultPlace, file: string): Promise<number> =>
  database.query((sql) =>
    sql.run(
      `INSERT INTO job_files (job_id, part, start, bytes)
       SELECT job_id, $3, start, bytes FROM job_files WHERE job_id = $1 AND part = $2 AND start < $4`,
      ...[id, from.file, file, from.bytes],
    ),
  )
