import type { TProperties, TSchema } from 'typebox'
import { ALERT_STATES, Subject, WatchSummary } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { flagParameter, limitParameter, lineParameter, parameter } from './parameters.ts'

/** How many of a list are sent, unless said, and at most. */
export const WATCH_PAGE = { usual: 100, most: 500 }

const PAGE_PARAMETERS = {
  limite: Type.Optional(limitParameter(WATCH_PAGE.most, WATCH_PAGE.usual)),
  despues: Type.Optional(
    parameter('Identificador con que terminó la página anterior', {
      pattern: '^[0-9a-f]{32}$',
      examples: ['0'.repeat(32)],
    }),
  ),
}

const SIGUIENTE = { siguiente: Type.Optional(Type.String({ description: 'Para `despues`, si hay más' })) }

/** What is only asked of the watch, as HTTP and assistants ask it. Nothing of it costs a unit. */
interface WatchQuestion {
  path: string
  title: string
  parameters: TProperties
  data: TSchema
  extras: TProperties
  failures: readonly ['invalid-input']
  /** What an assistant is told. */
  tool: readonly string[]
}

const PRIVATE = 'Contiene datos personales: no repita los que no hagan falta. No cuesta nada.'
const loose = (description: string) => Type.Unsafe<object>({ type: 'object', description })

export const WATCH_QUESTIONS = {
  vigilados: {
    path: 'vigilados',
    title: 'Los vigilados de la cuenta',
    parameters: {
      referencia: Type.Optional(lineParameter('Solo el de esta referencia', 'C-0001', 200)),
      sinRevisar: Type.Optional(flagParameter('Solo los que nunca se revisaron o no se pudieron revisar')),
      ...PAGE_PARAMETERS,
    },
    data: Type.Array(Subject),
    extras: { ...SIGUIENTE, resumen: WatchSummary },
    failures: ['invalid-input'],
    tool: [
      'Los clientes y proveedores que la cuenta tiene bajo vigilancia, con su última revisión (revisado, ediciones) y sus alertas abiertas.',
      'Si sinRevisarDesde no es null, no se pudo revisar: no lo cuente como sin alertas. revisado null: todavía no se revisó.',
      PRIVATE,
    ],
  },
  alertas: {
    path: 'alertas',
    title: 'Las alertas de la cuenta',
    parameters: {
      estado: Type.Optional(parameter('Solo las de este estado', { enum: [...ALERT_STATES], example: 'abierta' })),
      ...PAGE_PARAMETERS,
    },
    data: Type.Array(loose('Alerta: sujeto, parte, comparacion, estado, causa, cambios y decisiones')),
    extras: SIGUIENTE,
    failures: ['invalid-input'],
    tool: [
      'Las alertas de la vigilancia: un vigilado que puede ser una parte de una lista de sanciones, o un cambio de su RUC. Con estado=abierta, las que esperan una decisión.',
      'Decide una persona, en la consola o con su clave; aquí no se decide nada. Cada decisión dice quién, por qué y qué tenía a la vista.',
      PRIVATE,
    ],
  },
  'vigilancia/informe': {
    path: 'vigilancia/informe',
    title: 'El informe de la vigilancia en un periodo',
    parameters: {
      desde: Type.Optional(
        parameter('Primer día, AAAA-MM-DD; el primero del mes de `hasta` si se omite', {
          format: 'date',
          example: '2026-11-01',
        }),
      ),
      hasta: Type.Optional(
        parameter('Último día, AAAA-MM-DD; hoy si se omite', { format: 'date', example: '2026-11-30' }),
      ),
    },
    data: loose('Recuentos, rondas con sus ediciones, decisiones por persona y movimientos'),
    extras: {},
    failures: ['invalid-input'],
    tool: [
      'A quiénes se vigiló y con qué ediciones de las listas, qué alertas hubo y quién decidió qué entre dos fechas.',
      'Si completo es false, faltan eventos del comienzo. Si truncado es true, hay más movimientos de los que se muestran.',
      PRIVATE,
    ],
  },
} as const satisfies Record<string, WatchQuestion>

export type WatchPath = keyof typeof WATCH_QUESTIONS

export const isWatchPath = (path: string): path is WatchPath => Object.hasOwn(WATCH_QUESTIONS, path)
