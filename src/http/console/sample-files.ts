import type { FastifyInstance } from 'fastify'
import { sampleBatch } from '../../batches/sample-batch.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
type Format = keyof typeof TYPES

/** `/muestras/lote.csv` and `.xlsx`: a batch to try. Everybody in it is invented, so no key is asked for, in live mode neither. */
export const registerSampleFiles = (app: FastifyInstance): void => {
  const options = { schema: { hide: true }, config: { endpoint: 'consola' } }
  const made = new Map<Format, Promise<Buffer>>()
  for (const format of ['csv', 'xlsx'] as const)
    app.get(`/muestras/lote.${format}`, options, async (_request, reply) => {
      const file = made.get(format) ?? sampleBatch(format)
      made.set(format, file)
      return reply
        .header('content-disposition', `attachment; filename="lote.${format}"`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-cache')
        .type(TYPES[format])
        .send(await file)
    })
}
