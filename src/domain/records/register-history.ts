import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, day, digits, digitsOrEmpty, knownText, nullable, text } from './schema.ts'

/** What one edition says otherwise than another. */
export const CAMBIOS = ['alta', 'retiro', 'razonSocial', 'estado', 'condicion', 'ubigeo', 'direccion'] as const
export type Cambio = (typeof CAMBIOS)[number]

const cambios = (description: string) => Type.Array(choice(CAMBIOS), { description })

/** How sure it is what the register said on a day. */
export const Validity = Type.Object(
  {
    edicion: day('Última edición del padrón de ese día o anterior: la que responde'),
    desde: day('Primera edición con exactamente esta ficha'),
    hasta: nullable(day('Última edición con exactamente esta ficha; null si sigue igual')),
    certeza: choice(
      ['segura', 'entre_ediciones'],
      'segura: lo dice la edición de ese día o la del siguiente, o las dos entre las que cae dicen lo mismo. entre_ediciones: cambió en algún momento entre dos ' +
        'ediciones, y no se sabe si antes o después de ese día; también cuando aún no hay una edición posterior',
    ),
    siguiente: nullable(
      Type.Object(
        { edicion: day('La edición siguiente'), cambios: cambios('Qué dice de otro modo') },
        { description: 'La edición siguiente, cuando dice otra cosa y la certeza es entre_ediciones' },
      ),
    ),
    grano: Type.Optional(
      choice(
        ['mes'],
        'Presente cuando responde una copia mensual de datos abiertos: edicion, desde y hasta son el primer o el último día de un mes, y de qué día es no se sabe. No tiene nombre ni dirección',
      ),
    ),
  },
  { $id: 'Vigencia', description: 'Qué edición responde por la fecha consultada; solo con `fecha`' },
)
export type Validity = Static<typeof Validity>

export const RegisterPeriod = Type.Object(
  {
    desde: day('Primera edición con esta ficha'),
    hasta: nullable(day('Última edición con esta ficha; null si es la de hoy')),
    razonSocial: text('Nombre o razón social registrada; vacía en una copia mensual'),
    estado: knownText(['ACTIVO', 'BAJA DE OFICIO', 'SUSPENSION TEMPORAL'], 'Estado del contribuyente, texto completo'),
    condicion: knownText(['HABIDO', 'NO HABIDO', 'NO HALLADO'], 'Condición del domicilio, texto completo'),
    ubigeo: digitsOrEmpty(6, 'Código de ubicación; vacío si no se conoce'),
    direccion: text('Dirección fiscal completa; vacía para personas naturales'),
    cambios: cambios('Qué cambió respecto del periodo anterior; alta cuando la edición anterior no lo tenía'),
    fuente: choice(
      ['taxauth-scraper', 'taxauth-open-data'],
      'De dónde es el dato: el padrón, o el archivo mensual de datos abiertos, que no tiene nombre ni dirección y solo una parte de los RUC',
    ),
    grano: choice(
      ['dia', 'mes'],
      'Con qué detalle se conocen sus fechas. mes: desde y hasta son el primer y el último día de sus meses',
    ),
  },
  { $id: 'PeriodoPadron' },
)
export type RegisterPeriod = Static<typeof RegisterPeriod>

export const TaxpayerHistory = Type.Object(
  {
    numero: digits(11, 'RUC consultado'),
    desde: day('Primera edición del padrón que se conoce; los periodos de copias mensuales pueden ser anteriores'),
    hasta: day('Última edición: la que está en servicio'),
    periodos: Type.Array(RegisterPeriod, {
      minItems: 1,
      description:
        'Del más reciente al más antiguo; los de copias mensuales, junto a los del padrón aunque lo contradigan',
    }),
  },
  { $id: 'HistoriaContribuyente' },
)
export type TaxpayerHistory = Static<typeof TaxpayerHistory>
