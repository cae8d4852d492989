import { VOUCHER_KINDS, Voucher } from '../domain/voucher.ts'
import { Type } from '../kernel/schema.ts'
import { AWAY, answeredBy, BAD_INPUT, COST, endpoint, SOURCE_AWAY } from './shared/endpoint.ts'
import { DATE, dateParameter, formParameter, parameter, rucParameter } from './shared/parameters.ts'

const KINDS =
  '01 factura, 03 boleta, 04 liquidación de compra, 07 nota de crédito, 08 nota de débito, R1 recibo por honorarios, R7 su nota de crédito'

export const comprobante = endpoint({
  path: 'comprobante',
  title: 'Comprobante de pago',
  summary: 'Si un comprobante fue informado a la SUNAT',
  description:
    'Pregunta por un comprobante al servicio oficial de la SUNAT, con la cuenta propia de la instalación. `NO INFORMADO` es una respuesta (200), no una prueba de falsedad: `aviso` dice qué puede significar. ' +
    'Los comprobantes electrónicos necesitan `monto`, que debe coincidir al céntimo. Sin cuenta responde 503 `fuente_no_configurada`, sin costo.',
  parameters: {
    ruc: rucParameter('RUC del emisor, 11 dígitos', 'listed'),
    tipo: parameter(`Tipo de comprobante: ${KINDS}`, { enum: [...VOUCHER_KINDS], example: '01' }),
    serie: formParameter(
      'Serie de 4 caracteres; a una de solo dígitos se le completan los ceros',
      ['^(?:[A-Za-z][A-Za-z0-9]{3}|[0-9]{1,4})$', 'debe tener 4 letras o dígitos, como F001 o 0001'],
      'F001',
    ),
    numero: formParameter(
      'Número, de 1 a 8 dígitos',
      ['^0{0,8}[1-9][0-9]{0,7}$', 'debe tener de 1 a 8 dígitos y no ser cero'],
      '123',
    ),
    fecha: dateParameter('Fecha de emisión, hasta hoy'),
    monto: Type.Optional(
      formParameter(
        'Importe total, con hasta dos decimales',
        ['^[0-9]{1,12}(?:\\.[0-9]{1,2})?$', 'debe ser un número con hasta dos decimales, como 118.00'],
        '118.00',
      ),
    ),
  },
  data: Voucher,
  extras: {
    proveedor: answeredBy(['taxauth-cpe']),
    aviso: Type.Optional(Type.String({ description: 'Qué puede significar NO INFORMADO' })),
  },
  rules: { enOrden: ['fecha', 'hoy'] },
  failures: [...BAD_INPUT, ...SOURCE_AWAY, 'not-configured'],
  datasets: [],
  lookup: async () => (await import('../lookups/comprobante.ts')).comprobanteLookup,
  command: {
    description: 'si un comprobante fue informado a la SUNAT',
    argument: { field: 'ruc', subject: 'El RUC', description: 'RUC del emisor, 11 dígitos' },
    options: [
      ['--tipo <tipo>', KINDS],
      ['--serie <serie>', 'por ejemplo F001'],
      ['--numero <numero>', 'de 1 a 8 dígitos'],
      ['--fecha <fecha>', `fecha de emisión: ${DATE}`],
      ['--monto <monto>', 'importe total; lo necesitan los electrónicos'],
    ],
    examples: [
      [
        'comprobante 20000000125 --tipo 01 --serie F001 --numero 1 \\\n    --fecha 2026-11-10 --monto 118.00',
        'una factura electrónica',
      ],
    ],
  },
  tool: [
    'Pregunta a la SUNAT por un comprobante de pago del Perú: ruc del emisor, tipo, serie, numero, fecha de emisión y monto total (necesario si es electrónico).',
    `Tipos: ${KINDS}.`,
    'estado ACEPTADO o ANULADO es de uno electrónico, AUTORIZADO o NO AUTORIZADO de uno impreso. NO INFORMADO no prueba que sea falso: repita el aviso.',
    AWAY,
    'Con fuente_no_configurada esta instalación no tiene cuenta para preguntarlo.',
    COST,
  ],
})
