import { Type } from 'typebox'
import { Policy } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'SOAT vigente de una placa',
  query: {
    placa: Type.Optional(parameter('Placa de 6 o 7 caracteres alfanuméricos; se aceptan guiones y minúsculas')),
    numero: Type.Optional(parameter('Otro nombre de placa')),
  },
  data: Policy,
})

export const soatRoute: Route = (app, { lookups, answering }) => {
  app.get('/soat', schema, answering(lookups.soat))
}
