import type { Static } from 'typebox'
import { Type } from '../../kernel/schema.ts'
import { choice, text } from './schema.ts'

export const Sanction = Type.Object(
  {
    ruc: text('RUC del proveedor sancionado'),
    razonSocial: text('Razón social tal como figura en la lista'),
    tipo: choice(['Definitivo', 'Temporal'], 'Tipo de inhabilitación'),
    resolucion: text('Número de resolución del tribunal'),
    periodo: text('Periodo de inhabilitación: DEFINITIVO o un rango de meses'),
    desde: text('Fecha de inicio, AAAA-MM-DD'),
    hasta: text('Fecha de fin, AAAA-MM-DD; vacía cuando es definitiva'),
    infraccion: text('Descripción de la infracción'),
  },
  { $id: 'Sancion' },
)
export type Sanction = Static<typeof Sanction>

export const SanctionSearch = Type.Object(
  {
    ruc: Type.Optional(text('RUC consultado')),
    nombre: Type.Optional(text('Texto consultado')),
    sancionado: Type.Boolean({ description: 'true si el proveedor tiene al menos una sanción vigente' }),
    total: Type.Integer({ description: 'Número de sanciones vigentes' }),
    listaActualizada: text('Fecha y hora ISO de la última carga de la lista'),
    sanciones: Type.Array(Sanction),
  },
  { $id: 'BusquedaSanciones' },
)
export type SanctionSearch = Static<typeof SanctionSearch>
