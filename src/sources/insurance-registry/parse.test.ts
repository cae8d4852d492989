import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseCertificates } from './parse.ts'

const body = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const TODAY = '2026-11-15'

const row = (over: Record<string, unknown> = {}) => ({
  NombreCompania: 'Seguros Ejemplo',
  NumeroPoliza: '0001',
  Placa: 'ABC123',
  FechaInicio: '16/03/2026',
  FechaFin: '16/03/2027',
  Estado: 'VIGENTE',
  ...over,
})
const read = (rows: unknown, today = TODAY) => parseCertificates(JSON.stringify(rows), 'ABC123', today)

test('the latest policy keeps its leading zeros, and nothing about people', () => {
  assert.deepEqual(parseCertificates(body('certificates.json'), 'ABC123', TODAY), {
    placa: 'ABC123',
    aseguradora: 'Seguros Ejemplo',
    numeroPoliza: '000000000000000000000001',
    inicioVigencia: '16/03/2026',
    finVigencia: '16/03/2027',
    estado: 'VIGENTE',
    tipoUso: 'PARTICULAR',
    clase: 'AUTOMOVIL',
    tipoCertificado: 'DIGITAL',
    fuente: 'insurance-registry',
  })
})

test('other key case, accents and date forms are read alike', () => {
  assert.deepEqual(parseCertificates(body('certificates-other-channel.json'), 'F5K910', TODAY), {
    placa: 'F5K910',
    aseguradora: 'Seguros del Ejemplo',
    numeroPoliza: '0007700000000000000000009',
    inicioVigencia: '20/11/2025',
    finVigencia: '20/11/2026',
    estado: 'VIGENTE',
    tipoUso: 'CARGA',
    clase: 'CAMION',
    tipoCertificado: 'DIGITAL',
    fuente: 'insurance-registry',
  })
})

test('a policy in force whose end has passed in Lima has expired; its last day still counts', () => {
  assert.equal(read([row({ FechaFin: '14/11/2026' })])?.estado, 'VENCIDO')
  assert.equal(read([row({ FechaFin: '15/11/2026' })])?.estado, 'VIGENTE')
  assert.equal(read([row({ FechaFin: '14/11/2026', Estado: 'ANULADO' })])?.estado, 'ANULADO')
})

test('the latest start is taken; of equal starts the one not annulled, then the newest', () => {
  const annulled = row({ NumeroPoliza: 'A', Estado: 'ANULADO', FechaCreacion: '20/03/2026' })
  const early = row({ NumeroPoliza: 'B', FechaCreacion: '01/03/2026' })
  const late = row({ NumeroPoliza: 'C', FechaCreacion: '2026-03-02T10:00:00' })
  const older = row({ NumeroPoliza: 'D', FechaInicio: '15/03/2026', FechaCreacion: '30/03/2026' })
  const order = fc.shuffledSubarray([annulled, early, late, older], { minLength: 4 })
  fc.assert(fc.property(order, (rows) => assert.equal(read(rows)?.numeroPoliza, 'C')))
  assert.equal(read([annulled, older])?.numeroPoliza, 'A')
})

test('missing use, class and certificate are empty, and so is NO ENCONTRADO', () => {
  const policy = read([row({ NombreClaseVehiculo: 'NO ENCONTRADO', TipoCertificado: 'Físico' })])
  assert.deepEqual([policy?.tipoUso, policy?.clase, policy?.tipoCertificado], ['', '', 'FISICO'])
})

test('a policy number written as a JSON number keeps all its digits', () => {
  const text = JSON.stringify([row()]).replace('"0001"', '1234567890123456789012345')
  assert.equal(parseCertificates(text, 'ABC123', TODAY)?.numeroPoliza, '1234567890123456789012345')
})

test('an empty list is null; a list that cannot be read or is of another plate is a failure', () => {
  assert.equal(parseCertificates(body('none.json'), 'ABC123', TODAY), null)
  const changed = [
    [row({ Placa: 'ABC124' })],
    [row(), row({ Placa: 'XYZ987' })],
    [row({ Placa: undefined })],
    [row({ FechaInicio: '31/02/2026' })],
    [row({ FechaFin: '' })],
    [row({ Estado: 'SOMETHING' })],
    [row({ NumeroPoliza: '-' })],
    [null],
    ['x'],
    {},
    { data: [] },
  ]
  for (const rows of changed) assert.throws(() => read(rows), { kind: 'upstream-changed' }, JSON.stringify(rows))
  assert.throws(() => parseCertificates('<html></html>', 'ABC123', TODAY), { kind: 'upstream-unavailable' })
  assert.throws(() => parseCertificates('', 'ABC123', TODAY), { kind: 'upstream-unavailable' })
  assert.throws(() => parseCertificates(body('captcha.json'), 'ABC123', TODAY), { kind: 'upstream-blocked' })
})
