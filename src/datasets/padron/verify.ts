import { Failure } from '../../kernel/errors.ts'
import { refuseLostRows } from '../editions/checks/lost-rows.ts'
import { MIN_ROWS_SHARE } from '../editions/checks/plausible.ts'
import type { EditionFacts, RefreshJob } from '../editions/dataset.ts'
import type { ParsedRegister } from './indexing/register-builder.ts'
import { isHeader } from './indexing/text/columns.ts'
import { openTextFile, REGISTER_FILE } from './indexing/text/text-file.ts'

/** Every row has these; the other columns are filled for companies only. */
const ALWAYS_FILLED = ['razonSocial', 'estado', 'condicion']
const MIN_FILLED_SHARE = 0.5
/** A column that was filled in this share of the rows must not fall under a tenth of what it had. */
const WATCHED_SHARE = 0.001
const EMPTIED_SHARE = 0.1

/** Is the file what it claims to be: a text or a whole zip, with the header we know? */
export const verifyRegister = async (path: string): Promise<void> => {
  const file = await openTextFile(path, REGISTER_FILE)
  try {
    for await (const chunk of file.chunks()) {
      const end = chunk.indexOf('\n')
      if (isHeader(chunk.toString('latin1', 0, end < 0 ? chunk.length : end))) return
      break
    }
    throw new Failure('upstream-changed', 'La cabecera del padrón no es la conocida', { detail: 'header' })
  } finally {
    file.close()
  }
}

/** Refuses a register with too few rows. Not the lists' check: its sentence gives the numbers, and a floor counts too. */
export const refuseTooFew = ({ inService, floor }: Pick<RefreshJob, 'inService' | 'floor'>, rows: number): void => {
  const least = Math.ceil(inService ? MIN_ROWS_SHARE * inService.filas : floor)
  if (rows < least)
    throw new Failure('upstream-changed', `El padrón llegó incompleto: ${rows} filas, se esperaban al menos ${least}`, {
      detail: `${rows} rows, ${least} expected`,
    })
}

export const refuseMissingRows = (job: Pick<RefreshJob, 'inService' | 'floor'>, parsed: ParsedRegister): void => {
  refuseTooFew(job, parsed.rows)
  if (parsed.isCut)
    throw new Failure('upstream-changed', 'El padrón llegó cortado: termina en medio de una línea', {
      detail: 'cut in its last line',
    })
  refuseLostRows(parsed.broken, parsed.rows, 'unreadable lines')
}

/** Refuses a register in which a column is empty that every row has, or that the edition in service has filled. */
export const refuseEmptiedColumns = (
  { inService }: Pick<RefreshJob, 'inService'>,
  parsed: Pick<ParsedRegister, 'rows' | 'filled'>,
): void => {
  const share = (filled: Record<string, number>, rows: number, column: string): number =>
    (filled[column] ?? 0) / Math.max(rows, 1)
  const before = columnsOf(inService)
  for (const column of new Set([...Object.keys(parsed.filled), ...Object.keys(before)])) {
    const now = share(parsed.filled, parsed.rows, column)
    const then = inService ? share(before, inService.filas, column) : 0
    const emptied = then >= WATCHED_SHARE && now < then * EMPTIED_SHARE
    if (emptied || (ALWAYS_FILLED.includes(column) && now < MIN_FILLED_SHARE))
      throw new Failure('upstream-changed', `El padrón llegó con la columna ${column} vacía`, {
        detail: `column ${column} empty`,
      })
  }
}

const columnsOf = (facts: EditionFacts | null): Record<string, number> =>
  (facts?.extra?.columnas as Record<string, number> | undefined) ?? {}
