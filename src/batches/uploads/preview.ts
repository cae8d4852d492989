import type { BatchPreview, BatchRole } from '../../domain/records.ts'
import { type CheckDeps, leastQuestions, mostQuestions, rowChecker } from '../check/check-row.ts'
import { rowProblem } from '../check/results.ts'
import type { QuestionedFile } from '../jobs/batch-job.ts'
import { FOOT_ROW } from '../read/foot-rows.ts'
import { type Columns, type HeaderRules, type ReadLimits, readHeader } from '../read/header.ts'
import { ROLES, type Role } from '../read/known-headers.ts'
import { ALL_SHEETS } from '../read/open-sheet.ts'
import { isMissingColumn, openAnyHeader, openTable } from '../read/open-table.ts'
import { headerRules } from '../run-batch.ts'
import { cellText, numberOf, type Row, type Table } from '../table.ts'

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
  comprobante: null,
  nacimiento: 'nacimiento',
  birthDate: 'nacimiento',
  pais: 'pais',
  referencia: 'referencia',
  fecha: 'fecha',
  monto: 'monto',
  serie: null,
  numeroComprobante: null,
  moneda: null,
  marcaNoHabido: null,
  car: null,
  tipoSujeto: null,
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
  const columns = readHeader(table.columns, file.named, file.tipo)
  const check = falta ? null : rowChecker(unloaded, file, columns)
  const isMany = file.hoja === ALL_SHEETS && table.sheets !== undefined
  const sheetWords = (row: Row): string => (isMany ? `Hoja «${cellText(row[table.columns.length - 1])}»: ` : '')
  const muestra: string[][] = []
  const problemas: BatchPreview['problemas'] = []
  const filasDeMuestra: number[] = []
  let unidades = 0
  let filasDePie = 0
  for await (const rows of table.rows()) {
    for (const row of rows) {
      if (muestra.length < SAMPLE_ROWS) {
        muestra.push(table.columns.map((_, at) => cellText(row[at]).slice(0, SAMPLE_CHARACTERS)))
        filasDeMuestra.push(numberOf(row))
      }
      const problem = table.problemOf(row)
      if (problem === FOOT_ROW) {
        filasDePie++
        continue
      }
      const checked = check && problem !== null ? rowProblem(problem) : await check?.(row)
      if (!checked) unidades += leastQuestions(file)
      else if (checked.sourceFailed || checked.subject) unidades += mostQuestions(file, row, columns)
      else if (problemas.length < MOST_PROBLEMS)
        problemas.push({ fila: numberOf(row), motivo: `${sheetWords(row)}${checked.result.motivo}` })
    }
  }
  return {
    formato: table.format,
    hoja: isMany ? ALL_SHEETS : (table.sheets?.read[0] ?? null),
    hojas: [...(table.sheets?.visible ?? [])],
    ...sheetsOf(table),
    filas: table.rowCount,
    columnas: rolesOf(table, columns).map((papel, at) => ({ nombre: table.columns[at] ?? '', papel })),
    muestra,
    filasDeMuestra,
    problemas,
    filasDePie,
    unidades,
    falta,
  }
}

/** Which sheets of a workbook are read and which are not, in the words of callers. */
export const sheetsOf = ({ sheets }: Table): Pick<BatchPreview, 'hojasLeidas' | 'hojasSinLeer'> => ({
  hojasLeidas: [...(sheets?.read ?? [])],
  hojasSinLeer: (sheets?.unread ?? []).map(({ name, rows }) => ({ nombre: name, filas: rows })),
})

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
    if (!isMissingColumn(error)) throw error
    return { table: await openAnyHeader(path, rules), falta: { campo: error.campo ?? '', mensaje: error.message } }
  }
}
