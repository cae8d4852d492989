import type { TSchema } from 'typebox'
import {
  BATCH_FORMATS,
  BATCH_KINDS,
  BatchAskedRow,
  BatchCertificate,
  BatchChanges,
  BatchPreview,
  BatchRecord,
  BatchRow,
  BatchSummary,
  SUBJECT_KINDS,
} from '../../domain/records.ts'
import { flagParameter, listsParameter, parameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { BATCH_TAG, CERTIFICATE_SCHEMA } from '../openapi/about.ts'
import type { EndpointFacts } from '../openapi/document-types.ts'
import { UPLOAD_TYPES } from '../request/upload.ts'

// The operations of batches, as the OpenAPI document tells them. Their routes are in lotes.ts.

const columnParameter = (role: string, example: string) =>
  Type.Optional(
    parameter(`Cabecera o letra de la columna que hace de ${role}, si no es una de las conocidas`, { example }),
  )

export const UPLOAD_QUERY = {
  tipo: parameter('Qué se consulta de cada fila, como las consultas del mismo nombre', {
    enum: [...BATCH_KINDS],
    example: 'aml',
  }),
  vinculados: Type.Optional(
    flagParameter(
      '1 o true, con tipo=proveedor: compara también con las listas a los socios, representantes y órganos de cada proveedor',
    ),
  ),
  comprobantes: Type.Optional(
    flagParameter(
      '1 o true, con tipo=compras: pregunta también por cada comprobante a la SUNAT, de uno en uno, con la cuenta de la instalación; cuesta una unidad más por comprobante',
    ),
  ),
  tipoSujeto: Type.Optional(
    parameter('Con tipo=vigilados: qué son aquellos cuya fila no lo dice', {
      enum: [...SUBJECT_KINDS],
      example: 'persona',
    }),
  ),
  columnaNombre: columnParameter('nombre', 'nombre'),
  columnaDocumento: columnParameter('documento', 'documento'),
  columnaNacimiento: columnParameter('nacimiento', 'nacimiento'),
  columnaPais: columnParameter('país', 'pais'),
  columnaReferencia: columnParameter('referencia propia', 'referencia'),
  columnaFecha: columnParameter('fecha de emisión, con tipo=compras', 'fecha'),
  columnaMonto: columnParameter('importe total, con tipo=compras', 'monto'),
  listas: Type.Optional(
    listsParameter('Listas de sanciones que se consultan con tipo=aml, tipo=proveedor y tipo=vigilados'),
  ),
  hoja: Type.Optional(
    parameter('Hoja del libro de Excel; `*`, todas; la primera con las columnas necesarias si se omite', {
      // Not one that pages send by themselves: most files have no such sheet.
      examples: ['Proveedores'],
    }),
  ),
  archivo: Type.Optional(
    parameter('Nombre del archivo, para reconocer el lote después', { example: 'clientes-noviembre.xlsx' }),
  ),
  conservar: Type.Optional(
    parameter('Días que se conserva el lote, si no el tiempo usual de la instalación; de 1 a 400', {
      pattern: '^(?:[1-9][0-9]?|[1-3][0-9]{2}|400)$',
      example: '30',
    }),
  ),
  sinCabecera: Type.Optional(
    flagParameter('1 o true: la primera fila ya es de datos; las columnas se llaman «Columna 1», «Columna 2»…'),
  ),
}

const id = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Identificador del lote',
  example: '0123456789abcdef0123456789abcdef',
})
const ID = Type.Object({ id })

