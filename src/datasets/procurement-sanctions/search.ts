import { foldName } from '../../domain/names/normalise.ts'
import type { Sanction } from '../../domain/records.ts'
import type { EditionFacts, EditionReader } from '../dataset.ts'
import { indexNames } from './name-index.ts'
import type { IndexedSanction } from './snapshot.ts'

/** The edition in service of the tribunal's list. Answers hold only what is in force on `today`, newest first. */
export interface SanctionList extends EditionReader {
  byRuc(ruc: string, today: string): Sanction[]
  /** `nombre` anywhere inside the name, both folded. */
  byName(nombre: string, today: string): Sanction[]
}

/** By its dates; where one of them cannot be read, by what the list said of itself unless the other contradicts it. */
const isInForce = ({ sanction, fechado, vigente }: IndexedSanction, today: string): boolean => {
  if (sanction.desde > today) return false
  if (sanction.hasta !== '' && sanction.hasta < today) return false
  return fechado || vigente
}

/** Takes the rows of an edition in its own order, newest first. */
export const indexSanctions = async (rows: readonly IndexedSanction[], facts: EditionFacts): Promise<SanctionList> => {
  const byRuc = Map.groupBy(rows, ({ sanction }) => sanction.ruc)
  const rowsWith = await indexNames(rows.map(({ folded }) => folded))

  const inForce = (found: readonly IndexedSanction[], today: string): Sanction[] =>
    found.filter((row) => isInForce(row, today)).map(({ sanction }) => sanction)

  return {
    facts,
    byRuc: (ruc, today) => inForce(byRuc.get(ruc) ?? [], today),
    byName(nombre, today) {
      const wanted = foldName(nombre)
      if (wanted === '') return []
      return inForce(
        rowsWith(wanted).map((row) => rows[row] as IndexedSanction),
        today,
      )
    },
    close: async () => {},
  }
}
