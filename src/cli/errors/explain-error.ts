import { Failure } from '../../kernel/errors.ts'
import { storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import { errorFacts } from '../../kernel/log.ts'
import { ConfigError } from '../../setting-values.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'

const UNUSABLE_FOLDER = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ERR_SQLITE_ERROR']

/** Writes one line that says what to do next, and returns the exit code. */
export const explainError = (error: unknown, output: Output): number => {
  if (error instanceof ConfigError) {
    output.err(`${error.message}\n`)
    return ExitCode.badInput
  }
  if (error instanceof Failure && (error.kind === 'store-unavailable' || error.kind === 'not-configured')) {
    output.err(`${error.message}.\n`)
    return ExitCode.notFound
  }
  const { code: errorCode, syscall } = error as NodeJS.ErrnoException
  const code = storageErrorCode(error) ?? errorCode
  // Below /proc a folder that cannot be made is only said not to be there.
  if (code !== undefined && (UNUSABLE_FOLDER.includes(code) || code.startsWith('SQLITE_') || syscall === 'mkdir')) {
    output.err(`No se puede usar la carpeta de datos (${code}). Revise CHASQUI_DATA_DIR y sus permisos.\n`)
    return ExitCode.badInput
  }
  output.err(`Error interno: ${JSON.stringify(errorFacts(error))}\n`)
  return ExitCode.sourceFailure
}
