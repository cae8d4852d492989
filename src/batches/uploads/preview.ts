import type { BatchPreview, BatchRole } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { type CheckDeps, mostQuestions, QUESTIONS, rowChecker } from '../check/check-row.ts'
import { rowProblem } from '../check/results.ts'
import type { QuestionedFile } from '../jobs/batch-job.ts'
import { type Columns, type HeaderRules, type ReadLimits, readHeader } from '../read/header.ts'
import { ROLES, type Role } from '../read/known-headers.ts'
import { openTable } from '../read/open-table.ts'
import { headerRules } from '../run-batch.ts'
import { cellText, filledWidth, type Table } from '../table.ts'

const SAMPLE_ROWS = 5
const MOST_PROBLEMS = 20
/** Longer texts tell a person nothing more about the column. */
const SAMPLE_CHARACTERS = 200

const ROLE_NAMES: Record<Role, BatchRole | null> = {
  nombre: 'nombre',
  sigueNombre: 'nombre',
  nombres: 'nombre',
  apellidos: 'nombre',
  dni: 'documento',
  ruc: 'documento',
  documento: 'documento',
  sigueDocumento: 'documento',
  tipoDocumento: null,
  nacimiento: 'nacimiento',
  birthDate: 'nacimiento',
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
  limits?: ReadLimits,
): Promise<Omit<BatchPreview, 'unidadesDisponibles'>> => {
  const { table, falta } = await openLeniently(file, { ...headerRules(file), limits })
  const columns = readHeader(table.columns, file.named)
  const check = falta ? null : rowChecker(unloaded, file.tipo, columns)
  const muestra: string[][] = []
  const problemas: BatchPreview['problemas'] = []
  let position = 0
  let unidades = 0
  for await (const rows of table.rows()) {
    for (const row of rows) {
      position++
      if (muestra.length < SAMPLE_ROWS)
        muestra.push(table.columns.map((_, at) => cellText(row[at]).slice(0, SAMPLE_CHARACTERS)))
      const problem = table.problemOf(row)
      const checked = check && problem !== null ? rowProblem(problem) : await check?.(row)
      if (!checked) unidades += QUESTIONS[file.tipo]
      else if (checked.sourceFailed) unidades += mostQuestions(file.tipo, row, columns)
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
    unidades,
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
const openLeniently = async (
  { path }: QuestionedFile,
  rules: HeaderRules,
): Promise<{ table: Table; falta: BatchPreview['falta'] }> => {
  try {
    return { table: await openTable(path, rules), falta: null }
  } catch (error) {
    if (!(error instanceof Failure) || !error.campo?.startsWith('columna')) throw error
    const table = await openTable(path, { ...rules, isHeader: (row) => filledWidth(row) > 0 })
    return { table, falta: { campo: error.campo, mensaje: error.message } }
  }
}
