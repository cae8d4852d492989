import { Policy } from '../../domain/records.ts'
import { plateParameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { endpoint, type Route } from '../route.ts'

const options = endpoint({
  name: 'soat',
  summary: 'SOAT vigente de una placa',
  description:
    'Da la póliza más reciente de una placa. `estado` es el de hoy en Lima: una póliza cuyo fin pasó es VENCIDO aunque la fuente no lo diga aún. Mientras ' +
    'la fuente exige una verificación responde 503 `fuente_captcha`, sin costo, y `/api/health` lo muestra.',
  query: {
    placa: Type.Optional(
      plateParameter(
        'Placa de 6 o 7 caracteres alfanuméricos; se aceptan guiones y minúsculas. También se acepta con el nombre numero',
      ),
    ),
    numero: Type.Optional(plateParameter('Otro nombre de placa')),
  },
  data: Policy,
  failures: [
    'invalid-input',
    'missing-input',
    'not-found',
    'upstream-unavailable',
    'upstream-changed',
    'upstream-blocked',
  ],
  aliases: { numero: 'placa' },
})

export const soatRoute: Route = (app, { lookups, answering }) => {
  app.get('/soat', options, answering(lookups.soat))
}
