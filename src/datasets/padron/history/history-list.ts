import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256OfText } from '../../../kernel/files/checksum.ts'
import type { EditionFacts } from '../../editions/dataset.ts'
import { historyDamaged, type SegmentEntry } from './segment-file.ts'
import { loadSegment, type SegmentIndex } from './segment-reader.ts'

/** In an edition's folder, beside the segments that it lists. */
export const HISTORY_FILE = 'history.json'
const FORMAT = 1

/** The editions that are known and where their changes are, both oldest first. */
export interface HistoryList {
  /** The last one is the edition in whose folder it is. */
  ediciones: string[]
  segmentos: SegmentEntry[]
  /** The same of monthly copies, which hold a part of all RUCs (`month-history.ts`); absent where there is none. */
  meses?: HistoryList | undefined
}

/** What the facts of an edition say of its history. */
export type HistoryFacts = NonNullable<EditionFacts['historia']>

export const listText = (list: HistoryList): string => `${JSON.stringify({ formato: FORMAT, ...list }, null, 1)}\n`

export const factsOfList = (list: HistoryList, text: string): HistoryFacts => ({
  desde: list.ediciones[0] as string,
  ediciones: list.ediciones.length,
  sha256: sha256OfText(text),
})

/** A history as far as it can be read. Other threads read the same memory. */
export interface LoadedHistory extends HistoryList {
  indexes: SegmentIndex[]
  months: LoadedMonths | null
  /** What was lost, for the health page; null when all is there. */
  error: string | null
}

export type LoadedMonths = HistoryList & { indexes: SegmentIndex[] }

/** An edition that was loaded before there was a history knows itself alone. */
const without = ({ edicion }: EditionFacts, error: string | null): LoadedHistory => ({
  ...{ ediciones: [edicion], segmentos: [], indexes: [], months: null, error },
})

/**
 * Opens the history of an edition. A segment that is lost or damaged takes with it what is older: a past row is found by
 * taking back all changes since. What is younger stays.
 */
export const loadHistory = (dir: string, facts: EditionFacts): LoadedHistory => {
  if (!facts.historia) return without(facts, null)
  let list: HistoryList
  try {
    list = readList(dir, facts.historia)
  } catch {
    return without(facts, lostBefore(facts.edicion))
  }
  const { months, areLost } = loadMonths(dir, list.meses)
  const indexes: SegmentIndex[] = []
  for (let at = list.segmentos.length - 1; at >= 0; at--) {
    const entry = list.segmentos[at] as SegmentEntry
    try {
      indexes.unshift(loadSegment(dir, entry))
    } catch {
      const ediciones = list.ediciones.filter((edition) => edition >= entry.hasta)
      return { ediciones, segmentos: list.segmentos.slice(at + 1), indexes, months, error: lostBefore(entry.hasta) }
    }
  }
  const { ediciones, segmentos } = list
  const lost = areLost ? ediciones[0] : facts.historia.perdida
  return { ediciones, segmentos, indexes, months, error: lost ? lostBefore(lost) : null }
}

const loadMonths = (dir: string, list: HistoryList | undefined): { months: LoadedMonths | null; areLost: boolean } => {
  if (!list) return { months: null, areLost: false }
  try {
    return { months: { ...list, indexes: list.segmentos.map((one) => loadSegment(dir, one)) }, areLost: false }
  } catch {
    return { months: null, areLost: true }
  }
}

const lostBefore = (fecha: string): string => `Se perdió la historia del padrón anterior al ${fecha}`

const readList = (dir: string, { sha256 }: HistoryFacts): HistoryList => {
  const text = readFileSync(join(dir, HISTORY_FILE), 'utf8')
  if (sha256OfText(text) !== sha256) throw historyDamaged('list')
  const { formato, ...list } = JSON.parse(text) as HistoryList & { formato: number }
  if (formato !== FORMAT) throw historyDamaged(`format ${formato}`)
  return list
}
