import { cellText, numberOf, type Row, setNumber } from '../../table.ts'
import type { HeaderRows } from '../header.ts'

// Reports of old programs: columns that are aligned with spaces, below a header whose names are two spaces apart.

/** A line that parts the header or the sums from the rows. */
const RULE = /^[\s\-=_*.+]*$/
const CELL = /\S+(?: \S+)*/g

/** The columns of a report: each ends before the place where the next one is cut off. */
export interface FixedColumns {
  header: HeaderRows
  cuts: readonly number[]
}

const lineOf = (row: Row): string => cellText(row[0])
/** Cells that are two spaces apart. */
const apart = (line: string): string[] => line.match(CELL) ?? []

/** The columns of a report whose lines are these rows; null where no line is a header, or its columns cannot be told apart. */
export const fixedColumns = (rows: readonly Row[], isHeader: (row: Row) => boolean): FixedColumns | null => {
  const lines = rows.map(lineOf)
  const first = lines.findIndex((line) => apart(line).length > 1 && isHeader(apart(line)))
  const header = lines[first]
  if (header === undefined) return null
  const below = lines.slice(first + 1).filter((line) => !RULE.test(line) && line !== header)
  const names = [...header.matchAll(CELL)].map(({ 0: name, index }) => ({ from: index, to: index + name.length }))
  const cuts = names.slice(1).map((name, at) => cutBetween(names[at] as Place, name, [header, ...below]))
  if (below.length === 0 || cuts.some((cut) => cut === null)) return null
  return { header: { first, last: first, names: apart(header) }, cuts: cuts as number[] }
}

interface Place {
  from: number
  to: number
}

/**
 * Where a column is cut off from the one before it: in the widest gap that most lines have between the two names. Texts begin
 * below their name and grow to the right, so the gap's end counts; figures end there and grow to the left.
 */
const cutBetween = (before: Place, { from, to }: Place, lines: readonly string[]): number | null => {
  const blank = (at: number): number => lines.filter((line) => (line[at] ?? ' ') === ' ').length
  const places = Array.from({ length: to - before.from - 1 }, (_, i) => before.from + 1 + i)
  const counts = places.map(blank)
  const most = Math.max(...counts)
  // A line or two may be titles of another page or sums.
  if (most * 4 < lines.length * 3) return null
  const gaps: Place[] = []
  for (const [i, at] of places.entries()) {
    if (counts[i] !== most) continue
    const last = gaps.at(-1)
    if (last?.to === at) last.to = at + 1
    else gaps.push({ from: at, to: at + 1 })
  }
  const [gap] = gaps.sort((a, b) => b.to - b.from - (a.to - a.from) || b.to - a.to)
  if (!gap) return null
  return gap.to === from ? gap.to - 1 : Math.floor((gap.from + gap.to - 1) / 2)
}

const LETTERS = /\p{L}{2}/u

/** Whether a value may go on behind a place where the line is cut: there is no gap, or words on both sides of one space. */
const isCutThrough = (line: string, cut: number): boolean => {
  if (cut >= line.length) return false
  if (line[cut] !== ' ') return true
  const isNarrow = line[cut - 1] !== ' ' && (line[cut + 1] ?? ' ') !== ' '
  const [left = '', right = ''] = [/\S+$/.exec(line.slice(0, cut))?.[0], /^\S+/.exec(line.slice(cut + 1))?.[0]]
  return isNarrow && LETTERS.test(left) && LETTERS.test(right)
}

/** Cuts a line of a report. One that does not keep to the columns is cut where it has gaps, and noted. */
export const cutFixed = (row: Row, { cuts }: FixedColumns, doubtful: WeakSet<Row>): Row => {
  const line = lineOf(row)
  const cut = [...cuts, line.length].map((to, at) => line.slice(at === 0 ? 0 : cuts[at - 1], to).trim())
  // Two values in one place have a gap between them.
  const isDoubtful = cuts.some((at) => isCutThrough(line, at)) || cut.some((cell) => cell.includes('  '))
  const cells = RULE.test(line) ? [] : isDoubtful ? apart(line) : cut
  setNumber(cells, numberOf(row))
  if (isDoubtful) doubtful.add(cells)
  return cells
}
