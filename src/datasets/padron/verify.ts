import { Failure } from '../../kernel/errors.ts'
import type { EditionFacts, RefreshJob } from '../editions/dataset.ts'
import { type ParsedRegister, REGISTER_FILE } from './indexing/register-builder.ts'
import { isHeader } from './indexing/text/columns.ts'
import { openTextFile } from './indexing/text/text-file.ts'

const LEAST_SHARE = 0.9
/** Every row has these; the rest is filled for companies alone. */
const ALWAYS_FILLED = ['razonSocial', 'estado', 'condicion']
const LEAST_FILLED = 0.5
/** A column counts as full from this share on, and as empty when it falls under a tenth of what it had. */
const WORTH_WATCHING = 0.001
const EMPTIED = 0.1

/** Is the file what it claims to be: a text or a whole zip, with the header we know? */
export const verifyRegister = async (path: string): Promise<void> => {
  const file = await openTextFile(path, REGISTER_FILE)
  try {
    for await (const piece of file.pieces()) {
      const end = piece.indexOf('\n')
      if (isHeader(piece.toString('latin1', 0, end < 0 ? piece.length : end))) return
      break
    }
    throw new Failure('upstream-changed', 'La cabecera del padrón no es la conocida', { detail: 'header' })
  } finally {
    file.close()
  }
}

/** Refuses an edition that cannot be the register, or lost something the one in service has. */
export const refuseImplausible = (job: Pick<RefreshJob, 'inService' | 'floor'>, parsed: ParsedRegister): void => {
  const least = job.inService ? LEAST_SHARE * job.inService.filas : job.floor
  if (parsed.rows < least)
    throw new Failure(
      'upstream-changed',
      `El padrón llegó incompleto: ${parsed.rows} filas, se esperaban al menos ${Math.ceil(least)}`,
      {
        detail: `${parsed.rows} rows, ${Math.ceil(least)} expected`,
      },
    )
  const share = (filled: Record<string, number>, rows: number, column: string): number =>
    (filled[column] ?? 0) / Math.max(rows, 1)
  const before = columnsOf(job.inService)
  for (const column of Object.keys(parsed.filled)) {
    const now = share(parsed.filled, parsed.rows, column)
    const then = job.inService ? share(before, job.inService.filas, column) : 0
    const emptied = then >= WORTH_WATCHING && now < then * EMPTIED
    if (emptied || (ALWAYS_FILLED.includes(column) && now < LEAST_FILLED))
      throw new Failure('upstream-changed', `El padrón llegó con la columna ${column} vacía`, {
        detail: `column ${column} empty`,
      })
  }
}

const columnsOf = (facts: EditionFacts | null): Record<string, number> =>
  (facts?.extra?.columnas as Record<string, number> | undefined) ?? {}
