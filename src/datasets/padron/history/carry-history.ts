import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../../kernel/errors.ts'
import type { EditionBefore, EditionFacts } from '../../editions/dataset.ts'
import {
  factsOfList,
  HISTORY_FILE,
  type HistoryFacts,
  type HistoryList,
  listText,
  loadHistory,
} from './history-list.ts'
import { carryMonths, placeMonth } from './month-history.ts'
import { appendEdition, linkFiles, type PlacedEdition, placeEdition } from './write-history.ts'

type Report = (done: number, total: number) => void

/** An edition that is built but not in service yet. */
interface NewEdition {
  dir: string
  edicion: string
  /** The edition in service, which it follows. */
  before: EditionBefore | null
}

/** Writes into a new edition's folder the history up to it. */
export const carryHistory = async (
  { before, ...edition }: NewEdition,
  report: Report = () => {},
): Promise<HistoryFacts> => {
  if (!before) return writeList(edition.dir, { ediciones: [edition.edicion], segmentos: [] })
  const history = loadHistory(before.dir, before.facts)
  const isNewer = edition.edicion > (history.ediciones.at(-1) as string)
  const last = { dir: before.dir, history }
  try {
    const list = isNewer
      ? await appendEdition(last, edition, report)
      : await placeEdition(last, { dir: edition.dir, fecha: edition.edicion, as: 'replace' }, edition.dir, report)
    const whole = carryMonths(last, edition.dir, list)
    if (!history.error) return writeList(edition.dir, whole)
    setAside(before)
    return writeList(edition.dir, whole, list.ediciones[0])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // The edition before cannot be read. Today's answers come first: the history begins anew.
    setAside(before)
    return writeList(edition.dir, { ediciones: [edition.edicion], segmentos: [] }, edition.edicion)
  }
}

/** Writes into `dir` the history of the edition in service with an older copy in its place. */
export const insertCopy = async (
  copy: Omit<PlacedEdition, 'as'>,
  inService: { dir: string; facts: EditionFacts },
  dir: string,
  report: Report,
): Promise<HistoryFacts> => {
  const history = loadHistory(inService.dir, inService.facts)
  const last = { dir: inService.dir, history }
  const list = await placeEdition(last, { ...copy, as: 'insert' }, dir, report)
  return writeList(dir, carryMonths(last, dir, list), inService.facts.historia?.perdida)
}

/** The same for a monthly copy. Null, and nothing is written, when that month is known. */
export const insertMonth = async (
  path: string,
  wanted: string | undefined,
  inService: { dir: string; facts: EditionFacts },
  dir: string,
  report: Report,
): Promise<{ month: string; rows: number; historia: HistoryFacts | null }> => {
  const last = { dir: inService.dir, history: loadHistory(inService.dir, inService.facts) }
  const { list, ...placed } = await placeMonth(last, { path, wanted }, dir, report)
  return { ...placed, historia: list && writeList(dir, list, inService.facts.historia?.perdida) }
}

/** `perdida`: what was older than this day is lost. */
const writeList = (dir: string, list: HistoryList, perdida?: string): HistoryFacts => {
  const text = listText(list)
  writeFileSync(join(dir, HISTORY_FILE), text)
  return { ...factsOfList(list, text), ...(perdida !== undefined && { perdida }) }
}

/** Keeps the files of a damaged history, which would go with their edition. A person may find something in them. */
const setAside = ({ dir, facts, aside }: EditionBefore): void => {
  const to = join(aside, `history-${facts.edicion}`)
  mkdirSync(to, { recursive: true })
  linkFiles(
    readdirSync(dir).filter((name) => name.startsWith('history')),
    dir,
    to,
  )
}
