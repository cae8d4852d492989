import Table from 'cli-table3'
import picocolors from 'picocolors'
import { columnWidths, terminalColumns, wrapText } from './render/fit.ts'

/** Spaces between two columns. */
const GAP = 2

/** Where a command writes: results to `out`, notices and errors to `err`. */
export interface Output {
  out(text: string): void
  err(text: string): void
  /** True when colours and bold text may be used. */
  colours: boolean
  /** The code with which the program will end. */
  setExitCode(code: number): void
}

/** Colours only on a terminal and without NO_COLOR. Variables of build servers are ignored: their output is a pipe. */
export const wantsColours = (): boolean =>
  process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'

/** The process's own streams. */
export const processOutput = (): Output => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colours: wantsColours(),
  setExitCode: (code) => {
    process.exitCode = code
  },
})

/** Prints a table without a frame, so that it can be copied; columns of numbers are aligned to the right. */
export const printTable = (output: Output, head: readonly string[], rows: readonly (readonly Cell[])[]): void => {
  const { bold } = picocolors.createColors(output.colours)
  const isNumeric = (column: number): boolean => rows.length > 0 && rows.every((row) => typeof row[column] === 'number')
  const cells = rows.map((row) => row.map(formatCell))
  const widths = columnWidths([head, ...cells], terminalColumns() - GAP * (head.length - 1))
  if (!widths) return printRecords(output, head, cells)
  const table = new Table({
    colWidths: widths,
    wordWrap: true,
    head: head.map((title) => bold(title)),
    colAligns: head.map((_, column) => (isNumeric(column) ? 'right' : 'left')),
    chars: FRAMELESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...cells)
  const lines = table.toString().split('\n')
  output.out(`${lines.map((line) => line.trimEnd()).join('\n')}\n`)
}

/** One line per value, for rows that are wider than the terminal. */
const printRecords = (output: Output, head: readonly string[], rows: readonly (readonly string[])[]): void => {
  const { bold } = picocolors.createColors(output.colours)
  const width = Math.max(...head.map((title) => title.length))
  const indent = ' '.repeat(width + GAP)
  const lines = (row: readonly string[]): string[] =>
    head.map((title, column) =>
      wrapText(`${bold(title.padEnd(width))}  ${row[column] ?? ''}`, terminalColumns(), indent),
    )
  output.out(`${rows.map((row) => lines(row).join('\n')).join('\n\n')}\n`)
}

export type Cell = string | number

/** Thousands as Peru writes them: 1,000,000. */
const formatCell = (cell: Cell): string => (typeof cell === 'number' ? cell.toLocaleString('es-PE') : cell)

export const printJson = (output: Output, value: unknown): void => output.out(`${JSON.stringify(value, null, 2)}\n`)

const FRAMELESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}
