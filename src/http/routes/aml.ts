import { Screening } from '../../domain/records.ts'
import { Type } from '../../kernel/schema.ts'
import { flagParameter, nameParameter, parameter } from '../parameters.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'aml',
  summary: 'Revisión de un nombre en las listas de sanciones de EE. UU. y la ONU',
  query: {
    nombre: nameParameter('Nombre completo o razón social, 3 caracteres como mínimo', 'TARQUILLO ZENOBIO'),
    documento: Type.Optional(parameter('DNI o RUC asociado', { pattern: '^[A-Za-z0-9-]{5,20}$', example: '00000012' })),
    tipo: Type.Optional(
      parameter('Qué es el cliente: lo que figura en la lista como otra cosa deja de ser coincidencia parcial', {
        enum: ['persona', 'empresa', 'nave', 'aeronave'],
        example: 'persona',
      }),
    ),
    nacimiento: Type.Optional(
      parameter('Nacimiento del cliente: año, mes o fecha, desde 1850 y no futuro', {
        pattern: '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$',
        example: '1960-01-20',
      }),
    ),
    pais: Type.Optional(
      parameter('País del cliente: código ISO de dos letras o nombre en español, con o sin tildes', {
        pattern: "^[A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ .,'’()-]{1,79}$",
        example: 'PE',
      }),
    ),
    detalle: Type.Optional(
      flagParameter('1 o true: agrega puntaje, nombre coincidente, motivos y la ficha de cada parte'),
    ),
  },
  data: Screening,
})

export const amlRoute: Route = (app, { lookups, answering }) => {
  app.get('/aml', options, answering(lookups.aml))
}
