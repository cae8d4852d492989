import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import type { EditionFacts, EditionReader } from '../editions/dataset.ts'
import { type LinesFormat, readLines, writeLines } from '../editions/lines-file.ts'

/** The tax authority's small registers, by the names they have in answers. */
export const TAX_LISTS = [
  ...(['agenteRetencion', 'agentePercepcion', 'agentePercepcionCombustible', 'buenContribuyente'] as const),
  'sinCapacidadOperativa',
] as const
export type TaxListId = (typeof TAX_LISTS)[number]

/** A row of one of the lists. */
export interface ListedTaxpayer {
  lista: TaxListId
  ruc: string
  /** Since when, by the list: designated, or published as without operating capacity. */
  desde: string
  resolucion: string
}

/** A stay on a list. What left a list is kept for good. */
export interface Stay extends ListedTaxpayer {
  /** The last edition with it and the first without it; null while it is there. The end lies between them: no file states it. */
  salida: { ultima: string; ausente: string } | null
}

/** What an edition's facts say of each list that it holds. */
export interface HeldList {
  filas: number
  /** Our first edition of it: of days before, absence proves nothing. */
  primera: string
}

/** Whether a taxpayer is on a list on a day. `sin_datos`: nobody knows. */
export interface Listing {
  estado: 'si' | 'no' | 'sin_datos'
  desde: string | null
  /** The last edition that had it, of one that has left. */
  hasta: string | null
  resolucion: string | null
  edicion: string | null
}

export interface TaxLists extends EditionReader {
  on(lista: TaxListId, ruc: string, day: string): Listing
  /** The stays of a taxpayer on a list, oldest first. */
  staysOf(lista: TaxListId, ruc: string): readonly Stay[]
}

const FILE = 'stays.jsonl'
/** Version of the edition's file. */
export const TAX_LISTS_FORMAT = 1

const FORMAT: LinesFormat = {
  format: 'chasqui-tax-lists',
  version: TAX_LISTS_FORMAT,
  damaged: (detail) =>
    new Failure('dataset-unavailable', 'El archivo guardado de los padrones tributarios está dañado', { detail }),
}

type Line = [TaxListId, string, string, string, Stay['salida']]

export const writeStays = async (dir: string, stays: readonly Stay[]): Promise<void> => {
  const encode = ({ lista, ruc, desde, resolucion, salida }: Stay): Line => [lista, ruc, desde, resolucion, salida]
  await writeLines(join(dir, FILE), FORMAT, { values: stays, encode })
}

export const readStays = async (dir: string): Promise<Stay[]> => {
  const decode = ([lista, ruc, desde, resolucion, salida]: Line): Stay => ({ lista, ruc, desde, resolucion, salida })
  return (await readLines(join(dir, FILE), FORMAT, decode)).values
}

export const heldLists = (facts: EditionFacts): Partial<Record<TaxListId, HeldList>> =>
  (facts.extra?.listas ?? {}) as Partial<Record<TaxListId, HeldList>>

const NOT_HELD: Listing = { estado: 'sin_datos', desde: null, hasta: null, resolucion: null, edicion: null }

/** Opens an edition's folder. */
export const openTaxLists = async (dir: string, facts: EditionFacts): Promise<TaxLists> => {
  const stays = await readStays(dir)
  if (stays.filter(({ salida }) => salida === null).length !== facts.filas) throw FORMAT.damaged('rows')
  const held = heldLists(facts)
  const byTaxpayer = Map.groupBy(stays, ({ lista, ruc }) => `${lista} ${ruc}`)
  const staysOf = (lista: TaxListId, ruc: string): readonly Stay[] => byTaxpayer.get(`${lista} ${ruc}`) ?? []
  return {
    facts,
    staysOf,
    on: (lista, ruc, day) => listingOn(staysOf(lista, ruc), held[lista], facts.edicion, day),
    close: async () => {},
  }
}

const listingOn = (stays: readonly Stay[], held: HeldList | undefined, edicion: string, day: string): Listing => {
  if (!held) return NOT_HELD
  const stay = stays.findLast(({ desde }) => desde <= day)
  if (stay && (stay.salida === null || day <= stay.salida.ultima)) {
    const { desde, resolucion, salida } = stay
    return { estado: 'si', desde, hasta: salida?.ultima ?? null, resolucion, edicion }
  }
  // It left between two editions, or the day lies before our first one: nobody knows.
  const leftThen = stay?.salida !== undefined && stay.salida !== null && day < stay.salida.ausente
  return { ...NOT_HELD, estado: leftThen || day < held.primera ? 'sin_datos' : 'no', edicion }
}
