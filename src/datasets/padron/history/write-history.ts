import { copyFileSync, existsSync, linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PastRow, Step } from '../register.ts'
import { EditionRows, NO_MORE, type SortedRows } from './edition-rows.ts'
import type { HistoryList, LoadedHistory } from './history-list.ts'
import { type Change, changesOf, stepsOf } from './past-row.ts'
import type { SegmentEntry } from './segment-file.ts'
import { loadSegment, SegmentReader } from './segment-reader.ts'
import { SegmentWriter } from './segment-writer.ts'

type Report = (done: number, total: number) => void
const REPORT_EVERY = 1 << 16

/** Takes the files of a history into another edition's folder. They never change, so both folders may have the same file. */
export const linkFiles = (names: readonly string[], from: string, to: string): void => {
  for (const name of names) {
    if (existsSync(join(to, name))) continue
    try {
      linkSync(join(from, name), join(to, name))
    } catch {
      // Some file systems have no links.
      copyFileSync(join(from, name), join(to, name))
    }
  }
}

/** An edition's folder with the history up to it. */
export interface EditionWithHistory {
  dir: string
  history: LoadedHistory
}

/** Writes into `dir` the history of its edition, which is newer than all that `before` knows. */
export const appendEdition = async (
  before: EditionWithHistory,
  { dir, edicion }: { dir: string; edicion: string },
  report: Report,
): Promise<HistoryList> => {
  const writer = new SegmentWriter(dir, [edicion])
  const [older, newer] = [await EditionRows.open(before.dir), await EditionRows.open(dir)]
  try {
    for (let done = 0; older.ruc !== NO_MORE || newer.ruc !== NO_MORE; done++) {
      const ruc = Math.min(older.ruc, newer.ruc)
      const [inOlder, inNewer] = [older.ruc === ruc, newer.ruc === ruc]
      if (!(inOlder && inNewer && older.isSame(newer))) {
        const steps: Step[] = [
          { desde: '', row: inOlder ? older.row() : null },
          { desde: edicion, row: inNewer ? newer.row() : null },
        ]
        const changes = changesOf(steps)
        if (changes.length > 0) writer.add(ruc, changes)
      }
      if (inOlder) older.next()
      if (inNewer) newer.next()
      if (done % REPORT_EVERY === 0) report(done, newer.rows)
    }
  } finally {
    older.close()
    newer.close()
  }
  const { ediciones, segmentos } = before.history
  const written = writer.close()
  linkFiles(
    segmentos.map(({ archivo }) => archivo),
    before.dir,
    dir,
  )
  const list = { ediciones: [...ediciones, edicion], segmentos: [...segmentos] }
  if (written.cambios > 0) list.segmentos.push(written)
  else rmSync(join(dir, written.archivo))
  return mergeSegments(dir, list)
}

/** An edition that has its place among the known ones: a copy from the past, or one that takes the place of the last ones. */
export interface PlacedEdition {
  dir: string
  fecha: string
  /** `insert`: an older copy beside the last edition. `replace`: the last edition from now on; later ones are forgotten. */
  as: 'insert' | 'replace'
}

/** Writes into `to` the whole history anew, with one more edition in its place. */
export const placeEdition = async (
  last: EditionWithHistory,
  { dir, fecha, as }: PlacedEdition,
  to: string,
  report: Report,
): Promise<HistoryList> => {
  const [current, added] = [await EditionRows.open(last.dir), await EditionRows.open(dir)]
  return placeRows(last.history, current, { added, fecha, as }, { to, report })
}

