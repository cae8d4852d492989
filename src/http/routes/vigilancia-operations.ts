import {
  Alert,
  BatchRecord,
  DECISION_REASONS,
  DECISIONS,
  Subject,
  SubjectFacts,
  WatchEvent,
  WatchSummary,
} from '../../domain/records.ts'
import type { WATCH_SCOPES } from '../../endpoints/index.ts'
import { limitParameter, parameter } from '../../endpoints/shared/parameters.ts'
import { WATCH_QUESTIONS } from '../../endpoints/shared/watch-questions.ts'
import { Type } from '../../kernel/schema.ts'
import { WATCH_TAG } from '../openapi/about.ts'
import type { EndpointFacts } from '../openapi/document-types.ts'
import { UPLOAD, UPLOAD_QUERY } from './lotes-operations.ts'

// The operations of the watch, as the OpenAPI document tells them. Their routes are in vigilancia.ts.

const ID_PATTERN = '^[0-9a-f]{32}$'
const id = (description: string) => Type.String({ pattern: ID_PATTERN, description, example: '0'.repeat(32) })
const SUBJECT_ID = Type.Object({ id: id('Identificador del vigilado') })
const ALERT_ID = Type.Object({ id: id('Identificador de la alerta') })

export const EVENTS_PAGE = { usual: 500, most: 999 }

export const answer = (data: object, more: Record<string, object> = {}) =>
  Type.Object({ ok: Type.Literal(true), data, ...more } as never, { description: 'Respuesta' })

const list = (items: object, more: Record<string, object> = {}) =>
  answer(Type.Array(items as never), {
    siguiente: Type.Optional(Type.String({ description: 'Para `despues`, si hay más' })),
    ...more,
  })

interface About {
  endpoint: (typeof WATCH_SCOPES)[number]
  operationId: string
  summary: string
  description: string
  facts: Omit<EndpointFacts, 'isLookup'>
  query?: Record<string, object>
  takesFile?: boolean
  schema: object
}

export const options = ({
  endpoint,
  operationId,
  summary,
  description,
  facts,
  query = {},
  takesFile = false,
  schema,
}: About) => ({
  schema: {
    ...{ operationId, tags: [WATCH_TAG], summary, description },
    ...(Object.keys(query).length > 0 && { querystring: Type.Object(query as never) }),
    ...schema,
    'x-endpoint': { isLookup: false, ...facts } satisfies EndpointFacts,
  },
  config: { endpoint, parameters: Object.keys(query), takesFile },
})

const { tipo: _, vinculados: __, ...FILE_QUERY } = UPLOAD_QUERY

export const BODY_FAILURES = ['invalid-input', 'missing-input', 'body-too-large', 'unsupported-format'] as const

export const PUT_SUBJECT = options({
  endpoint: 'vigilados',
  operationId: 'vigilados-poner',
  summary: 'Pone a un cliente o proveedor bajo vigilancia',
  description:
    'Desde ahora se revisa con cada edición nueva de las listas y del registro. La misma `referencia` otra vez reemplaza los datos. Cuesta una unidad, y una más cada mes que ' +
    'sigue; revisarlo de nuevo no cuesta. Sin unidades queda sin revisar y lo dice en `sinRevisarDesde`. `aviso` dice por qué el nombre solo no descarta a nadie. ' +
    'Con un archivo responde 202 y un lote de tipo vigilados: cada fila necesita `referencia` y nombre, y su resultado es `vigilado` o `no_revisado` con su motivo. El resultado no repite los datos.',
  facts: { failures: [...BODY_FAILURES, 'file-too-large'], success: 'unconditional' },
  query: FILE_QUERY,
  takesFile: true,
  schema: {
    body: {
      ...UPLOAD,
      description: `Un vigilado como objeto JSON, o muchos en un archivo: ${UPLOAD.description}`,
      content: {
        ...UPLOAD.content,
        'text/csv': {
          ...UPLOAD.content['text/csv'],
          example: 'referencia,tipo,nombre\nC-0001,persona,Juan Quispe Mamani\n',
        },
        'application/json': {
          schema: Type.Union([SubjectFacts, UPLOAD.content['application/json'].schema]),
          example: { referencia: 'C-0001', tipo: 'persona', nombre: 'Juan Quispe Mamani' },
        },
      },
    },
    response: {
      200: answer(Subject, { aviso: Type.Optional(Type.String({ description: 'Lo que hay que saber' })) }),
      202: answer(BatchRecord),
    },
  },
})

