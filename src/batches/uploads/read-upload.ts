import type { BatchPreview } from '../../domain/records.ts'
import { resultHeaderRules } from '../changes/result-rows.ts'
import type { CheckDeps } from '../check/check-row.ts'
import { resultColumns } from '../check/results.ts'
import type { QuestionedFile, ResultShape } from '../jobs/batch-job.ts'
import { type ReadLimits, readHeader } from '../read/header.ts'
import { openTable } from '../read/open-table.ts'
import { addedNames, headerRules } from '../run-batch.ts'
import type { Table } from '../table.ts'
import { writeRows } from './kept-rows.ts'
import { previewFile, rolesOf, sheetsOf } from './preview.ts'
import { checkUnpackedSize } from './upload-size.ts'

export type Preview = Omit<BatchPreview, 'unidadesDisponibles'>

/** What is done with an upload in a thread that can be ended in the middle of it. */
export type UploadTasks = {
  /** Reads a file through and writes its rows beside it; throws what is wrong with it. */
  inspect(upload: QuestionedFile): Promise<ResultShape>
  preview(upload: QuestionedFile): Promise<Preview>
}

/** `unloaded` are lookups over lists that are not there. */
export const uploadTasks = (unloaded: CheckDeps, limits: ReadLimits): UploadTasks => ({
  inspect: async (upload) => {
    await checkUnpackedSize(upload.path)
    const rules = upload.isResult ? resultHeaderRules(upload.isJson) : headerRules(upload)
    const table = await openTable(upload.path, { ...rules, limits })
    await writeRows(upload.path, table)
    // Nothing of who is watched is kept in clear: such a result has no columns of the file.
    if (upload.tipo === 'vigilados')
      return { ...shapeOf(table, [], []), columns: [...resultColumns('vigilados')], look: undefined }
    const added = addedNames(table.columns, resultColumns(upload.tipo, upload.comprobantes))
    return shapeOf(table, added, rolesOf(table, readHeader(table.columns, upload.named, upload.tipo)))
  },
  preview: async (upload) => {
    await checkUnpackedSize(upload.path)
    return previewFile(upload, unloaded, limits)
  },
})

const shapeOf = (table: Table, added: readonly string[], roles: NonNullable<ResultShape['roles']>): ResultShape => ({
  columns: [...table.columns, ...added],
  roles,
  sheets: sheetsOf(table),
  separator: table.separator ?? ',',
  mark: table.wantsMark,
  rowCount: table.rowCount,
  longestCell: table.longestCell,
  look: table.look,
})
