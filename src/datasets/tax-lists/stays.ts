import type { EditionBefore, EditionFacts } from '../editions/dataset.ts'
import {
  type HeldList,
  heldLists,
  type ListedTaxpayer,
  readStays,
  type Stay,
  type TaxListId,
  writeStays,
} from './tax-lists.ts'

/** The stays after an edition: those under way that it does not have any more have ended, and what is new begins. */
const staysAfter = (
  before: readonly Stay[],
  rows: readonly ListedTaxpayer[],
  { lists, ultima, ausente }: { lists: ReadonlySet<TaxListId>; ultima: string; ausente: string },
): Stay[] => {
  const keyOf = ({ lista, ruc, desde }: ListedTaxpayer): string => `${lista} ${ruc} ${desde}`
  const listed = new Map(rows.map((row) => [keyOf(row), row]))
  const stays = before.map((stay): Stay => {
    if (stay.salida !== null || !lists.has(stay.lista)) return stay
    const row = listed.get(keyOf(stay))
    listed.delete(keyOf(stay))
    return row ? { ...row, salida: null } : { ...stay, salida: { ultima, ausente } }
  })
  const added = [...listed.values()].map((row): Stay => ({ ...row, salida: null }))
  return [...stays, ...added].sort((a, b) => (a.desde < b.desde ? -1 : a.desde > b.desde ? 1 : 0))
}

/** Writes into a new edition's folder its rows and what was on the lists before. A list that it does not hold stays as it was. */
export const carryStays = async (
  dir: string,
  facts: EditionFacts,
  before: EditionBefore | null,
): Promise<EditionFacts> => {
  const rows = await readStays(dir)
  const [now, then] = [heldLists(facts), before ? heldLists(before.facts) : {}]
  const lists = new Set(Object.keys(now) as TaxListId[])
  const kept = before ? await readStays(before.dir) : []
  const stays = staysAfter(kept, rows, { lists, ultima: before?.facts.edicion ?? '', ausente: facts.edicion })
  await writeStays(dir, stays)
  const listas: Partial<Record<TaxListId, HeldList>> = { ...then }
  for (const lista of lists)
    listas[lista] = { filas: now[lista]?.filas ?? 0, primera: then[lista]?.primera ?? facts.edicion }
  const filas = stays.filter(({ salida }) => salida === null).length
  return { ...facts, filas, extra: { ...facts.extra, listas } }
}
