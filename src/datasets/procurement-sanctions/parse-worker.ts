import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../../kernel/errors.ts'
import type { DigestJob, DigestMessage } from './digest.ts'
import { parseExport } from './parse.ts'
import { writeSnapshot } from './snapshot.ts'

// The far end of `digestExport`: reads an export and writes its snapshot, away from the service's event loop.
const { path, snapshot } = workerData as DigestJob
const tell = (message: DigestMessage): void => parentPort?.postMessage(message)

try {
  let told = 0
  const { sanctions, counts, hasFines } = await parseExport(path, (bytes) => {
    if (bytes - told < 500_000) return
    told = bytes
    tell({ bytes })
  })
  await writeSnapshot(snapshot, sanctions)
  tell({ digest: { rows: sanctions.length, counts, hasFines } })
} catch (error) {
  if (!(error instanceof Failure)) throw error
  tell({ failure: { kind: error.kind, message: error.message, detail: error.detail ?? '' } })
}
