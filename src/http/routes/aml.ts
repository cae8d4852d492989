import { Type } from 'typebox'
import { Screening } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Revisión de un nombre en las listas de sanciones de EE. UU. y la ONU',
  query: {
    nombre: parameter('Nombre completo o razón social, 3 caracteres como mínimo'),
    documento: Type.Optional(parameter('DNI o RUC asociado')),
    detalle: Type.Optional(parameter('1 o true: agrega puntaje, nombre coincidente y motivos')),
  },
  data: Screening,
})

export const amlRoute: Route = (app, { lookups, answering }) => {
  app.get('/aml', schema, answering(lookups.aml))
}
