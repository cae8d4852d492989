import { isRuc } from '../../domain/ruc.ts'
import { VOUCHER_KINDS } from '../../domain/voucher.ts'
import type { Columns } from '../read/header.ts'
import { cellText, type Row } from '../table.ts'
import { issueDateText } from './birth-text.ts'

/** What a row of purchases says beside its supplier. */
export interface BoughtRow {
  /** As the lookup takes it; text that is no date stays as it is, and is refused. */
  fecha: string
  /** In cents; null where the row has none that can be read. */
  monto: number | null
  moneda: string
  tipo: string
  serie: string
  numero: string
  /** Why the row cannot be asked about; null when it can. */
  problem: string | null
  notes: readonly string[]
}

const MARKED = 'El registro ya lo marca como no habido en la fecha de emisión'
const OTHER_CAR = 'El CAR SUNAT es de otro RUC que el del proveedor'

export const readBought = (row: Row, columns: Columns, ruc: string): BoughtRow => {
  const text = (column: number | undefined): string => (column === undefined ? '' : cellText(row[column]).trim())
  const written = text(columns.fecha[0])
  const fecha = issueDateText(written)
  const car = text(columns.car[0]).slice(0, 11)
  const isOther = isRuc(car) && isRuc(ruc) && car !== ruc
  const isSerial = /^[0-9]{5}(?:[.,]0+)?$/.test(written) && fecha !== written
  return {
    fecha,
    monto: amountOf(text(columns.monto[0])),
    moneda: text(columns.moneda[0]).toUpperCase().slice(0, 20),
    tipo: text(columns.comprobante[0]),
    serie: text(columns.serie[0]),
    numero: text(columns.numeroComprobante[0]),
    problem: isOther ? OTHER_CAR : fecha === '' ? 'La fila no tiene fecha de emisión' : null,
    notes: [
      ...(isSerial ? [`La fecha ${written} se leyó como día de una hoja de cálculo: ${fecha}`] : []),
      ...(text(columns.marcaNoHabido[0]) === '1' ? [MARKED] : []),
    ],
  }
}

/** Registers have a code of their own for professional fees, and spreadsheets take zeros away. */
const KINDS: Readonly<Record<string, string>> = {
  '1': '01',
  '2': 'R1',
  '02': 'R1',
  '3': '03',
  '4': '04',
  '7': '07',
  '8': '08',
}

/** The question about the voucher of a row; null for kinds that the tax authority's service does not know. */
export const voucherOf = (ruc: string, row: BoughtRow): Record<string, string> | null => {
  const tipo = KINDS[row.tipo] ?? row.tipo
  if (!VOUCHER_KINDS.some((kind) => kind === tipo)) return null
  const { fecha, serie, numero, monto } = row
  // A credit note has a negative amount in a register.
  return { ruc, tipo, serie, numero, fecha, ...(monto !== null && { monto: (Math.abs(monto) / 100).toFixed(2) }) }
}

const SIGNS = /^\s*(?:S\/\.?|US\$|\$|USD|PEN)?\s*|\s+/gi
const DOT_DECIMALS = /^[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?$/
const COMMA_DECIMALS = /^[0-9]+(?:\.[0-9]{3})*,[0-9]{1,2}$/

/** `1,234.50`, `1234,5`, `(118.00)`, `S/ 118`: cents; null for anything else. */
export const amountOf = (text: string): number | null => {
  const [, opening = '', inner = '', closing = ''] = /^(\(?)([^()]*)(\)?)$/.exec(text) ?? []
  const bare = inner.replace(SIGNS, '').replace(/^(-?)(?:S\/\.?|US\$|\$)/i, '$1')
  const isNegative = bare.startsWith('-') || bare.endsWith('-') || (opening !== '' && closing !== '')
  const digits = bare.replace(/^-|-$/g, '')
  const plain = DOT_DECIMALS.test(digits)
    ? digits.replaceAll(',', '')
    : COMMA_DECIMALS.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : null
  if (plain === null || (opening === '') !== (closing === '')) return null
  const cents = Math.round(Number(plain) * 100)
  if (!Number.isSafeInteger(cents)) return null
  return isNegative ? 0 - cents : cents
}
