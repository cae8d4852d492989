import { RUC_PROVIDERS, Taxpayer, Validity } from '../domain/records.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, answeredBy, BAD_INPUT, COST, endpoint, NOT_FOUND, PERSONAL, SOURCE_AWAY } from './shared/endpoint.ts'
import { DATE, dateParameter, flagParameter, providerParameter, rucParameter } from './shared/parameters.ts'

export const ruc = endpoint({
  path: 'ruc',
  title: 'Contribuyente por RUC',
  summary: 'Contribuyente por RUC',
  description:
    'Busca el número en la copia local del padrón de la autoridad tributaria y, si no figura, en las fuentes en vivo configuradas. Un RUC con un dígito ' +
    'verificador que no corresponde y que el padrón no tiene es 404 de inmediato. Las personas naturales no tienen dirección publicada.\n\nCon `fecha` responde la última ' +
    'edición del padrón de ese día o anterior, y `vigencia` dice desde y hasta cuándo la ficha fue esa y con qué certeza; `tipo` va vacío, porque el padrón no lo ' +
    'guarda. Antes de la primera edición que se conoce es 422 `sin_historia`, que no cuesta.',
  parameters: {
    numero: rucParameter(),
    proveedor: Type.Optional(providerParameter(RUC_PROVIDERS)),
    fecha: Type.Optional(dateParameter('Día por el que se pregunta, hasta hoy; excluye a `proveedor`')),
    detalle: Type.Optional(
      flagParameter(
        '1 agrega `padrones` (agentes, buenos contribuyentes y SSCO, los de `fecha` si se envía), `actividad` y `anexos`',
      ),
    ),
  },
  data: Taxpayer,
  extras: { proveedor: answeredBy(RUC_PROVIDERS), vigencia: Type.Optional(Validity) },
  rules: { comoMaximoUno: ['proveedor', 'fecha'], enOrden: ['fecha', 'hoy'] },
  failures: [...BAD_INPUT, 'not-found', 'no-history', ...SOURCE_AWAY, 'dataset-unavailable', 'not-configured'],
  datasets: ['padron', 'agentes', 'ssco'],
  lookup: async () => (await import('../lookups/ruc.ts')).rucLookup,
  command: {
    description: 'ficha de un contribuyente',
    argument: { label: 'ruc', field: 'numero', subject: 'El RUC', description: 'RUC de 11 dígitos' },
    options: [
      ['--proveedor <id>', 'pregunta solo a taxauth-scraper, aggregator-a o aggregator-b'],
      ['--fecha <fecha>', `qué era ese día: ${DATE}`],
      ['--detalle', 'también padrones tributarios (agentes, buenos contribuyentes, SSCO), actividad y anexos'],
    ],
    examples: [
      ['ruc 20000000125', 'la ficha de un contribuyente'],
      ['ruc 20000000125 --json', 'lo mismo, para un programa'],
      ['ruc 20000000125 --fecha 2026-11-13', 'qué era ese día, por ejemplo el de una factura'],
    ],
  },
  tool: [
    'Ficha de un contribuyente del Perú a partir de su RUC de 11 dígitos: nombre o razón social, estado, condición del domicilio, dirección y tipo.',
    'Use esta cuando tenga el número; con una razón social use nombre, con el nombre de una persona use persona.',
    'Con fecha dice qué era ese día, por ejemplo el de una factura: lea vigencia.certeza; con entre_ediciones la ficha cambió en algún momento entre dos ediciones y no se sabe si antes o después. Un error sin_historia significa que no se sabe, no que no existiera.',
    'Con detalle=1 agrega padrones: agente de retención, de percepción, buen contribuyente y sujeto sin capacidad operativa (SSCO). estado "sin_datos" significa que no se sabe, nunca que no esté. También actividad y anexos (establecimientos): null significa que no están cargados, no que no los tenga.',
    'No diga que una empresa opera con normalidad solo por figurar: lea estado (ACTIVO, BAJA, SUSPENDIDO) y condicion (HABIDO, NO HABIDO).',
    NOT_FOUND,
    AWAY,
    'La ficha de un RUC que empieza en 10, 15 o 17 es de una persona natural.',
    PERSONAL,
    COST,
  ],
})
