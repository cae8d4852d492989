import { Worker } from 'node:worker_threads'
import { Failure, type FailureKind } from '../../kernel/errors.ts'
import type { RowCounts } from './rows.ts'

export interface DigestJob {
  path: string
  snapshot: string
}

/** What is known of an export once its snapshot is written. */
export interface Digest {
  rows: number
  counts: RowCounts
  /** Whether the second table, of fines, was there too. */
  hasFines: boolean
}

export type DigestMessage =
  | { bytes: number }
  | { digest: Digest }
  | { failure: { kind: FailureKind; message: string; detail: string } }

const WORKER = new URL(`./parse-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
// Ten times what the real export needs; a hostile one ends its own thread.
const MEMORY_MB = 1_024

/** Reads an export and writes its snapshot in a thread of its own; the thread ends with the signal. */
export const digestExport = (
  job: DigestJob,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Digest> => {
  const done = Promise.withResolvers<Digest>()
  const worker = new Worker(WORKER, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
  const stop = () => done.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: DigestMessage) => {
    if ('bytes' in message) onBytes(message.bytes)
    else if ('digest' in message) done.resolve(message.digest)
    else done.reject(new Failure(message.failure.kind, message.failure.message, { detail: message.failure.detail }))
  })
  worker.on('error', done.reject)
  worker.on('exit', (code) => done.reject(new Error(`the thread that reads the export ended with ${code}`)))
  return done.promise.finally(() => {
    signal.removeEventListener('abort', stop)
    return worker.terminate()
  })
}
