import type { BatchKind, BatchPreview, BatchRole } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { type CheckDeps, rowChecker } from '../check/check-row.ts'
import { type Columns, ROLES, type Role, readHeader } from '../read/header.ts'
import { openTable } from '../read/open-table.ts'
import { headerRules } from '../run-batch.ts'
import { cellText, filledWidth, type Table } from '../table.ts'
import type { QuestionedFile } from './batch-job.ts'

const SAMPLE_ROWS = 5
const MOST_PROBLEMS = 20
/** Longer texts tell a person nothing more about the column. */
const SAMPLE_CHARACTERS = 200

/** Questions that a row of each kind takes at most. */
const QUESTIONS: Record<BatchKind, number> = { aml: 1, sanciones: 1, ruc: 1, proveedor: 3 }

const ROLE_NAMES: Record<Role, BatchRole | null> = {
  nombre: 'nombre',
  apellidos: 'nombre',
  dni: 'documento',
  ruc: 'documento',
  documento: 'documento',
  tipoDocumento: null,
  nacimiento: 'nacimiento',
  pais: 'pais',
  referencia: 'referencia',
}

/**
 * What a batch of this file would be. `unloaded` are the lookups over lists that are not there: they refuse what they
 * refuse about a row, and answer nothing, so a preview is free of charge.
 */
export const previewFile = async (
  file: QuestionedFile,
  unloaded: CheckDeps,
): Promise<Omit<BatchPreview, 'unidadesDisponibles'>> => {
  const { table, falta } = await openLeniently(file)
  const columns = readHeader(table.columns, file.named)
  const check = falta ? null : rowChecker(unloaded, file.tipo, columns)
  const muestra: string[][] = []
  const problemas: BatchPreview['problemas'] = []
  let position = 0
  let askable = 0
  for await (const rows of table.rows()) {
    for (const row of rows) {
      position++
      if (muestra.length < SAMPLE_ROWS)
        muestra.push(table.columns.map((_, at) => cellText(row[at]).slice(0, SAMPLE_CHARACTERS)))
      const checked = await check?.(row)
      if (!checked || checked.sourceFailed) askable++
      else if (problemas.length < MOST_PROBLEMS)
        problemas.push({ fila: position, motivo: String(checked.result.motivo) })
    }
  }
  return {
    formato: table.format,
    hoja: table.sheet?.name ?? null,
    hojas: [...(table.sheet?.all ?? [])],
    filas: table.rowCount,
    columnas: rolesOf(table, columns).map((papel, at) => ({ nombre: table.columns[at] ?? '', papel })),
    muestra,
    problemas,
    unidades: askable * QUESTIONS[file.tipo],
    falta,
  }
}

/** What each column of a file means, in the words of callers. */
export const rolesOf = (table: Table, columns: Columns): (BatchRole | null)[] =>
  table.columns.map((_, at) => {
    const role = ROLES.find((one) => columns[one].includes(at))
    return role ? ROLE_NAMES[role] : null
  })

/** Opens a file also where the needed column is not recognised: a person then chooses it. */
const openLeniently = async ({
  path,
  tipo,
  named,
  hoja,
}: QuestionedFile): Promise<{ table: Table; falta: BatchPreview['falta'] }> => {
  const rules = headerRules(tipo, named, hoja)
  try {
    return { table: await openTable(path, rules), falta: null }
  } catch (error) {
    if (!(error instanceof Failure) || !error.campo?.startsWith('columna')) throw error
    const table = await openTable(path, { ...rules, isHeader: (row) => filledWidth(row) > 0 })
    return { table, falta: { campo: error.campo, mensaje: error.message } }
  }
}
