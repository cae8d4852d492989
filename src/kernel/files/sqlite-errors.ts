/** Primary result codes that are about the file or its disk, not about the statement. */
const STORAGE_CODES: Record<number, string> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  26: 'SQLITE_NOTADB',
}
const BUSY = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']

/**
 * The name of a trouble with the file or its disk: SQLite's (`SQLITE_FULL`) or the system's (`EROFS`). Null for
 * everything else, for example a statement that is wrong. Extended codes carry their primary code in the low byte.
 */
export const storageErrorCode = (error: unknown): string | null => {
  const { errcode, code, syscall } = error as { errcode?: unknown; code?: unknown; syscall?: unknown }
  if (typeof errcode === 'number') return STORAGE_CODES[errcode & 0xff] ?? null
  return typeof code === 'string' && syscall !== undefined ? code : null
}

/** True while another connection holds the file; it helps to wait. */
export const isBusyError = (error: unknown): boolean => BUSY.includes(storageErrorCode(error) ?? '')

/** True for a file that is no database, or a broken one. */
export const isDamageError = (error: unknown): boolean => DAMAGED.includes(storageErrorCode(error) ?? '')

/** The error that `PRAGMA quick_check` would have been, had it thrown. */
export const damageError = (findings: string): Error =>
  Object.assign(new Error(findings), { code: 'ERR_SQLITE_ERROR', errcode: 11 })
