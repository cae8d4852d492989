import { PersonSearch } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint, NOT_FOUND, PERSONAL, SOURCE_AWAY } from './shared/endpoint.ts'
import { dniParameter, flagParameter, nameParameter } from './shared/parameters.ts'

export const persona = endpoint({
  path: 'persona',
  title: 'Persona por nombre o DNI',
  summary: 'Persona por nombre o por DNI',
  description:
    'Busca personas naturales por nombre, entre quienes tienen o tuvieron RUC, o por DNI, también entre quienes no lo tienen. Envíe `nombre` o `dni`, no ' +
    'ambos. Por nombre devuelve 20 coincidencias como máximo; los RUC de empresas se omiten y `aviso` dice cuántos. De una persona sin RUC, `ruc`, ' +
    '`estado` y `condicion` son textos vacíos.',
  parameters: {
    nombre: Type.Optional(
      nameParameter('Nombres y/o apellidos, 3 caracteres como mínimo. Excluye a dni', 'SALVATIERRA PUMAYALLI'),
    ),
    dni: Type.Optional(dniParameter('DNI de 8 dígitos. Excluye a nombre')),
    detalle: Type.Optional(flagParameter('1 o true: agrega la ficha RUC a las 5 primeras coincidencias')),
  },
  data: PersonSearch,
  rules: { exactamenteUno: ['nombre', 'dni'] },
  failures: [...BAD_INPUT, 'not-found', ...SOURCE_AWAY, 'dataset-unavailable'],
  datasets: ['padron'],
  lookup: async () => (await import('../lookups/persona.ts')).personaLookup,
  command: {
    description: 'personas por nombre o por DNI',
    argument: {
      field: 'nombre',
      subject: 'El nombre',
      description: 'apellidos y nombres en cualquier orden, o un DNI',
      words: true,
      digits: 'dni',
    },
    options: [
      ['--nombre <texto>', 'lo mismo, como opción'],
      ['--dni <número>', 'DNI de 8 dígitos'],
      ['--detalle', 'añade la ficha de las primeras cinco'],
    ],
    examples: [
      ['persona ana de la rosa', 'personas con esos nombres'],
      ['persona 00000012 --detalle', 'la persona de un DNI, con su ficha'],
    ],
  },
  tool: [
    'Busca personas naturales del Perú por nombre y apellidos (nombre) o por DNI (dni); dé solo uno de los dos. Devuelve DNI, RUC, nombres separados, estado y condición.',
    'Por nombre solo aparecen personas que tienen o tuvieron RUC, 20 como máximo; truncado avisa que hubo más. Varias personas pueden llamarse igual: no elija una por su cuenta, pida un dato más.',
    'detalle agrega la ficha RUC a las cinco primeras. Para empresas use nombre.',
    NOT_FOUND,
    AWAY,
    PERSONAL,
    COST,
  ],
})
