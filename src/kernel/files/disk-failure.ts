import { Failure } from '../errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const FORBIDDEN = new Set(['EROFS', 'EACCES', 'EPERM'])
/** SQLite's own numbers for the same two states: full; read-only or not to be opened. */
const SQLITE_FULL = 13
const SQLITE_FORBIDDEN = new Set([8, 14])

/** The failure of a full disk, when that is the error or one of its causes; null for every other error. */
export const diskFull = (error: unknown): Failure | null => {
  const found = inCauses(error, ({ code, errcode }) => FULL.has(code ?? '') || errcode === SQLITE_FULL)
  return found && failure('No queda espacio en el disco de la carpeta de datos', found, 'ENOSPC')
}

/** The failure of a disk that is full or must not be written; null for every other error. */
export const diskFailure = (error: unknown): Failure | null => {
  const full = diskFull(error)
  if (full) return full
  // On a read-only file system Node says of a folder that cannot be made only that it is not there.
  const found = inCauses(
    error,
    ({ code, errcode, syscall }) =>
      FORBIDDEN.has(code ?? '') || SQLITE_FORBIDDEN.has(errcode ?? 0) || syscall === 'mkdir',
  )
  return found && failure('No se puede escribir en la carpeta de datos', found, 'EACCES')
}

interface DiskError {
  code?: string
  errcode?: number
  syscall?: string
  cause?: unknown
}

const inCauses = (error: unknown, matches: (error: DiskError) => boolean): DiskError | null => {
  let at = error as DiskError | null | undefined
  for (let depth = 0; at && depth < 8; depth++) {
    if (matches(at)) return at
    at = at.cause as DiskError | null | undefined
  }
  return null
}

const failure = (mensaje: string, cause: DiskError, otherwise: string): Failure =>
  new Failure('dataset-unavailable', mensaje, {
    detail: cause.code?.startsWith('E') && !cause.code.startsWith('ERR_') ? cause.code : otherwise,
    cause,
  })
