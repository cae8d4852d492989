import type { Taxpayer } from '../../domain/records.ts'
import { card, notice, paintCondicion, paintEstado, paragraphs } from './card.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'

/** The lines of a taxpayer's record below its name. */
export const taxpayerFields = (record: Taxpayer): (readonly [string, string])[] => [
  ['RUC', record.numero],
  ['Tipo', record.tipo],
  ['Estado', record.estado && paintEstado(record.estado)],
  ['Condición', record.condicion && paintCondicion(record.condicion)],
  ['Dirección', record.direccion],
  ['Lugar', [record.distrito, record.provincia, record.departamento].filter(Boolean).join(', ')],
  ['Ubigeo', record.ubigeo],
]

/** A taxpayer's record as a card. */
export const renderTaxpayer = ({ data, aviso, origins }: ShownAnswer<Taxpayer>): string =>
  paragraphs([card(data.razonSocial, taxpayerFields(data)), notice(aviso), originLine(origins)])
