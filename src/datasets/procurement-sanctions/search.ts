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
  /** Those that begin after their end, as listed: nobody can say on which days they are in force. */
  contradictory(asked: { ruc: string } | { nombre: string }): Sanction[]
}

/** By its dates. Where one of them cannot be read, by the list's own word, unless the other date contradicts it. */
const isInForce = ({ sanction, datesReadable, listedInForce, lastCut }: IndexedSanction, today: string): boolean => {
  // What a cut lacks was true at most until the one before it.
  if (lastCut !== undefined && today > lastCut) return false
  if (sanction.desde > today) return false
  if (sanction.hasta !== '' && sanction.hasta < today) return false
  return datesReadable || listedInForce
}

const HAS_RUC_PREFIX = /^(?:1[0567]|20)/

// Rows folded before the event loop may run.
const BATCH = 500

/**
 * Names are folded when an edition is opened, not when it is built, so that names and questions always go through the
 * same version of the folding. A name with `&` is indexed twice: with `&` read as a word, and without it.
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

/** Indexes the rows of an edition, which are sorted newest first, by RUC and by parts of names. */
export const indexSanctions = async (rows: readonly IndexedSanction[], facts: EditionFacts): Promise<SanctionList> => {
  const byRuc = Map.groupBy(rows, ({ sanction }) => sanction.ruc)
  // The agency gives foreign suppliers codes that look like a RUC: they are found by their names.
  for (const ruc of byRuc.keys()) if (!HAS_RUC_PREFIX.test(ruc)) byRuc.delete(ruc)
  const { names, rowOf } = await foldNames(rows)
  const namesContaining = await indexNames(names)

  const inForce = (found: readonly IndexedSanction[], today: string): Sanction[] =>
    found.filter((row) => isInForce(row, today)).map(({ sanction }) => sanction)

  const rowsNamed = (nombre: string): IndexedSanction[] => {
    const wanted = foldName(nombre)
    if (wanted === '') return []
    // The two readings of one name are neighbours, so duplicates follow each other.
    const found = namesContaining(wanted).map((name) => rowOf[name] as number)
    return found.filter((row, i) => row !== found[i - 1]).map((row) => rows[row] as IndexedSanction)
  }

  return {
    facts,
    byRuc: (ruc, today) => inForce(byRuc.get(ruc) ?? [], today),
    byName: (nombre, today) => inForce(rowsNamed(nombre), today),
    contradictory: (asked) =>
      ('ruc' in asked ? (byRuc.get(asked.ruc) ?? []) : rowsNamed(asked.nombre))
        .filter(
          ({ sanction, lastCut }) => lastCut === undefined && sanction.hasta !== '' && sanction.hasta < sanction.desde,
        )
        .map(({ sanction }) => sanction),
    close: async () => {},
  }
}
