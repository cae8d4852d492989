import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressParts, buildAddress, parseDomicile } from './address.ts'

const EMPTY: AddressParts = {
  tipoVia: '-',
  nombreVia: '-',
  tipoZona: '-',
  nombreZona: '-',
  numero: '-',
  interior: '-',
  lote: '-',
  departamento: '-',
  manzana: '-',
  kilometro: '-',
}

test('an address is rebuilt from its parts in the printed order', () => {
  const cases: [Partial<AddressParts>, string][] = [
    [{}, ''],
    [
      {
        tipoVia: 'AV.',
        nombreVia: 'LAS FLORES',
        tipoZona: 'URB.',
        nombreZona: 'SANTA FE',
        numero: '123',
        interior: '501',
      },
      'AV. LAS FLORES NRO. 123 INT. 501 URB. SANTA FE',
    ],
    [{ tipoVia: '----', nombreVia: 'PANAMERICANA SUR', numero: 'S/N' }, 'PANAMERICANA SUR NRO. S/N'],
    [
      { nombreVia: 'LOS  ANDES ', departamento: '902', manzana: 'B', lote: '7', kilometro: '18.5' },
      'LOS ANDES DPTO. 902 MZA. B LOTE. 7 KM. 18.5',
    ],
    [{ tipoZona: 'A.H.', nombreZona: '-- -' }, 'A.H.'],
  ]
  for (const [parts, expected] of cases) assert.equal(buildAddress({ ...EMPTY, ...parts }), expected)
})

test('a printed domicile is taken apart from the right', () => {
  const cases: [string, string, string, string, string][] = [
    [
      'CAL.LOS EJEMPLOS NRO. 650 URB.  SANTA FE  LA LIBERTAD      - TRUJILLO      - VICTOR LARCO HERRERA',
      'CAL.LOS EJEMPLOS NRO. 650 URB. SANTA FE',
      'LA LIBERTAD',
      'TRUJILLO',
      'VICTOR LARCO HERRERA',
    ],
    ['AV. LIMA NRO. 1 LIMA - LIMA - LIMA', 'AV. LIMA NRO. 1', 'LIMA', 'LIMA', 'LIMA'],
    [
      'JR. SAN MARTIN - FRENTE NRO. 5 HUANUCO - LEONCIO PRADO - RUPA-RUPA',
      'JR. SAN MARTIN - FRENTE NRO. 5',
      'HUANUCO',
      'LEONCIO PRADO',
      'RUPA-RUPA',
    ],
    ['AV. GRAU 10 PROV. CONST. DEL CALLAO - CALLAO - BELLAVISTA', 'AV. GRAU 10', 'CALLAO', 'CALLAO', 'BELLAVISTA'],
    ['JR. UNO MADRE DE DIOS - TAMBOPATA - TAMBOPATA', 'JR. UNO', 'MADRE DE DIOS', 'TAMBOPATA', 'TAMBOPATA'],
    ['JR. DOS (ESQUINA)SAN MARTIN - LAMAS - LAMAS', 'JR. DOS (ESQUINA)', 'SAN MARTIN', 'LAMAS', 'LAMAS'],
    ['JR. TRES Junín - Junín - Junín', 'JR. TRES', 'JUNIN', 'JUNIN', 'JUNIN'],
    ['AV. AMERICA - SIN LUGAR - NINGUNO', 'AV. AMERICA - SIN LUGAR - NINGUNO', '', '', ''],
    ['LIMA - LIMA - LIMA', '', 'LIMA', 'LIMA', 'LIMA'],
    ['AV. AMERICA LIMA - - - LIMA', 'AV. AMERICA LIMA - - - LIMA', '', '', ''],
    ['AV. UNO NRO. 5', 'AV. UNO NRO. 5', '', '', ''],
    ['-', '', '', '', ''],
  ]
  for (const [text, direccion, departamento, provincia, distrito] of cases) {
    assert.deepEqual(parseDomicile(text), { direccion, departamento, provincia, distrito })
  }
})
