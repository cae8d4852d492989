import { cellText, type Row } from '../../table.ts'
import type { HeaderRows } from '../header.ts'

// Registers that accounting programs write for the tax authority: text with `|`, without a header, which people paste into
// sheets and save with other separators. Their rows tell what they are; people change the names of the files. The names of columns are ours, those of the document and the name such
// that their roles are known.

interface Register {
  columns: readonly string[]
  /** Patterns of fields, by their place from 0, that no other register has together. */
  fields: Readonly<Record<number, RegExp>>
}

// A spreadsheet makes dates and numbers of some fields: `2026-10-05`, `1`.
const DATE = /^(?:[0-9]{1,2}\/[0-9]{1,2}\/[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})$/
const KIND = /^[0-9]{1,2}$/
const STATE = /^[0-9]$/
const PERIOD = /^20[0-9]{2}(?:0[1-9]|1[0-2])00$/
const DOCUMENT_KIND = /^[0-9A-Z]?$/
const AMOUNT = /^-?[0-9]*(?:\.[0-9]+)?$/

const ENTRY = ['Periodo', 'CUO', 'Asiento', 'Fecha de emisión']
const SUPPLIER = ['Tipo de documento del proveedor', 'Número de documento del proveedor', 'Razón social del proveedor']
const MODIFIED = ['Fecha del modificado', 'Tipo del modificado', 'Serie del modificado']
const DETRACTION = ['Fecha de la detracción', 'Constancia de la detracción', 'Retención', 'Clasificación']

/** 8.1: purchases. */
const PURCHASES: Register = {
  columns: [
    ...[
      ...ENTRY,
      'Fecha de vencimiento o pago',
      'Tipo de comprobante',
      'Serie',
      'Año de la DUA',
      'Número',
      'Número final',
    ],
    ...[
      ...SUPPLIER,
      'Base gravada',
      'IGV',
      'Base mixta',
      'IGV de la base mixta',
      'Base sin crédito',
      'IGV sin crédito',
    ],
    ...['No gravado', 'ISC', 'ICBPER', 'Otros cargos', 'Importe total', 'Moneda', 'Tipo de cambio'],
    ...[...MODIFIED, 'Aduana del modificado', 'Número del modificado', ...DETRACTION, 'Contrato'],
    ...['Error 1', 'Error 2', 'Error 3', 'Error 4', 'Medio de pago', 'Estado'],
  ],
  fields: { 0: PERIOD, 3: DATE, 5: KIND, 10: DOCUMENT_KIND, 23: AMOUNT, 41: STATE },
}

/** 8.2: purchases from suppliers abroad. */
const FOREIGN_PURCHASES: Register = {
  columns: [
    ...[...ENTRY, 'Tipo de comprobante', 'Serie', 'Número', 'Valor', 'Otros conceptos', 'Importe total'],
    ...['Tipo del crédito fiscal', 'Serie del crédito fiscal', 'Año de la DUA', 'Número del crédito fiscal'],
    ...['Retención del IGV', 'Moneda', 'Tipo de cambio', 'País del domicilio', 'Razón social del no domiciliado'],
    ...['Domicilio', 'Número del no domiciliado', 'Identificación fiscal del beneficiario', 'Nombre del beneficiario'],
    ...['País del beneficiario', 'Vínculo', 'Renta bruta', 'Deducción', 'Renta neta', 'Tasa', 'Impuesto retenido'],
    ...['Convenio', 'Exoneración', 'Tipo de renta', 'Modalidad', 'Artículo 76', 'Estado'],
  ],
  fields: { 0: PERIOD, 3: DATE, 4: /^(?:00?|91|97|98)$/, 9: AMOUNT, 15: /^[A-Z]{3}$/, 35: STATE },
}

/** 8.3: purchases, simplified. */
const SIMPLE_PURCHASES: Register = {
  columns: [
    ...[...ENTRY, 'Fecha de vencimiento o pago', 'Tipo de comprobante', 'Serie', 'Número', 'Número final'],
    ...[...SUPPLIER, 'Base gravada', 'IGV', 'ICBPER', 'Otros cargos', 'Importe total', 'Moneda', 'Tipo de cambio'],
    ...[
      ...MODIFIED,
      'Número del modificado',
      ...DETRACTION,
      'Error 1',
      'Error 2',
      'Error 3',
      'Medio de pago',
      'Estado',
    ],
  ],
  fields: { 0: PERIOD, 3: DATE, 5: KIND, 9: DOCUMENT_KIND, 16: AMOUNT, 31: STATE },
}

/** The newer register of purchases, as it is sent: the RUC and name in front are those of who keeps it. */
const NEWER_PURCHASES: Register = {
  columns: [
    ...['RUC', 'Apellidos y Nombres o Razón social', 'Periodo', 'CAR SUNAT', 'Fecha de emisión', 'Fecha Vcto/Pago'],
    ...['Tipo CP/Doc.', 'Serie del CDP', 'Año', 'Nro CP o Doc. Nro Inicial (Rango)', 'Nro Final (Rango)'],
    ...['Tipo Doc Identidad', 'Nro Doc Identidad', 'Apellidos Nombres/ Razón Social', 'BI Gravado DG', 'IGV / IPM DG'],
    ...['BI Gravado DGNG', 'IGV / IPM DGNG', 'BI Gravado DNG', 'IGV / IPM DNG', 'Valor Adq. NG', 'ISC', 'ICBPER'],
    ...['Otros Trib/ Cargos', 'Total CP', 'Moneda', 'Tipo de Cambio'],
  ],
  fields: { 0: /^[0-9]{11}$/, 2: /^20[0-9]{4}$/, 4: DATE, 6: KIND, 11: DOCUMENT_KIND, 24: AMOUNT, 25: /^[A-Z]{3}$/ },
}

const REGISTERS = [PURCHASES, FOREIGN_PURCHASES, SIMPLE_PURCHASES, NEWER_PURCHASES]

const isRowOf = (row: Row, { fields }: Register): boolean =>
  Object.entries(fields).every(
    ([at, pattern]) => pattern.test(cellText(row[Number(at)]).trim()) && row.length > Number(at),
  )

/**
 * What stands for the header of a register; null for any other file, and for a register whose own header was found. A damaged
 * row or two do not hide what the others are.
 */
export const registerHeader = (rows: readonly Row[], own: HeaderRows | null): HeaderRows | null => {
  const ownRow = own && rows[own.last]
  if (ownRow && !REGISTERS.some((register) => isRowOf(ownRow, register))) return null
  const found = REGISTERS.find((register) => rows.filter((row) => isRowOf(row, register)).length * 4 > rows.length * 3)
  return found ? { first: -1, last: -1, names: found.columns } : null
}
