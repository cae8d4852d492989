import type { Static } from 'typebox'
import { Type } from '../../../kernel/schema.ts'
import { choice, moment, nullable, text } from '../schema.ts'
import { id } from './alerts.ts'

const WEBHOOK = {
  id: id('Identificador del aviso'),
  url: text('Dirección a la que se envía'),
  estado: choice(['activo', 'desactivado'], 'desactivado: la dirección respondió 410'),
  clavePublica: text('Clave pública (whpk_…) con que se comprueba la firma v1a'),
  creado: moment('Cuándo se registró'),
}
export const Webhook = Type.Object(WEBHOOK, { $id: 'Aviso' })
export type Webhook = Static<typeof Webhook>

export const WebhookCreated = Type.Object(
  { ...WEBHOOK, secreto: text('Secreto (whsec_…) con que se comprueba la firma v1; no se muestra otra vez') },
  { $id: 'AvisoNuevo' },
)
export type WebhookCreated = Static<typeof WebhookCreated>

export const Delivery = Type.Object(
  {
    evento: Type.Integer({ description: 'Número del evento' }),
    estado: choice(['pendiente', 'entregado', 'fallido'], 'pendiente: se intentará otra vez'),
    intentos: Type.Integer({ description: 'Cuántas veces se envió' }),
    resultado: nullable(
      text('Código HTTP del último intento; direccion (no es pública), dns, tiempo, conexion o desactivado si no hubo'),
    ),
    fecha: moment('Cuándo fue'),
    siguiente: nullable(moment('Próximo intento')),
  },
  { $id: 'Entrega' },
)
export type Delivery = Static<typeof Delivery>
