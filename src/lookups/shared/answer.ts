import type { Origin, ProviderId } from '../../domain/records.ts'

/** What a lookup hands back: the data, and the facts about it that every edge shows. */
export interface Answer<Data> {
  data: Data
  /** Where the data came from, through which channel and of which edition. */
  origins: readonly Origin[]
  proveedor?: ProviderId
  aviso?: string
  /** `/api/nombre` only. */
  total?: number
  truncado?: true
  /** How long a caller may keep the answer. */
  maxAgeSeconds: number
  /** True when tomorrow's answer may differ: a caller may then keep it until Lima's midnight at most. */
  dependsOnToday: boolean
  /** True for a remembered answer: this very object answers the same question again. */
  recurs?: true
  /** What it costs; one unit unless said. */
  units?: number
  /** The same with whole document numbers, for a key that may see them. Nobody else is given it, and it is never kept. */
  withDocuments?(): Answer<Data>
}
