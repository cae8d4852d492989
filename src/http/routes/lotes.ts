import { open, rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyHolder, RequestAccounts } from '../../accounts/index.ts'
import type { Certifier } from '../../certificates/certifier.ts'
import { BATCH_FORMATS } from '../../domain/records.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import { Failure } from '../../kernel/errors.ts'
import { attachment, reviewedName } from '../../kernel/workbook/file-name.ts'
import { choiceInput, required } from '../../lookups/shared/input.ts'
import { batchQuestion, refuseBatchOutOfScope } from '../request/batch-question.ts'
import { exhausted } from '../request/quota.ts'
import { batchCreator, type CreateDeps, UPLOAD_TYPES, uploadReceiver } from '../request/upload.ts'
import {
  CERTIFICATE,
  CHANGES,
  CHANGES_SINCE,
  CONTINUE,
  CREATE,
  FIND,
  LIST,
  PREVIEW,
  REMOVE,
  RESULT,
  ROW,
  ROWS,
} from './lotes-operations.ts'

export interface LotesDeps extends CreateDeps {
  accounts: Pick<RequestAccounts, 'quotaOf' | 'usageOf'>
  certifier: Pick<Certifier, 'certify'>
}

const MEDIA_TYPES: Record<(typeof BATCH_FORMATS)[number], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: UPLOAD_TYPES.xlsx[0],
  json: 'application/json; charset=utf-8',
}

/** `/api/lotes`: many questions of one kind in one file. Only the rows that are checked cost anything. */
export const lotesRoutes = (api: FastifyInstance, deps: LotesDeps): void => {
  const { batches, accounts, certifier } = deps
  const { requests } = batches
  const receive = uploadReceiver(batches)
  const create = batchCreator(deps)
  // The file is read as a stream by the route, whatever its type.
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', (_request, body, done) => done(null, body))
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  api.post('/lotes', CREATE, async (request, reply) => {
    return create(request, reply, batchQuestion(request.query as Query, ownerOf(request)))
  })
  api.post('/lotes/vista', PREVIEW, async (request) => {
    const question = batchQuestion(request.query as Query, ownerOf(request))
    const { accountId } = ownerOf(request)
    const preview = await receive(request, (file) =>
      requests.previewBatch({ upload: { ...file, ...question }, accountId }),
    )
    const { remaining } = await accounts.quotaOf(ownerOf(request))
    const { falta, ...facts } = preview
    return { ok: true, data: { ...facts, unidadesDisponibles: Math.max(0, remaining), falta } }
  })
  api.get('/lotes', LIST, async (request) => ({
    ok: true,
    data: await requests.listBatches(ownerOf(request).accountId),
  }))
  api.get('/lotes/:id', FIND, async (request) => {
    refusePreview(request)
    return { ok: true, data: await requests.findBatch(batchOf(request)) }
  })
  api.delete('/lotes/:id', REMOVE, async (request) => {
    refusePreview(request)
    return { ok: true, data: await requests.removeBatch(batchOf(request)) }
  })
  api.get('/lotes/:id/resultado', RESULT, async (request, reply) => {
    const { formato } = request.query as Query
    const format = choiceInput('formato', formato || undefined, BATCH_FORMATS) ?? 'csv'
    const batch = batchOf(request)
    const { archivo } = await requests.findBatch(batch)
    const path = await requests.batchResult({ ...batch, format })
    const name = reviewedName(archivo, format, `lote-${batch.id}`)
    reply.type(MEDIA_TYPES[format]).header('content-disposition', attachment(name))
    return sendFile(reply, path)
  })
  api.get('/lotes/:id/constancia', CERTIFICATE, async (request) => {
    const { respuesta, ...stated } = await requests.certifyBatch(batchOf(request))
    const { persona } = ownerOf(request)
    const constancia = certifier.certify({ endpoint: 'lotes', estado: 200, respuesta, persona, ...stated })
    return { ok: true, data: respuesta, constancia }
  })
  api.get('/lotes/:id/filas', ROWS, async (request, reply) => {
    const path = await requests.batchRows(batchOf(request))
    return sendFile(reply.type(MEDIA_TYPES.json), path)
  })
  api.get('/lotes/:id/filas/:fila', ROW, async (request) => {
    const fila = Number((request.params as { fila: string }).fila)
    if (!Number.isSafeInteger(fila) || fila < 1)
      throw new Failure('invalid-input', 'fila debe ser un número desde 1', { campo: 'fila' })
    return { ok: true, ...(await requests.batchRow({ ...batchOf(request), fila })) }
  })
  api.get('/lotes/:id/cambios', CHANGES, async (request) => {
    const con = required('con', (request.query as Query).con)
    return { ok: true, data: await requests.batchChanges({ ...batchOf(request), con }) }
  })
  api.post('/lotes/:id/cambios', CHANGES_SINCE, async (request) => {
    const batch = batchOf(request)
    return { ok: true, data: await receive(request, (upload) => requests.batchChangesSince({ ...batch, upload })) }
  })
  api.post('/lotes/:id/continuar', CONTINUE, async (request, reply) => {
    const holder = ownerOf(request)
    const { remaining, resetSeconds } = await accounts.quotaOf(holder)
    if (remaining <= 0) throw exhausted(resetSeconds)
    const { tipo } = await requests.findBatch(batchOf(request))
    refuseBatchOutOfScope(tipo, holder)
    const data = await requests.continueBatch({ ...batchOf(request), keyId: holder.keyId })
    reply.code(202).header('location', `/api/lotes/${data.id}`)
    return { ok: true, data }
  })
}

/** The hooks have let nobody pass without a key. */
const ownerOf = ({ call }: FastifyRequest): KeyHolder => call.holder as KeyHolder

const batchOf = (request: FastifyRequest): { accountId: string; id: string } => ({
  accountId: ownerOf(request).accountId,
  id: (request.params as { id: string }).id,
})

/** `/lotes/vista` is no batch. */
const refusePreview = ({ params }: FastifyRequest): void => {
  if ((params as { id: string }).id === 'vista')
    throw new Failure('method-not-allowed', 'Solo se acepta POST', { allow: 'POST' })
}

/** Sends a file that is there for this answer alone: its name is gone before the first byte is sent. */
const sendFile = async (reply: FastifyReply, path: string): Promise<FastifyReply> => {
  const file = await open(path)
  await rm(path, { force: true })
  const { size } = await file.stat()
  return reply.header('content-length', size).send(file.createReadStream())
}