/** The same of rows that are open. They are closed here. */
export const placeRows = (
  history: Pick<LoadedHistory, 'ediciones' | 'indexes'>,
  current: SortedRows,
  { added, fecha, as }: { added: SortedRows; fecha: string; as: PlacedEdition['as'] },
  { to, report }: { to: string; report: Report },
): HistoryList => {
  const known = history.ediciones
  const ediciones = as === 'insert' ? [...known, fecha].sort() : [...known.filter((edition) => edition < fecha), fecha]
  const readers = history.indexes.map((index) => new SegmentReader(index))
  const writer = new SegmentWriter(to, ediciones)
  const past = new ChangesInOrder(readers)
  const next = as === 'insert' ? ediciones[ediciones.indexOf(fecha) + 1] : undefined
  try {
    for (let done = 0; ; done++) {
      const ruc = Math.min(current.ruc, added.ruc, past.ruc)
      if (ruc === NO_MORE) break
      const changes = past.ruc === ruc ? past.take() : []
      const [inCurrent, inAdded] = [current.ruc === ruc, added.ruc === ruc]
      if (changes.length > 0 || !(inCurrent && inAdded && current.isSame(added))) {
        const steps = stepsOf(known[0] as string, inCurrent ? current.row() : null, changes)
        const placedSteps = withStep(steps, { desde: fecha, row: inAdded ? added.row() : null }, next)
        const rewritten = changesOf(placedSteps)
        if (rewritten.length > 0) writer.add(ruc, rewritten)
      }
      if (inCurrent) current.next()
      if (inAdded) added.next()
      if (done % REPORT_EVERY === 0) report(done, current.rows)
    }
  } finally {
    for (const open of [current, added, ...readers]) open.close()
  }
  const written = writer.close()
  if (written.cambios > 0) return { ediciones, segmentos: [written] }
  rmSync(join(to, written.archivo))
  return { ediciones, segmentos: [] }
}

/** The steps with one more, which holds until the edition `next`; without one, for good. */
const withStep = (steps: readonly Step[], step: Step, next: string | undefined): Step[] => {
  const before = steps.filter(({ desde }) => desde < step.desde)
  if (next === undefined) return [...before, step]
  const rowOnNext: PastRow | null = steps.findLast(({ desde }) => desde <= next)?.row ?? null
  return [...before, step, { desde: next, row: rowOnNext }, ...steps.filter(({ desde }) => desde > next)]
}

/** The changes of several segments by ascending RUC; those of one RUC oldest first, as the segments are. */
class ChangesInOrder {
  ruc: number
  readonly #sources: {
    entries: Iterator<{ ruc: number; changes: Change[] }>
    head: { ruc: number; changes: Change[] }
  }[]

  constructor(readers: readonly SegmentReader[]) {
    this.#sources = readers.flatMap((reader) => {
      const entries = reader.all()
      const first = entries.next()
      return first.done ? [] : [{ entries, head: first.value }]
    })
    this.ruc = this.#lowest()
  }

  /** The changes of the current RUC; goes on to the next one. */
  take(): Change[] {
    const changes: Change[] = []
    for (const source of this.#sources) {
      if (source.head.ruc !== this.ruc) continue
      changes.push(...source.head.changes)
      const following = source.entries.next()
      source.head = following.done ? { ruc: NO_MORE, changes: [] } : following.value
    }
    this.ruc = this.#lowest()
    return changes
  }

  #lowest(): number {
    let lowest = NO_MORE
    for (const { head } of this.#sources) if (head.ruc < lowest) lowest = head.ruc
    return lowest
  }
}

/** So many times as large as all younger ones together is a segment that stays: two years of days are six at most. */
const MERGE_RATIO = 4

/** Merges the youngest segments: few to ask, and on most days little to write. */
const mergeSegments = (dir: string, list: HistoryList): HistoryList => {
  const { segmentos } = list
  let from = segmentos.length - 1
  for (let bytes = segmentos[from]?.bytes ?? 0; from > 0; from--) {
    const older = (segmentos[from - 1] as SegmentEntry).bytes
    if (older >= MERGE_RATIO * bytes) break
    bytes += older
  }
  const young = segmentos.slice(Math.max(from, 0))
  if (young.length < 2) return list
  const indexes = young.map((entry) => loadSegment(dir, entry))
  const readers = indexes.map((index) => new SegmentReader(index))
  const writer = new SegmentWriter(
    dir,
    indexes.flatMap(({ fechas }) => fechas),
  )
  const changes = new ChangesInOrder(readers)
  try {
    while (changes.ruc !== NO_MORE) {
      const { ruc } = changes
      writer.add(ruc, changes.take())
    }
  } finally {
    for (const reader of readers) reader.close()
  }
  const merged = writer.close()
  for (const { archivo } of young) rmSync(join(dir, archivo))
  return { ...list, segmentos: [...segmentos.slice(0, from), merged] }
}
