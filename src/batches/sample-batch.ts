import type { FileFormat, Row } from './table.ts'
import { writeCsv } from './write/csv-writer.ts'
import { writeJson } from './write/json-writer.ts'
import { writeXlsx } from './write/xlsx-writer.ts'

const COLUMNS = ['Código', 'Nombre o razón social', 'Documento', 'Fecha de nacimiento', 'País', 'Contacto']

/**
 * Customers and suppliers of an invented company. The sandbox's lists, register and sanctions have some of them, so that every
 * result is seen; all of them are invented, so that the file can be given away in live mode too.
 */
const ROWS: readonly Row[] = [
  ['C-001', 'Comercial Ejemplo - Lima S.A.C.', '20000000125', '', 'Perú', 'Ventas'],
  ['C-002', 'Evaristo Zenobio Chuquipoma Tarquillo', '00000174', '', 'Perú', 'Gerencia'],
  ['C-003', 'Salvatierra Pumayalli, Juan Carlos', '98000001', '14/08/1985', 'Perú', ''],
  ['C-004', 'Aristarj Bolkovenko', '', '20/01/1970', 'Rusia', 'Importaciones'],
  ['C-005', 'De la Rosa Quispe Ana María', '10000000120', '3/2/1979', 'PE', ''],
  ['C-006', 'Inversiones Laguna Negra de Pacayzapa', '20990000027', '', 'Perú', 'Compras'],
  ['C-007', 'Constructora Ñaupari & Hijos S.R.L.', '20000009459', '', 'Perú', 'Obras'],
  ['C-008', 'Pacheco Ñahui Luz Marina', '00000201', '31/02/1990', 'Perú', 'La fecha no existe'],
  ['C-009', 'Zuhayr al-Qarmazani', '', '1963', 'Afganistán', ''],
  ['C-010', '', '20000009017', '', 'Perú', 'Falta el nombre'],
  ['C-011', 'Talleres La Pausa S.R.L.', '20000006786', '', 'Perú', ''],
  ['C-012', 'Confecciones Peña & Niño S.A.C.', '20000007774', '', 'Perú', 'Uniformes'],
  ['C-013', 'Estrella de Pucusanita II', '', '', 'Panamá', 'Flete'],
  ['C-014', 'Huayta Vda. de Zevallos Petronila', '00000101', '25/12/1948', 'Perú', ''],
  ['C-015', 'Vymysel Foundation', '', '', '', 'Donaciones'],
  ['C-016', 'Van der Meer, Jan', '15000000121', '1961-07', 'Países Bajos', ''],
  ['C-017', 'Ejemplos del Sur E.I.R.L.', '20000003451', '', 'Perú', ''],
  ['C-018', 'Ingeniería Imaginada S.A.', '20000012344', '', 'Perú', 'Obras'],
  ['C-019', 'Volkovenko Ruiz, Aristides', '', '1994-05-09', 'Perú', ''],
  ['C-020', 'Sociedad Sin Inscribir S.A.C.', '20000999999', '', 'Perú', 'El RUC no existe'],
]

async function* pieces(): AsyncGenerator<readonly Row[]> {
  yield ROWS
}

/** A small file to try batches with, for every kind that needs no date. */
export const sampleBatch = async (format: FileFormat): Promise<Buffer> => {
  const written = {
    csv: () => writeCsv(COLUMNS, pieces(), { separator: ';', mark: true }),
    xlsx: () => writeXlsx(COLUMNS, pieces()),
    json: () => writeJson(COLUMNS, pieces()),
  }[format]()
  const parts: Buffer[] = []
  for await (const part of written) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
