import Table from 'cli-table3'
import { toSlashDate } from '../../domain/lima-time.ts'
import type { ExchangeRate } from '../../domain/records.ts'
import { notice, paragraphs } from './card.ts'
import { originLine, type ShownAnswer } from './shown-answer.ts'

/** Rates are spoken of in thousandths; a publication with more digits keeps them. */
const rate = (value: number): string => {
  const fixed = value.toFixed(3)
  return Number(fixed) === value ? fixed : String(value)
}

/** The exchange rate of a day as a small table. */
export const renderExchangeRate = ({ data, aviso, origins }: ShownAnswer<ExchangeRate>): string => {
  const table = new Table({
    head: ['Fecha', 'Compra', 'Venta', 'Moneda'],
    colAligns: ['left', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  })
  table.push([toSlashDate(data.fecha), rate(data.compra), rate(data.venta), data.moneda])
  return paragraphs([table.toString(), notice(aviso), originLine(origins)])
}
