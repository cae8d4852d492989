import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbersInName } from './name-numbers.ts'

const CASES: [text: string, name: string, ...documents: string[]][] = [
  ['PEREZ ROJAS JUAN DNI 12345678', 'PEREZ ROJAS JUAN', '12345678'],
  ['DNI N° 1234567 - Perez Rojas Juan', 'Perez Rojas Juan', '1234567'],
  ['Juan Perez (D.N.I.: 12345678)', 'Juan Perez', '12345678'],
  ['12345678 PEREZ ROJAS JUAN', 'PEREZ ROJAS JUAN', '12345678'],
  ['PEREZ ROJAS JUAN - 10123456781 ', 'PEREZ ROJAS JUAN', '10123456781'],
  ['INVERSIONES SAN JUAN SAC RUC: 20-12345678-6', 'INVERSIONES SAN JUAN SAC', '20-12345678-6'],
  ['R.U.C. Nro. 20131312955 ENTIDAD', 'ENTIDAD', '20131312955'],
  ['Juan Perez, pasaporte AB123456', 'Juan Perez', 'AB123456'],
  ['PEREZ ROJAS JUAN, identificado con DNI N° 12345678', 'PEREZ ROJAS JUAN', '12345678'],
  ['Juan Perez con D.N.I. 12345678', 'Juan Perez', '12345678'],
  ['PEREZ ROJAS JUAN CEL 987654321', 'PEREZ ROJAS JUAN'],
  ['PEREZ ROJAS JUAN (Telf. 999 888 777)', 'PEREZ ROJAS JUAN'],
  ['PEREZ ROJAS JUAN CTA. 191-12345678-0-12 DNI 12345678', 'PEREZ ROJAS JUAN', '12345678'],
  ['CORPORACION CELTEL 2000 SAC', 'CORPORACION CELTEL 2000 SAC'],
  ['12345678', '', '12345678'],
  ['10219452 CANADA INCORPORATED', '10219452 CANADA INCORPORATED'],
  ['YARD NO. 9918781 ZVEZDA-DSME', 'YARD NO. 9918781 ZVEZDA-DSME'],
  ['K2016212771 SOUTH AFRICA PTY LTD', 'K2016212771 SOUTH AFRICA PTY LTD'],
  ['FONDO 2024', 'FONDO 2024'],
  ['PEREZ CRUCES JUAN', 'PEREZ CRUCES JUAN'],
]

test('a document number in the text of a name is read apart, other numbers stay', () => {
  for (const [text, name, ...documents] of CASES) assert.deepEqual(numbersInName(text), { name, documents }, text)
})
