import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { day, text } from './schema.ts'

/** What an account used in a month. */
export const Usage = Type.Object({
  cuenta: Type.Object(
    { id: text('Identificador de la cuenta'), nombre: text('Nombre que le puso quien administra el servicio') },
    { description: 'Cuenta a la que pertenece la clave' },
  ),
  persona: Type.Optional(text('Persona de la clave; ausente si la clave no es de una persona')),
  mes: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'Mes AAAA-MM, de Lima' }),
  cuota: Type.Object(
    {
      limite: Type.Integer({ description: 'Unidades de un mes' }),
      usadas: Type.Integer({ description: 'Unidades usadas en ese mes' }),
      disponibles: Type.Integer({
        description: 'Unidades que quedaban al terminar ese mes; las que quedan en el actual',
      }),
      renueva: day('Primer día del mes siguiente'),
    },
    { description: 'Cuota de la cuenta, que sus claves comparten' },
  ),
  consumo: Type.Array(
    Type.Object({
      endpoint: text('Consulta: la última parte de su dirección'),
      unidades: Type.Integer({ description: 'Unidades que costó' }),
    }),
    { description: 'Unidades por consulta, de mayor a menor; las que no se usaron no figuran' },
  ),
})
export type Usage = Static<typeof Usage>
