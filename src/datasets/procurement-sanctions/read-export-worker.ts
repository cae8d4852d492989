import { serveTasks } from '../../kernel/worker.ts'
import { type ListKind, parseList } from './parse-list.ts'
import { type EarlierEdition, removedRows } from './removed-rows.ts'
import type { RowCounts } from './sanction-collector.ts'
import { writeSnapshot } from './snapshot.ts'

export interface ReadExportJob {
  /** The export as it was downloaded. */
  path: string
  /** Where its sanctions are written. */
  snapshot: string
  /** The edition of the agency's open data that is in service. */
  earlier?: EarlierEdition | undefined
}

/** What is known of an export once its snapshot is written. */
export interface ExportSummary {
  kind: ListKind
  /** The day of the agency's cut; an export states none. */
  cut?: string | undefined
  rows: number
  /** Rows of earlier cuts that this one lacks. */
  removed: number
  counts: RowCounts
  undated: number
}

const REPORT_EVERY_BYTES = 500_000

/** The thread of `readExport`. It emits the number of bytes read so far. */
const readExportTasks = (emit: (bytes: number) => void) => ({
  async readExport({ path, snapshot, earlier }: ReadExportJob): Promise<ExportSummary> {
    let reported = 0
    const { kind, cut, sanctions, counts, undated } = await parseList(path, (bytes) => {
      if (bytes - reported < REPORT_EVERY_BYTES) return
      reported = bytes
      emit(bytes)
    })
    const removed = kind === 'open-data' && earlier ? await removedRows(earlier, sanctions) : []
    await writeSnapshot(snapshot, [...sanctions, ...removed])
    return { kind, cut, rows: sanctions.length, removed: removed.length, counts, undated }
  },
})

export type ReadExportTasks = ReturnType<typeof readExportTasks>

serveTasks(readExportTasks)
