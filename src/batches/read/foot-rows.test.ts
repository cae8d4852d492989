import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../table.ts'
import { contentProblem, FOOT_ROW } from './foot-rows.ts'
import { readHeader } from './header.ts'

const HEADER = ['N°', 'Nombre', 'Documento', 'Monto', 'País']
const problem = contentProblem(readHeader(HEADER))
const isFoot = (...row: Row): boolean => problem(row) === FOOT_ROW

/** Each alone in the first column or in that of the names, with sums behind it. */
const FEET = [
  ...[
    'TOTAL',
    'Total:',
    'TOTALES',
    'Sub total',
    'SUBTOTAL S/',
    'SUMA',
    'Total general',
    'TOTAL 1,530.20',
    'Sumas totales',
  ],
  ...['Total de registros: 25', 'Total: 6 clientes', 'Cantidad de clientes: 12', 'N° de registros 7', 'Registros: 8'],
  ...['Página 1 de 3', 'Pág. 2/5', 'Page 1 of 2', '--- FIN DEL REPORTE ---', 'TOTAL DEL MES', 'TOTAL COMPRAS S/ 12.00'],
  ...['Son: CIENTO DIECIOCHO CON 00/100 SOLES', 'Elaborado por: JUAN PEREZ', 'Generado por CONCAR el 01/11/2026'],
  ...[
    'Impreso el 01/11/2026 10:31',
    'Fecha de impresión: 01/11/2026',
    'Usuario: JPEREZ',
    'Firma y sello',
    'CONTADOR GENERAL',
  ],
  ...['Total cuenta 4212 FACTURAS POR PAGAR', 'TOTAL PROVEEDOR: ACME SAC', 'GERENTE GENERAL', 'VIENEN', 'Saldo final'],
]

test('totals, counts, page numbers and signatures are nobody', () => {
  for (const foot of FEET) {
    assert.ok(isFoot('', foot, '', '1,530.20', ''), foot)
    assert.ok(isFoot(foot, '', '', 1530.2, ''), foot)
  }
  assert.ok(isFoot('', 'TOTAL', 7, 1530.2, ''))
  assert.ok(isFoot('', '', '', 1530.2, 18))
  assert.ok(isFoot('', '', '', '1,250.00', ''))
  assert.ok(isFoot('(1)', '(2)', '(3)', '(4)', '(5)'))
  assert.ok(isFoot('', '______________', '', '', '-----------'))
  assert.ok(isFoot('Elaborado por', 'JUAN PEREZ ROJAS', '', '', ''))
  assert.ok(isFoot('', 'CONTADOR', '', '', 'GERENTE'))
})

/** Somebody, or somebody perhaps. */
const ASKED: readonly Row[] = [
  ['', 'TOTAL', '20100070970', '1,530.20', ''],
  ...[
    'TOTAL S.A.',
    'TOTAL GAS PERU SAC',
    'SUMA LOPEZ ANA',
    'TOTAL ARTEFACTOS SAC',
    'VAN DER MEER JAN',
    'SON HEUNG MIN',
  ].map((name): Row => ['', name, '', '1,530.20', '']),
  ...[
    'PAGINA BLANCA EIRL',
    'GENERADORES DEL SUR',
    'FIRMA LEGAL SAC',
    'GERENTE LOPEZ ANA',
    'ELABORADOS ANDINOS SAC',
  ].map((name): Row => ['', name, '', '', '']),
  // A person of this name, with nothing summed beside it.
  ['7', 'Suma', '', '', 'PE'],
  ['7', 'Suma', '', '', ''],
  ['7', 'TOTAL', '', '', 'Francia'],
  ['TOTAL', 'ANA DIAZ', '', '', ''],
  ['7', '', '', '', ''],
  ['', '45454545', '', '12.00', '3'],
]

test('who may be a customer is asked about', () => {
  for (const row of ASKED) assert.equal(problem(row), null, row.join('/'))
})
