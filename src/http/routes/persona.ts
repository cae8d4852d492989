import { Type } from 'typebox'
import { PersonSearch } from '../../domain/records.ts'
import { endpoint, parameter, type Route } from '../route.ts'

const schema = endpoint({
  summary: 'Persona por nombre o por DNI',
  query: {
    nombre: Type.Optional(parameter('Nombres y/o apellidos, 3 caracteres como mínimo. Excluye a dni.')),
    dni: Type.Optional(parameter('DNI de 8 dígitos. Excluye a nombre.')),
    detalle: Type.Optional(parameter('1 o true: agrega la ficha RUC a las 5 primeras coincidencias')),
  },
  data: PersonSearch,
})

export const personaRoute: Route = (app, { lookups, answering }) => {
  app.get('/persona', schema, answering(lookups.persona))
}