export const LIST_SUBJECTS = options({
  endpoint: 'vigilados',
  operationId: 'vigilados',
  summary: WATCH_QUESTIONS.vigilados.title,
  description:
    'Los más antiguos primero, con su última revisión y sus alertas abiertas. `resumen` cuenta todos los de la cuenta. No cuesta cuota.',
  facts: { failures: ['invalid-input'] },
  query: WATCH_QUESTIONS.vigilados.parameters,
  schema: { response: { 200: list(Subject, { resumen: WatchSummary }) } },
})

export const FIND_SUBJECT = options({
  endpoint: 'vigilados',
  operationId: 'vigilados-ver',
  summary: 'Un vigilado',
  description: 'Con qué ediciones y reglas se revisó la última vez. No cuesta cuota.',
  facts: { failures: ['not-found'] },
  schema: { params: SUBJECT_ID, response: { 200: answer(Subject) } },
})

export const REMOVE_SUBJECT = options({
  endpoint: 'vigilados',
  operationId: 'vigilados-borrar',
  summary: 'Deja de vigilar y borra todo',
  description:
    'Borra al vigilado con sus alertas y decisiones; responde lo que era. Los eventos quedan: solo tienen identificadores.',
  facts: { failures: ['not-found'], success: 'unconditional' },
  schema: { params: SUBJECT_ID, response: { 200: answer(Subject) } },
})

export const LIST_ALERTS = options({
  endpoint: 'alertas',
  operationId: 'alertas',
  summary: WATCH_QUESTIONS.alertas.title,
  description: 'Las más antiguas primero. Una parte que figura en varias listas es una alerta. No cuesta cuota.',
  facts: { failures: ['invalid-input'] },
  query: WATCH_QUESTIONS.alertas.parameters,
  schema: { response: { 200: list(Alert) } },
})

export const FIND_ALERT = options({
  endpoint: 'alertas',
  operationId: 'alertas-ver',
  summary: 'Una alerta',
  description: 'Con la comparación, lo que cambió y sus decisiones. No cuesta cuota.',
  facts: { failures: ['not-found'] },
  schema: { params: ALERT_ID, response: { 200: answer(Alert) } },
})

export const DECIDE = options({
  endpoint: 'alertas',
  operationId: 'alertas-decidir',
  summary: 'Decide sobre una alerta',
  description:
    'Necesita una clave de una persona. Un descarte vale 12 meses si `venceEl` no dice otra cosa, y mientras no cambie quién es la parte, quién es el vigilado ni lo que dice la ' +
    'comparación. Con cuatro ojos, vale cuando otra persona lo repite. Se guarda lo que la persona tenía a la vista.',
  facts: { failures: [...BODY_FAILURES, 'not-found'], success: 'unconditional' },
  schema: {
    params: ALERT_ID,
    body: Type.Object(
      {
        decision: parameter('Lo decidido', { enum: [...DECISIONS], example: 'descartada' }),
        motivo: parameter('Por qué', { enum: [...DECISION_REASONS], example: 'otro_nacimiento' }),
        nota: Type.Optional(
          parameter('Explicación; obligatoria con el motivo otro', { example: 'El cliente nació en 1985' }),
        ),
        venceEl: Type.Optional(parameter('Hasta cuándo vale un descarte, AAAA-MM-DD', { format: 'date' })),
      },
      { $id: 'NuevaDecision' },
    ),
    response: { 200: answer(Alert) },
  },
})

export const LIST_EVENTS = options({
  endpoint: 'eventos',
  operationId: 'eventos',
  summary: 'Todo lo que ocurrió, en orden',
  description:
    'Los eventos tras `desde`, que es el número del último visto; sin él, desde el más antiguo que se conserva (400 días). Con `Accept: application/x-ndjson`, uno por línea. ' +
    'Cada uno lleva el hash del anterior: SHA-256 de `previo`, un salto de línea y el JSON canónico (RFC 8785) del evento sin `previo` ni `hash`. No cuesta cuota.',
  facts: { failures: ['invalid-input', 'cursor-expired'], success: 'unconditional' },
  query: {
    desde: Type.Optional(
      parameter('Número del último evento visto', { pattern: '^(?:0|[1-9][0-9]{0,14})$', example: '0' }),
    ),
    limite: Type.Optional(limitParameter(EVENTS_PAGE.most, EVENTS_PAGE.usual)),
  },
  schema: {
    response: {
      200: answer(Type.Array(WatchEvent), {
        siguiente: Type.Integer({ description: 'Para `desde`: el número del último evento' }),
      }),
    },
  },
})
