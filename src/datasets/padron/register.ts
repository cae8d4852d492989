import type { EditionReader } from '../editions/dataset.ts'
import type { RegisterHistory } from './history/history.ts'

/** One taxpayer: abbreviated values expanded, `-` read as empty, the address put together from its cells. */
export interface RegisterRow {
  numero: string
  razonSocial: string
  /** Full text (`BAJA DE OFICIO`), as are the values of `condicion`. */
  estado: string
  condicion: string
  ubigeo: string
  direccion: string
  /** From the open-data register when it was loaded, else empty. */
  tipo: string
}

/** A search by name. */
export interface NameQuestion {
  text: string
  /** How many rows of each kind are wanted; totals are exact whatever these are. */
  persons: number
  companies: number
}

/** The best rows of one kind, and how many there are in all. */
export interface NameHits {
  total: number
  rows: RegisterRow[]
}

export interface NameAnswer {
  persons: NameHits
  companies: NameHits
}

/** The edition in service of the tax authority's register. */
export interface Register extends EditionReader {
  byRuc(ruc: string): RegisterRow | null
  history: RegisterHistory
  searchNames(question: NameQuestion): Promise<NameAnswer>
}
