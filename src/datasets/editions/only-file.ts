import { Failure } from '../../kernel/errors.ts'
import type { FetchedFile } from './dataset.ts'

/** The file of a dataset that is published as one. */
export const onlyFile = ([file]: readonly FetchedFile[]): FetchedFile => {
  if (!file) throw new Failure('upstream-changed', 'La fuente no entregó el archivo', { detail: 'no file' })
  return file
}
