import picocolors from 'picocolors'
import { numberText } from './render/forms.ts'
import { drawTable } from './render/table.ts'

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

/** A reader that goes away (`| head`) is no failure: what is left is not written, and the command ends with its own code. */
const ignoreClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

/** The process's own streams. */
export const processOutput = (): Output => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  return processStreams()
}

const processStreams = (): Output => ({
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
  const aligns = head.map((_, column) => (isNumeric(column) ? ('right' as const) : ('left' as const)))
  output.out(`${drawTable(cells, { head, aligns, bold })}\n`)
}

export type Cell = string | number

const formatCell = (cell: Cell): string => (typeof cell === 'number' ? numberText(cell) : cell)

export const printJson = (output: Output, value: unknown): void => output.out(`${JSON.stringify(value, null, 2)}\n`)
