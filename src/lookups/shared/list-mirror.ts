import type { Mirror } from '../../datasets/index.ts'
import type { ListMirrors, ScreeningList } from '../../datasets/screening-lists/index.ts'
import { type ListId, listRow } from '../../domain/lists.ts'
import { Failure } from '../../kernel/errors.ts'

/** A list that names are screened against. One that this installation does not load answers nothing. */
export const listMirror = (deps: ListMirrors, id: ListId): Mirror<ScreeningList> => {
  const { dataset, short } = listRow(id)
  const mirror = deps[dataset]
  if (mirror) return mirror
  const read = (): never => {
    throw new Failure('dataset-unavailable', `Esta instalación no carga la lista ${short}`, { detail: dataset })
  }
  return { read, current: () => null }
}
