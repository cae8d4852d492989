import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { databaseUnavailable } from '../../kernel/postgres/trouble.ts'
import type { Database } from '../../kernel/sql/database.ts'
import {
  type BatchFiles,
  COLUMNS,
  type LocalFile,
  newResultName,
  notWhole,
  ROWS,
  readHead,
  UPLOAD,
} from './batch-files.ts'
import type { WorkFolder } from './work-folder.ts'

const PIECE_BYTES = 262_144
/** Pieces that one statement reads or removes: it stays short, whatever the size of the file. */
const PIECES_AT_A_TIME = 8
/** Copies made at the same time. Others of this process need connections too. */
const MOST_COPIES = 3

/**
 * The files of batches in the database that all instances share: whoever takes a job has its upload, and any instance can
 * send its result. Only who holds a job writes its files. Each reader gets a copy of its own in the work folder.
 */
export const sharedFiles = (database: Database, work: WorkFolder, instanceId: string): BatchFiles => {
  const inTurn = takingTurns(MOST_COPIES)
  /** False when the job is not this instance's any more. The lock keeps it from being erased or taken meanwhile. */
  const write = async (id: string, part: string, start: number, bytes: Buffer): Promise<boolean> => {
    const written = await database.run(
      `WITH job AS (
         SELECT id FROM jobs WHERE id = $1 AND held_by = $2 AND state IN ('receiving', 'running') FOR SHARE
       )
       INSERT INTO job_files (job_id, part, start, bytes) SELECT id, $3::text, $4::bigint, $5::bytea FROM job
       ON CONFLICT (job_id, part, start) DO UPDATE SET bytes = excluded.bytes`,
      ...[id, instanceId, part, start, bytes],
    )
    return written > 0
  }
  const readPieces = (id: string, part: string, start: number): Promise<{ start: number; bytes: Buffer }[]> =>
    database.all(
      `SELECT start, bytes FROM job_files WHERE job_id = $1 AND part = $2 AND start >= $3
       ORDER BY start LIMIT ${PIECES_AT_A_TIME}`,
      ...[id, part, start],
    )
  /** Returns how many bytes were there, without a gap, up to so many. */
  const download = async (id: string, part: string, file: FileHandle, most: number): Promise<number> => {
    let end = 0
    while (end < most) {
      const before = end
      for (const { start, bytes } of await readPieces(id, part, end)) {
        if (start !== end || end >= most) break
        await file.appendFile(bytes)
        end += bytes.length
      }
      if (end === before) break
    }
    return end
  }
  const copy = async (id: string, part: string, bytes: number | undefined): Promise<LocalFile> => {
    const path = work.newFile()
    const drop = (): Promise<void> => rm(path, { force: true })
    try {
      const file = await open(path, 'wx', 0o600)
      const found = await download(id, part, file, bytes ?? Number.POSITIVE_INFINITY).finally(() => file.close())
      if (bytes === undefined ? found === 0 : found !== bytes) throw notWhole()
      return { path, drop }
    } catch (error) {
      await drop()
      throw error
    }
  }
  return {
    keepUpload: async (id, path, head) => {
      const keep = async (part: string, start: number, bytes: Buffer): Promise<void> => {
        if (!(await write(id, part, start, bytes))) throw databaseUnavailable('the job is gone')
      }
      await keep(COLUMNS, 0, Buffer.from(JSON.stringify(head)))
      let start = 0
      for await (const bytes of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
        await keep(UPLOAD, start, bytes)
        start += bytes.length
      }
      await rm(path, { force: true })
    },
    upload: (id, bytes) => inTurn(() => copy(id, UPLOAD, bytes)),
    head: async (id) => {
      const [piece] = await readPieces(id, COLUMNS, 0)
      return piece ? readHead(piece.bytes.toString()) : null
    },
    openResult: async (id, from) => {
      const file = from?.file ?? newResultName()
      return {
        append: async (bytes, text) => {
          const piece = Buffer.from(text)
          return (await write(id, file, bytes, piece)) ? { file, bytes: bytes + piece.length } : null
        },
        close: async () => {},
      }
    },
    keepOnly: async (id, files) => {
      await database.run(
        `DELETE FROM job_files
         WHERE job_id = $1 AND part LIKE '${ROWS}%' AND part NOT IN ${database.dialect.list('$2')}`,
        id,
        JSON.stringify(files),
      )
    },
    result: (id, { file, bytes }) => inTurn(() => copy(id, file, bytes)),
    eraseUpload: async (id) => {
      await database.run('DELETE FROM job_files WHERE job_id = $1 AND part = $2', id, UPLOAD)
    },
    erase: async (id) => {
      const eraseSome = (): Promise<number> =>
        database.run(
          `DELETE FROM job_files WHERE job_id = $1 AND (part, start) IN (
             SELECT part, start FROM job_files WHERE job_id = $1 LIMIT ${PIECES_AT_A_TIME ** 2}
           )`,
          id,
        )
      while ((await eraseSome()) > 0);
    },
    // An instance of an earlier version writes files before their job.
    keptIds: async () => {
      const found = await database.all<{ id: string }>(
        `SELECT DISTINCT job_id AS id FROM job_files WHERE written_at < now() - interval '1 hour'`,
      )
      return found.map(({ id }) => id)
    },
  }
}

/** Runs so many at the same time; the others wait, first come first served. */
const takingTurns = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
