import { foldName } from '../../domain/names/normalise.ts'
import type { Sanction } from '../../domain/records.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { EditionFacts, EditionReader } from '../editions/dataset.ts'
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

// Rows folded before the event loop gets its turn.
const BATCH = 500

/**
 * Names are folded when an edition is opened and not when it is built, so that a list on disk and a question always go
 * through the same folding. A name with `&` is held twice: read as a word, and left out.
 */
const foldNames = async (rows: readonly IndexedSanction[]) => {
  const names: string[] = []
  const rowOf: number[] = []
  const add = (name: string, row: number) => {
    names.push(foldName(name))
    rowOf.push(row)
  }
  for (const [row, { sanction }] of rows.entries()) {
    add(sanction.razonSocial, row)
    if (sanction.razonSocial.includes('&')) add(sanction.razonSocial.replaceAll('&', ' '), row)
    if (row % BATCH === 0) await yieldToEventLoop()
  }
  return { names, rowOf }
}

/** Takes the rows of an edition in its own order, newest first. */
export const indexSanctions = async (rows: readonly IndexedSanction[], facts: EditionFacts): Promise<SanctionList> => {
  const byRuc = Map.groupBy(rows, ({ sanction }) => sanction.ruc)
  const { names, rowOf } = await foldNames(rows)
  const namesWith = await indexNames(names)

  const inForce = (found: readonly IndexedSanction[], today: string): Sanction[] =>
    found.filter((row) => isInForce(row, today)).map(({ sanction }) => sanction)

  return {
    facts,
    byRuc: (ruc, today) => inForce(byRuc.get(ruc) ?? [], today),
    byName(nombre, today) {
      const wanted = foldName(nombre)
      if (wanted === '') return []
      // Both readings of one name stand side by side, so a row found twice is found in succession.
      const found = namesWith(wanted).map((name) => rowOf[name] as number)
      const once = found.filter((row, i) => row !== found[i - 1])
      return inForce(
        once.map((row) => rows[row] as IndexedSanction),
        today,
      )
    },
    close: async () => {},
  }
}
