import { Failure } from '../../../kernel/errors.ts'
import { diskFailure, diskFull } from '../../../kernel/files/disk-failure.ts'

/** The failure of a publication, in the operator's words. */
export const publishFailure = (error: unknown): Failure => {
  if (diskFull(error)) return failure('No queda espacio en el disco de la carpeta de publicación', error)
  if (diskFailure(error)) return failure('No se puede escribir en la carpeta de publicación', error)
  const { code } = error as { code?: string }
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return failure('La carpeta de publicación no es una carpeta en la que se pueda escribir', error)
  if (error instanceof Failure) return error
  return failure('La publicación de las ediciones falló por un error interno', error)
}

const failure = (mensaje: string, cause: unknown): Failure =>
  new Failure('dataset-unavailable', mensaje, { detail: (cause as { code?: string }).code ?? 'publication', cause })
