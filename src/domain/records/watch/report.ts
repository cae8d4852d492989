import type { Static } from 'typebox'
import { Type } from '../../../kernel/schema.ts'
import { choice, day, moment, nullable, text } from '../schema.ts'
import { ALERT_STATES, DECISIONS, EDITIONS, EVENT_KINDS } from './alerts.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** What happened to an alert or a subject, with the names of those who are still watched. */
export const WatchMovement = Type.Object(
  {
    numero: Type.Integer({ description: 'Número del evento' }),
    fecha: moment('Cuándo ocurrió'),
    tipo: choice(EVENT_KINDS, 'Qué ocurrió'),
    sujeto: text('Identificador del vigilado'),
    referencia: nullable(text('Su referencia; null si se borró')),
    nombre: nullable(text('Su nombre; null si se borró')),
    alerta: nullable(text('Identificador de la alerta')),
    parte: nullable(text('Con quién coincide; null si se borró')),
    estado: nullable(choice(ALERT_STATES, 'Estado de la alerta desde entonces')),
    persona: nullable(text('Quién decidió')),
    decision: nullable(choice(DECISIONS, 'Lo decidido')),
    motivo: nullable(text('Por qué')),
  },
  { $id: 'MovimientoVigilancia' },
)
export type WatchMovement = Static<typeof WatchMovement>

/** The report of a period. */
export const WatchReport = Type.Object(
  {
    desde: day('Primer día del periodo'),
    hasta: day('Último día del periodo'),
    generado: moment('Cuándo se hizo el informe'),
    completo: Type.Boolean({ description: 'false: los primeros eventos del periodo ya no se conservan' }),
    vigilados: Type.Object({
      alInicio: count('Vigilados al comenzar el periodo'),
      altas: count('Puestos bajo vigilancia'),
      cambiados: count('Veces que cambiaron los datos de uno'),
      borrados: count('Dados de baja'),
      alFinal: count('Vigilados al terminar el periodo'),
      sinRevisar: count('Los que ahora no se pueden revisar, o no del todo'),
    }),
    rondas: Type.Array(
      Type.Object({
        fecha: moment('Cuándo terminó'),
        ediciones: EDITIONS,
        politica: text('Reglas de comparación'),
        vigilados: count('Vigilados al terminar la ronda'),
        sinRevisar: count('De ellos, los que no se pudieron revisar, o no del todo'),
      }),
      { description: 'Rondas en que todos los vigilados se revisaron con las ediciones de entonces' },
    ),
    alertas: Type.Object({
      nuevas: count('Nuevas'),
      cambiadas: count('Abiertas de nuevo o cambiadas porque cambió quién es la parte'),
      reabiertas: count('La parte volvió a la lista'),
      vencidas: count('Descartes que vencieron'),
      retiradas: count('La parte dejó la lista o ya no coincide'),
    }),
    decisiones: Type.Array(
      Type.Object({
        persona: text('Quién decidió'),
        decision: choice(DECISIONS, 'Lo decidido'),
        total: count('Cuántas veces'),
        propuestas: count('Cuántas más propuso, para que otra persona las repita'),
      }),
    ),
    eventos: nullable(
      Type.Object(
        {
          primero: Type.Integer({ description: 'Número del primer evento' }),
          ultimo: Type.Integer({ description: 'Número del último evento' }),
          hash: text('hash del último: depende de todos los anteriores'),
        },
        { description: 'Los eventos en que se basa; null si no hubo' },
      ),
    ),
    movimientos: Type.Array(WatchMovement, {
      description: 'Lo que ocurrió con las alertas, en orden; 500 como máximo',
    }),
    truncado: Type.Boolean({ description: 'Hay más movimientos: están en el CSV' }),
  },
  { $id: 'InformeVigilancia' },
)
export type WatchReport = Static<typeof WatchReport>
