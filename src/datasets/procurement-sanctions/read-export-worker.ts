import { serveTasks } from '../../kernel/worker.ts'
import { parseExport } from './parse.ts'
import type { RowCounts } from './sanction-collector.ts'
import { writeSnapshot } from './snapshot.ts'

export interface ReadExportJob {
  /** The export as it was downloaded. */
  path: string
  /** Where its sanctions are written. */
  snapshot: string
}

/** What is known of an export once its snapshot is written. */
export interface ExportSummary {
  rows: number
  counts: RowCounts
  undated: number
}

const REPORT_EVERY_BYTES = 500_000

/** The thread of `readExport`. It emits the number of bytes read so far. */
const readExportTasks = (emit: (bytes: number) => void) => ({
  async readExport({ path, snapshot }: ReadExportJob): Promise<ExportSummary> {
    let reported = 0
    const { sanctions, counts, undated } = await parseExport(path, (bytes) => {
      if (bytes - reported < REPORT_EVERY_BYTES) return
      reported = bytes
      emit(bytes)
    })
    await writeSnapshot(snapshot, sanctions)
    return { rows: sanctions.length, counts, undated }
  },
})

export type ReadExportTasks = ReturnType<typeof readExportTasks>

serveTasks(readExportTasks)