const FILE = { schema: Type.String({ format: 'binary', description: 'El archivo, tal cual' }) }
export const UPLOAD = {
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

const answer = (data: object, more: Record<string, TSchema> = {}) =>
  Type.Object({ ok: Type.Literal(true), data: data as never, ...more }, { description: 'Respuesta' })

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

export const CREATE = options({
  operationId: 'lotes-crear',
  summary: 'Inicia un lote: muchas consultas de un tipo en un archivo',
  description:
    'Recibe el archivo y responde 202 en cuanto se ha leído entero; las filas se consultan después, sin fuentes en vivo salvo `comprobantes=1`. Cada fila revisada cuesta una unidad por ' +
    'consulta (proveedor, hasta seis) y nada más cuesta; cuando la cuota se agota, el resto queda `no_revisado`. El lote y sus archivos se borran al vencer.',
  facts: { failures: UPLOAD_FAILURES, success: 'created' },
  query: UPLOAD_QUERY,
  schema: { body: UPLOAD, response: { 202: answer(BatchRecord) } },
})

export const PREVIEW = options({
  operationId: 'lotes-vista',
  summary: 'Qué sería un lote de este archivo, sin iniciarlo',
  description:
    'Lee el archivo y dice qué columnas reconoce, las primeras filas, las que no se podrán consultar y lo que costaría. No inicia, guarda ni cobra nada. ' +
    'Si falta una columna responde 200 con `falta`, para que una persona la elija.',
  facts: { failures: UPLOAD_FAILURES, success: 'unconditional' },
  query: UPLOAD_QUERY,
  schema: { body: UPLOAD, response: { 200: answer(BatchPreview) } },
})

export const LIST = options({
  operationId: 'lotes',
  summary: 'Los lotes de la cuenta',
  description: 'Los más recientes primero. Solo los de la cuenta de la clave; los vencidos no figuran.',
  facts: { failures: [] },
  schema: { response: { 200: answer(Type.Array(BatchSummary)) } },
})

export const FIND = options({
  operationId: 'lotes-ver',
  summary: 'Estado de un lote',
  description: 'Cuánto lleva procesado. No cuesta cuota.',
  facts: { failures: ['not-found'] },
  schema: { params: ID, response: { 200: answer(BatchRecord) } },
})

export const REMOVE = options({
  operationId: 'lotes-borrar',
  summary: 'Detiene un lote y borra sus archivos',
  description:
    'Responde lo que el lote era, `cancelado` si no había terminado. Lo ya revisado queda cobrado. Después, 404.',
  facts: { failures: ['not-found'], success: 'unconditional' },
  schema: { params: ID, response: { 200: answer(BatchRecord) } },
})

export const CERTIFICATE = options({
  operationId: 'lotes-constancia',
  summary: 'La constancia de un lote terminado',
  description:
    'Firma, como `constancia=1` de una consulta, las sumas SHA-256 del archivo enviado y del resultado en cada formato, los recuentos, las ediciones de las fuentes y ' +
    'las reglas de comparación. Quien tiene uno de los archivos comprueba con su suma que es ese y no cambió. No cuesta cuota.',
  facts: { failures: ['not-found', 'unfinished'], success: 'unconditional' },
  schema: {
    params: ID,
    response: { 200: answer(BatchCertificate, { constancia: Type.Unsafe(CERTIFICATE_SCHEMA) }) },
  },
})

export const RESULT = options({
  operationId: 'lotes-resultado',
  summary: 'El resultado de un lote terminado',
  description:
    'El archivo con sus columnas y filas, y otras más: `resultado`, `coincidencias`, `puntaje`, `nombreEnLista`, `lista`, `programa`, `motivo` y `ediciones`; ' +
    'los tipos ruc y proveedor, también `estado`, `condicion`, `nombreEnPadron` y `nombreCoincide` (si, no o vacío). El tipo proveedor dice además el estado ' +
    'de cada parte: `registro`, `padrones`, `sanciones`, `judicial`, `listas` y `vinculados` (sin_hallazgos, hallazgo, sin_revisar, no_configurado; vacío si no se pidió). ' +
    'El tipo compras dice en cambio `estadoEnFecha`, `condicionEnFecha`, `vigencia`, `sinCapacidadOperativa`, `agenteRetencion`, `buenContribuyente`, `comprobante` (con `comprobantes=1`), `motivo` y `ediciones`, ' +
    'y su `resultado` es `observado`, `sin_observaciones` o `no_revisado`. ' +
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

export const ROWS = options({
  operationId: 'lotes-filas',
  summary: 'Lo que se preguntó de cada fila',
  description:
    'Por cada fila del resultado, en su orden, los nombres, el documento, el nacimiento y el país como se usaron, después de limpiarlos y de unir columnas. No cuesta cuota.',
  facts: { failures: ['not-found', 'unfinished'], success: 'stream' },
  schema: { params: ID, response: { 200: answer(Type.Array(BatchAskedRow)) } },
})

export const ROW = options({
  operationId: 'lotes-fila',
  summary: 'Una fila con su comparación palabra por palabra',
  description:
    'Lo que se preguntó de la fila y la respuesta completa de las listas de sanciones, como `/api/aml` con `detalle=1`. No cuesta cuota: la fila ya se pagó. Si las listas ' +
    'cambiaron desde entonces, un `aviso` lo dice; una fila sin coincidencias ya no se compara. Una fila no revisada no tiene comparación.',
  facts: { failures: ['invalid-input', 'not-found', 'unfinished'] },
  schema: {
    params: Type.Object({
      id,
      fila: Type.String({
        pattern: '^[1-9][0-9]{0,6}$',
        description: 'Posición de la fila en el resultado',
        example: '1',
      }),
    }),
    response: { 200: answer(BatchRow, { aviso: Type.Optional(Type.String({ description: 'Lo que hay que saber' })) }) },
  },
})

export const CONTINUE = options({
  operationId: 'lotes-continuar',
  summary: 'Pregunta otra vez por las filas no revisadas',
  description:
    'Sigue con el mismo lote: pregunta solo por las filas que quedaron `no_revisado` y cobra solo las que ahora se revisan. Las demás quedan como están. ' +
    'Mientras tanto el lote está `en_cola` o `procesando`; si no le queda ninguna fila por revisar, no cambia nada.',
  facts: { failures: ['not-found', 'unfinished', 'quota-exhausted'], success: 'created' },
  schema: { params: ID, response: { 202: answer(BatchRecord) } },
})

const COMPARED =
  'Las filas se reconocen por su referencia; si una no la tiene, por su documento; si no, por su nombre. Dice qué coincidencias son nuevas, cuáles cambiaron y cuáles ya no están, ' +
  'y qué filas no se pueden comparar: las que están en uno solo y las que no se revisaron. No cuesta cuota.'

export const CHANGES = options({
  operationId: 'lotes-cambios',
  summary: 'Lo que cambió desde otro lote',
  description: `Compara el resultado con el de un lote anterior de la cuenta, del mismo tipo. ${COMPARED}`,
  facts: { failures: ['invalid-input', 'missing-input', 'not-found', 'unfinished'] },
  query: {
    con: parameter('Identificador del lote anterior', {
      pattern: '^[0-9a-f]{32}$',
      examples: ['0123456789abcdef0123456789abcdef'],
    }),
  },
  schema: { params: ID, response: { 200: answer(BatchChanges) } },
})

export const CHANGES_SINCE = options({
  operationId: 'lotes-cambios-archivo',
  summary: 'Lo que cambió desde un resultado guardado',
  description: `Compara el resultado con un archivo de resultado anterior (CSV, XLSX o JSON). De ese se conoce solo la mejor coincidencia de cada fila. ${COMPARED}`,
  facts: {
    failures: ['invalid-input', 'file-too-large', 'unsupported-format', 'not-found', 'unfinished'],
    success: 'unconditional',
  },
  schema: { params: ID, body: UPLOAD, response: { 200: answer(BatchChanges) } },
})
