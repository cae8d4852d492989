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
  },
  { $id: 'Vigencia', description: 'Qué edición responde por la fecha consultada; solo con `fecha`' },
)
export type Validity = Static<typeof Validity>

export const RegisterPeriod = Type.Object(
  {
    desde: day('Primera edición con esta ficha'),
    hasta: nullable(day('Última edición con esta ficha; null si es la de hoy')),
    razonSocial: text('Nombre o razón social registrada'),
    estado: knownText(['ACTIVO', 'BAJA DE OFICIO', 'SUSPENSION TEMPORAL'], 'Estado del contribuyente, texto completo'),
    condicion: knownText(['HABIDO', 'NO HABIDO', 'NO HALLADO'], 'Condición del domicilio, texto completo'),
    ubigeo: digitsOrEmpty(6, 'Código de ubicación; vacío si no se conoce'),
    direccion: text('Dirección fiscal completa; vacía para personas naturales'),
    cambios: cambios('Qué cambió respecto del periodo anterior; alta cuando la edición anterior no lo tenía'),
    fuente: choice(['taxauth-scraper'], 'De quién es el dato'),
    grano: choice(['dia'], 'Con qué detalle se conocen sus fechas'),
  },
  { $id: 'PeriodoPadron' },
)
export type RegisterPeriod = Static<typeof RegisterPeriod>

export const TaxpayerHistory = Type.Object(
  {
    numero: digits(11, 'RUC consultado'),
    desde: day('Primera edición del padrón que se conoce'),
    hasta: day('Última edición: la que está en servicio'),
    periodos: Type.Array(RegisterPeriod, { minItems: 1, description: 'Del más reciente al más antiguo' }),
  },
  { $id: 'HistoriaContribuyente' },
)
export type TaxpayerHistory = Static<typeof TaxpayerHistory>
