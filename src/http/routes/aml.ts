import { Type } from 'typebox'
import { Screening } from '../../domain/records.ts'
import { flagParameter, nameParameter, parameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'aml',
  summary: 'Revisión de un nombre en las listas de sanciones de EE. UU. y la ONU',
  query: {
    nombre: nameParameter('Nombre completo o razón social, 3 caracteres como mínimo', 'TARQUILLO ZENOBIO'),
    documento: Type.Optional(parameter('DNI o RUC asociado', { pattern: '^[A-Za-z0-9-]{5,20}$', example: '00000012' })),
    detalle: Type.Optional(
      flagParameter('1 o true: agrega puntaje, nombre coincidente, motivos y la ficha de cada parte'),
    ),
  },
  data: Screening,
})

export const amlRoute: Route = (app, { lookups, answering }) => {
  app.get('/aml', options, answering(lookups.aml))
}
