// What the certificate of a batch states: its files by their sums, its counts, and on what its answers rest.
import { rm } from 'node:fs/promises'
import { BATCH_FORMATS, type BatchCertificate, type BatchFormat, type Origin } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { sha256OfFile } from '../../kernel/files/checksum.ts'
import { type BatchJob, summaryOf } from './batch-job.ts'

/** A statement to be signed, as plain data. */
export interface CertifiedBatch {
  consulta: Record<string, string>
  respuesta: BatchCertificate
  origins: Origin[]
  politica: string | undefined
}

/** `write` makes the result in a format, as everybody gets it: the same rows are always the same bytes. */
export const certifiedBatch = async (
  job: BatchJob,
  write: (format: BatchFormat) => Promise<string>,
): Promise<CertifiedBatch> => {
  const { id, archivo, tipo, filas, conCoincidencia, noRevisadas, creado, terminado, compras } = summaryOf(job)
  const resultado: BatchCertificate['resultado'] = {}
  for (const format of BATCH_FORMATS) {
    const sha256 = await sumOf(() => write(format))
    if (sha256) resultado[format] = { sha256 }
  }
  return {
    consulta: {
      ...{ tipo, id, ...(archivo !== null && { archivo }), ...(job.task.listas && { listas: job.task.listas }) },
      ...(job.task.comprobantes && { comprobantes: '1' }),
    },
    respuesta: {
      ...{ id, tipo, archivo, filas, conCoincidencia, noRevisadas, creado, terminado: terminado ?? creado },
      ...(compras && { compras }),
      entrada: job.task.sha256 === undefined ? null : { sha256: job.task.sha256 },
      resultado,
    },
    origins: job.progress?.origins ?? [],
    politica: job.progress?.politica,
  }
}

/** Null for a format that cannot hold this result. */
const sumOf = async (write: () => Promise<string>): Promise<string | null> => {
  let path: string
  try {
    path = await write()
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid-input') return null
    throw error
  }
  return sha256OfFile(path).finally(() => rm(path, { force: true }))
}
