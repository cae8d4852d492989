import Table from 'cli-table3'
import picocolors from 'picocolors'

/** Where a command speaks: results to `out`, remarks and complaints to `err`. */
export interface Output {
  out(text: string): void
  err(text: string): void
  /** Colours and emphasis are for a terminal that wants them. */
  colours: boolean
  /** The code with which the program will end. */
  setExitCode(code: number): void
}

/** Colours only on a terminal, and never against NO_COLOR; a build server's variables do not make a pipe one. */
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

/** A table for a person: no frame, so that it can be copied, and numbers to the right. */
export const printTable = (output: Output, head: readonly string[], rows: readonly (readonly Cell[])[]): void => {
  const { bold } = picocolors.createColors(output.colours)
  const isNumeric = (column: number): boolean => rows.length > 0 && rows.every((row) => typeof row[column] === 'number')
  const table = new Table({
    head: head.map((title) => bold(title)),
    colAligns: head.map((_, column) => (isNumeric(column) ? 'right' : 'left')),
    chars: FRAMELESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => row.map(formatCell)))
  const lines = table.toString().split('\n')
  output.out(`${lines.map((line) => line.trimEnd()).join('\n')}\n`)
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
