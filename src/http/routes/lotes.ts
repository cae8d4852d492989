import { open, rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyHolder, RequestAccounts } from '../../accounts/index.ts'
import { BATCH_FORMATS, BATCH_KINDS, BatchPreview, BatchRecord, BatchSummary } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { Type } from '../../kernel/schema.ts'
import { choiceInput } from '../../lookups/shared/input.ts'
import { BATCH_TAG } from '../openapi/about.ts'
import type { EndpointFacts } from '../openapi/document-types.ts'
import { flagParameter, parameter } from '../parameters.ts'
import { batchQuestion } from '../request/batch-question.ts'
import type { Query } from '../request/query.ts'
import { type RequestBatches, UPLOAD_TYPES, uploadReceiver } from '../request/upload.ts'

export interface LotesDeps {
  batches: RequestBatches
  accounts: Pick<RequestAccounts, 'quotaOf'>
}

const MEDIA_TYPES: Record<(typeof BATCH_FORMATS)[number], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: UPLOAD_TYPES.xlsx[0],
  json: 'application/json; charset=utf-8',
}

/** `/api/lotes`: many questions of one kind in one file. Only the rows that are checked cost anything. */
export const lotesRoutes = (api: FastifyInstance, { batches, accounts }: LotesDeps): void => {
  const { requests } = batches
  const receive = uploadReceiver(batches)
  // The file is read as a stream by the route, whatever its type.
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', (_request, body, done) => done(null, body))
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  api.post('/lotes', CREATE, async (request, reply) => {
    const question = batchQuestion(request.query as Query, ownerOf(request))
    const { accountId, keyId } = ownerOf(request)
    const owner = { accountId, keyId }
    const data = await receive(request, (file) => requests.createBatch({ upload: { ...file, ...question }, owner }))
    reply.code(202).header('location', `/api/lotes/${data.id}`)
    return { ok: true, data }
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
    const path = await requests.batchResult({ ...batch, format })
    reply.type(MEDIA_TYPES[format]).header('content-disposition', `attachment; filename="lote-${batch.id}.${format}"`)
    return sendFile(reply, path)
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

const columnParameter = (role: string, example: string) =>
  Type.Optional(parameter(`Cabecera de la columna que hace de ${role}, si no es una de las conocidas`, { example }))

const UPLOAD_QUERY = {
  tipo: parameter('Qué se consulta de cada fila: aml y sanciones como las consultas, ruc, o proveedor (las tres)', {
    enum: [...BATCH_KINDS],
    example: 'aml',
  }),
  columnaNombre: columnParameter('nombre', 'nombre'),
  columnaDocumento: columnParameter('documento', 'documento'),
  columnaNacimiento: columnParameter('nacimiento', 'nacimiento'),
  columnaPais: columnParameter('país', 'pais'),
  columnaReferencia: columnParameter('referencia propia', 'referencia'),
  hoja: Type.Optional(
    parameter('Hoja del libro de Excel; la primera con las columnas necesarias si se omite', {
      // Not one that pages send by themselves: most files have no such sheet.
      examples: ['Proveedores'],
    }),
  ),
  sinCabecera: Type.Optional(
    flagParameter('1 o true: la primera fila ya es de datos; las columnas se llaman «Columna 1», «Columna 2»…'),
  ),
}

const ID = Type.Object({
  id: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'Identificador del lote',
    example: '0123456789abcdef0123456789abcdef',
  }),
})

const FILE = { schema: Type.String({ format: 'binary', description: 'El archivo, tal cual' }) }
const UPLOAD = {
  description: 'CSV (UTF-8 o Latin-1; coma, punto y coma o tabulador), XLSX o un arreglo JSON de objetos',
  content: {
    'text/csv': { ...FILE, example: 'nombre,nacimiento\nJuan Quispe Mamani,1970-05-01\n' },
    [UPLOAD_TYPES.xlsx[0]]: FILE,
    'application/json': {
      schema: Type.Array(Type.Unsafe({ type: 'object', additionalProperties: true }), { minItems: 1 }),
      example: [{ nombre: 'Juan Quispe Mamani', nacimiento: '1970-05-01' }],
    },
    'application/octet-stream': FILE,
  },
}

const answer = (data: object) =>
  Type.Object({ ok: Type.Literal(true), data: data as never }, { description: 'Respuesta' })

interface About {
  operationId: string
  summary: string
  description: string
  facts: Omit<EndpointFacts, 'isLookup'>
  query?: Record<string, object>
  schema: object
}

const options = ({ operationId, summary, description, facts, query = {}, schema }: About) => ({
  schema: {
    ...{ operationId, tags: [BATCH_TAG], summary, description },
    ...(Object.keys(query).length > 0 && { querystring: Type.Object(query as never) }),
    ...schema,
    'x-endpoint': { isLookup: false, ...facts } satisfies EndpointFacts,
  },
  config: { endpoint: 'lotes', parameters: Object.keys(query) },
})

const UPLOAD_FAILURES = ['invalid-input', 'missing-input', 'file-too-large', 'unsupported-format'] as const

const CREATE = options({
  operationId: 'lotes-crear',
  summary: 'Inicia un lote: muchas consultas de un tipo en un archivo',
  description:
    'Recibe el archivo y responde 202 en cuanto se ha leído entero; las filas se consultan después, sin fuentes en vivo. Cada fila revisada cuesta una unidad por ' +
    'consulta (proveedor, hasta tres) y nada más cuesta; cuando la cuota se agota, el resto queda `no_revisado`. El lote y sus archivos se borran al vencer.',
  facts: { failures: UPLOAD_FAILURES, success: 'created' },
  query: UPLOAD_QUERY,
  schema: { body: UPLOAD, response: { 202: answer(BatchRecord) } },
})

const PREVIEW = options({
  operationId: 'lotes-vista',
  summary: 'Qué sería un lote de este archivo, sin iniciarlo',
  description:
    'Lee el archivo y dice qué columnas reconoce, las primeras filas, las que no se podrán consultar y lo que costaría. No inicia, guarda ni cobra nada. ' +
    'Si falta una columna responde 200 con `falta`, para que una persona la elija.',
  facts: { failures: UPLOAD_FAILURES, success: 'unconditional' },
  query: UPLOAD_QUERY,
  schema: { body: UPLOAD, response: { 200: answer(BatchPreview) } },
})

const LIST = options({
  operationId: 'lotes',
  summary: 'Los lotes de la cuenta',
  description: 'Los más recientes primero. Solo los de la cuenta de la clave; los vencidos no figuran.',
  facts: { failures: [] },
  schema: { response: { 200: answer(Type.Array(BatchSummary)) } },
})

const FIND = options({
  operationId: 'lotes-ver',
  summary: 'Estado de un lote',
  description: 'Cuánto lleva procesado. No cuesta cuota.',
  facts: { failures: ['not-found'] },
  schema: { params: ID, response: { 200: answer(BatchRecord) } },
})

const REMOVE = options({
  operationId: 'lotes-borrar',
  summary: 'Detiene un lote y borra sus archivos',
  description:
    'Responde lo que el lote era, `cancelado` si no había terminado. Lo ya revisado queda cobrado. Después, 404.',
  facts: { failures: ['not-found'], success: 'unconditional' },
  schema: { params: ID, response: { 200: answer(BatchRecord) } },
})

const RESULT = options({
  operationId: 'lotes-resultado',
  summary: 'El resultado de un lote terminado',
  description:
    'El archivo con sus columnas y filas, y ocho columnas más: `resultado`, `coincidencias`, `puntaje`, `nombreEnLista`, `lista`, `programa`, `motivo` y `ediciones`. ' +
    'Lo que una hoja de cálculo ejecutaría como fórmula va como texto.',
  facts: { failures: ['invalid-input', 'not-found', 'unfinished'], success: 'file' },
  query: {
    formato: Type.Optional(
      parameter('Formato del archivo; csv si se omite', { enum: [...BATCH_FORMATS], example: 'csv' }),
    ),
  },
  schema: {
    params: ID,
    response: {
      200: {
        description: 'El archivo',
        content: {
          'text/csv': { schema: Type.String({ description: 'CSV en UTF-8' }) },
          [UPLOAD_TYPES.xlsx[0]]: { schema: Type.String({ format: 'binary', description: 'Libro de Excel' }) },
          'application/json': { schema: Type.Array(Type.Unsafe({ type: 'object', additionalProperties: true })) },
        },
      },
    },
  },
})
