import { Failure } from '../../kernel/errors.ts'
import { isDamageError, storageErrorCode } from '../../kernel/files/sqlite-errors.ts'
import { unavailable } from '../../kernel/sql/file-use.ts'

/** What messages call the store. */
export const STORE_TITLE = 'almacén de cuentas'

/** What a request gets that needs the store while it cannot be used. */
export const storeUnavailable = (code: string): Failure => unavailable(code, { title: STORE_TITLE })

/** Why the store of this path cannot be opened, as one line for the operator. Accounts are never replaced by empty ones. */
export const storeNotOpened = (path: string, error: unknown): Failure => {
  if (error instanceof Failure) return error
  const code = storageErrorCode(error) ?? (error as { code?: string }).code ?? 'desconocido'
  const mensaje = isDamageError(error)
    ? `El almacén de cuentas ${path} está dañado (${code}). Recupere un respaldo con chasqui restore`
    : `No se pudo abrir el almacén de cuentas ${path}: ${code}`
  return new Failure('store-unavailable', mensaje, { detail: code, cause: error })
}
