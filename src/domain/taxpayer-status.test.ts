import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { expandCondicion, expandEstado, shortEstado } from './taxpayer-status.ts'

const estados = [
  ['ACTIVO', 'ACTIVO', 'ACTIVO'],
  ['BAJA PROV. POR OFICI', 'BAJA PROV. POR OFICIO', 'BAJA'],
  ['BAJA PROVISIONAL DE OFICIO', 'BAJA PROVISIONAL DE OFICIO', 'BAJA'],
  ['BAJA PROVISIONAL', 'BAJA PROVISIONAL', 'BAJA'],
  ['SUSPENSION TEMPORAL', 'SUSPENSION TEMPORAL', 'SUSPENDIDO'],
  ['Suspensión  Temporal ', 'SUSPENSION TEMPORAL', 'SUSPENDIDO'],
  ['BAJA MULT.INSCR. Y O', 'BAJA MULT.INSCR. Y OTROS', 'BAJA'],
  ['BAJA MULT. INSCR. Y OTROS', 'BAJA MULT.INSCR. Y OTROS', 'BAJA'],
  ['NUM. INTERNO IDENTIF', 'NUM. INTERNO IDENTIF.', 'NUM. INTERNO IDENTIF.'],
  ['INHABILITADO-VENT.UN', 'INHABILITADO-VENT.UNICA', 'INHABILITADO-VENT.UNICA'],
  ['PENDIENTE DE INI. DE', 'PENDIENTE DE INI. DE OPERACIONES', 'PENDIENTE DE INI. DE OPERACIONES'],
  ['ANULACION - ERROR SU', 'ANULACION - ERROR SUNAT', 'BAJA'],
  ['ANULACION - ACTO ILI', 'ANULACION - ACTO ILICITO', 'BAJA'],
  ['ANUL.PROVI.-ACTO ILI', 'ANUL.PROVI.-ACTO ILICITO', 'BAJA'],
  ['ALGO NUEVO', 'ALGO NUEVO', 'ALGO NUEVO'],
  ['-', '', ''],
  ['------', '', ''],
] as const

test('a status is expanded to its full text and shortened where one of the three words is true', () => {
  for (const [given, full, short] of estados) {
    assert.equal(expandEstado(given), full)
    assert.equal(shortEstado(given), short)
  }
})

test('a condition is expanded, and NO HALLADO is never taken for NO HABIDO', () => {
  const conditions = [
    ['HABIDO', 'HABIDO'],
    ['NO HABIDO', 'NO HABIDO'],
    ['NO HALLADO', 'NO HALLADO'],
    ['NO HALLADO SE MUDO D', 'NO HALLADO SE MUDO DE DOMICILIO'],
    ['NO HALLADO NRO.PUERT', 'NO HALLADO NRO.PUERTA NO EXISTE'],
    ['NO HALLADO DESTINATA', 'NO HALLADO DESTINATARIO DESCONOCIDO'],
    ['NO HALLADO OTROS MOT', 'NO HALLADO OTROS MOTIVOS'],
    ['NO HALLADO NO EXISTE', 'NO HALLADO NO EXISTE DOMICILIO'],
    ['NO HALLADO RECHAZADO', 'NO HALLADO RECHAZADO'],
    ['AUSENCIA DE PERSONA', 'AUSENCIA DE PERSONA CAPAZ'],
    ['NEGATIVA RECEPCION X', 'NEGATIVA RECEPCION X PERSONA CAPAZ'],
    ['-', ''],
  ] as const
  for (const [given, full] of conditions) assert.equal(expandCondicion(given), full)
})

test('expanding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom(...estados.map(([given]) => given))), (text) => {
      assert.equal(expandEstado(expandEstado(text)), expandEstado(text))
      assert.equal(shortEstado(shortEstado(text)), shortEstado(text))
    }),
  )
})
