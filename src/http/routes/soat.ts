import { Policy } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { plateParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'soat',
  summary: 'SOAT vigente de una placa',
  query: {
    placa: Type.Optional(plateParameter('Placa de 6 o 7 caracteres alfanuméricos; se aceptan guiones y minúsculas')),
    numero: Type.Optional(plateParameter('Otro nombre de placa')),
  },
  data: Policy,
  ignoredWhen: { numero: 'placa' },
})

export const soatRoute: Route = (app, { lookups, answering }) => {
  app.get('/soat', options, answering(lookups.soat))
}
