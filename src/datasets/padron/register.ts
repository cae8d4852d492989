import type { EditionReader } from '../editions/dataset.ts'

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

/** What few ask for. Null is what the edition was built without, never "none". */
export interface TaxpayerDetail {
  /** From the monthly open data; null too when it does not have this RUC, which says nothing. */
  actividad: {
    ciiu: string
    trabajadores: number | null
    comercioExterior: string
    facturacion: string
    contabilidad: string
    /** `2026-09` */
    edicion: string
  } | null
  anexos: { ubigeo: string; direccion: string }[] | null
}

/** What is kept of a taxpayer's past. The type of taxpayer comes from another publisher and has no past. */
export type PastRow = Omit<RegisterRow, 'numero' | 'tipo'>

/** A row from an edition on; null while the register did not have it. */
export interface Step {
  desde: string
  row: PastRow | null
}

/** What the monthly copy of the open data said of a RUC: its estado and condición, and of companies the ubigeo. */
export interface Sighting {
  /** `2026-09`. Of which day of it nobody knows. */
  mes: string
  row: PastRow
}

/** What earlier editions of the register said. */
export interface RegisterHistory {
  /** Days of the known editions, oldest first; the last one is the edition in service. */
  readonly editions: readonly string[]
  /** What each of them said of a RUC, oldest first: one step wherever it changed. Throws when a file is damaged. */
  stepsOf(ruc: string): Step[]
  /** Monthly copies, oldest first. They hold a part of all RUCs: that one is absent says nothing. */
  readonly months: readonly string[]
  sightingsOf(ruc: string): Sighting[]
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
  detailOf(ruc: string): TaxpayerDetail
  history: RegisterHistory
  searchNames(question: NameQuestion): Promise<NameAnswer>
}
