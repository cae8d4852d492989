import { PersonSearch } from '../../domain/records.ts'
import { dniParameter, flagParameter, nameParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'persona',
  summary: 'Persona por nombre o por DNI',
  description:
    'Busca personas naturales por nombre, entre quienes tienen o tuvieron RUC, o por DNI, también entre quienes no lo tienen. Envíe `nombre` o `dni`, no ' +
    'ambos. Por nombre devuelve 20 coincidencias como máximo; los RUC de empresas se omiten y `aviso` dice cuántos. De una persona sin RUC, `ruc`, ' +
    '`estado` y `condicion` son textos vacíos.',
  query: {
    nombre: Type.Optional(
      nameParameter('Nombres y/o apellidos, 3 caracteres como mínimo. Excluye a dni', 'SALVATIERRA PUMAYALLI'),
    ),
    dni: Type.Optional(dniParameter('DNI de 8 dígitos. Excluye a nombre')),
    detalle: Type.Optional(flagParameter('1 o true: agrega la ficha RUC a las 5 primeras coincidencias')),
  },
  data: PersonSearch,
  rules: { exactamenteUno: ['nombre', 'dni'] },
  failures: [
    'invalid-input',
    'missing-input',
    'not-found',
    'upstream-unavailable',
    'upstream-changed',
    'dataset-unavailable',
    'upstream-blocked',
  ],
})

export const personaRoute: Route = (app, { lookups, answering }) => {
  app.get('/persona', options, answering(lookups.persona))
}
