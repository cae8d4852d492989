import { Policy } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, BAD_INPUT, COST, endpoint, NOT_FOUND, SOURCE_AWAY } from './shared/endpoint.ts'
import { plateParameter } from './shared/parameters.ts'

export const soat = endpoint({
  path: 'soat',
  title: 'SOAT de una placa',
  summary: 'SOAT vigente de una placa',
  description:
    'Da la póliza más reciente de una placa. `estado` es el de hoy en Lima: una póliza cuyo fin pasó es VENCIDO aunque la fuente no lo diga aún. Mientras ' +
    'la fuente exige una verificación responde 503 `fuente_captcha`, sin costo, y `/api/health` lo muestra. Sin cuenta en la fuente responde lo mismo, y el mensaje lo dice.',
  parameters: {
    placa: Type.Optional(
      plateParameter(
        'Placa de 6 o 7 caracteres alfanuméricos; se aceptan guiones y minúsculas. También se acepta con el nombre numero',
      ),
    ),
    numero: Type.Optional(plateParameter('Otro nombre de placa')),
  },
  data: Policy,
  failures: [...BAD_INPUT, 'not-found', ...SOURCE_AWAY],
  aliases: { numero: 'placa' },
  datasets: [],
  lookup: async () => (await import('../lookups/soat.ts')).soatLookup,
  command: {
    description: 'SOAT de una placa',
    argument: { field: 'placa', subject: 'La placa', description: 'placa con guion o sin él' },
    options: [],
    examples: [['soat ABC-123', 'el certificado vigente de un vehículo']],
  },
  tool: [
    'Seguro obligatorio (SOAT) más reciente de un vehículo del Perú por su placa de 6 o 7 caracteres (placa; numero es otro nombre de lo mismo): aseguradora, póliza, vigencia y estado a hoy.',
    'Lea estado: VIGENTE, VENCIDO o ANULADO.',
    NOT_FOUND,
    AWAY,
    'Con fuente_captcha la fuente pide una verificación que nadie hace aquí, o esta instalación no tiene cuenta en ella: el mensaje lo dice.',
    COST,
  ],
})
