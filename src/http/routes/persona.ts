import { PersonSearch } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { dniParameter, flagParameter, nameParameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'persona',
  summary: 'Persona por nombre o por DNI',
  query: {
    nombre: Type.Optional(
      nameParameter('Nombres y/o apellidos, 3 caracteres como mínimo. Excluye a dni.', 'SALVATIERRA PUMAYALLI'),
    ),
    dni: Type.Optional(dniParameter('DNI de 8 dígitos. Excluye a nombre.')),
    detalle: Type.Optional(flagParameter('1 o true: agrega la ficha RUC a las 5 primeras coincidencias')),
  },
  data: PersonSearch,
})

export const personaRoute: Route = (app, { lookups, answering }) => {
  app.get('/persona', options, answering(lookups.persona))
}
