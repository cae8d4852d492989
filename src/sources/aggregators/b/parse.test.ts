import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { UpstreamReply } from '../../../kernel/http/client.ts'
import { parsePerson, parseTaxpayer } from './parse.ts'

const body = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const reply = (text: string, status = 200): UpstreamReply => ({
  status,
  headers: {},
  contentType: 'application/json',
  text,
})

test('a taxpayer is read out of its envelope', () => {
  assert.deepEqual(parseTaxpayer(reply(body('taxpayer.json')), '20000000125'), {
    numero: '20000000125',
    razonSocial: 'COMERCIAL EJEMPLO - LIMA S.A.C.',
    estado: 'ACTIVO',
    condicion: 'HABIDO',
    direccion: 'AV. LAS FLORES NRO. 123',
    ubigeo: '150131',
    departamento: 'LIMA',
    provincia: 'LIMA',
    distrito: 'SAN ISIDRO',
    tipo: '',
  })
})

test('the names of a locality are found by the code in a list', () => {
  const taxpayer = parseTaxpayer(reply(body('taxpayer-array-code.json')), '20000003451')
  assert.equal(taxpayer?.ubigeo, '220901')
  assert.deepEqual(
    [taxpayer?.departamento, taxpayer?.provincia, taxpayer?.distrito],
    ['SAN MARTIN', 'SAN MARTIN', 'TARAPOTO'],
  )
  assert.equal(taxpayer?.estado, 'SUSPENDIDO')
  assert.equal(taxpayer?.condicion, 'NO HALLADO NRO.PUERTA NO EXISTE')
})

test('the dashes of a natural person are empty fields', () => {
  const person = parseTaxpayer(reply(body('taxpayer-person.json')), '10000000120')
  assert.deepEqual([person?.direccion, person?.ubigeo, person?.departamento, person?.distrito], ['', '', '', ''])
})

test('a person is read by parts, or by the comma of the whole name', () => {
  assert.equal(parsePerson(reply(body('person.json')), '00000012')?.nombreCompleto, 'DE LA ROSA QUISPE ANA MARIA')
  assert.deepEqual(parsePerson(reply(body('person-unsplit.json')), '00003456'), {
    numero: '00003456',
    nombres: 'JUAN DE DIOS',
    apellidoPaterno: 'SAN MARTIN',
    apellidoMaterno: 'LADRON DE GUEVARA',
    nombreCompleto: 'SAN MARTIN LADRON DE GUEVARA JUAN DE DIOS',
  })
})

const refused = (message: unknown, more: object = {}): UpstreamReply =>
  reply(JSON.stringify({ success: false, message, ...more }))

test('200 with success false is null only when it says that there is no such number', () => {
  assert.equal(parseTaxpayer(reply(body('not-found.json')), '20000000125'), null)
  for (const said of [
    'No se encontraron registros',
    'no se encontraron resultados.',
    'DNI no encontrado',
    'El número de DNI 00000012 no existe',
    'No se encontró información para el DNI ingresado',
    'no existe',
  ]) {
    assert.equal(parsePerson(refused(said, { data: null, status: 404 }), '00000012'), null, said)
  }
})

test('success false in any other words is a failure', () => {
  const others = [
    ...[
      'Token no encontrado',
      'No existe el plan',
      'Usuario no encontrado',
      'Ruta no encontrada',
      'Not found',
      '',
      null,
    ],
    ...[
      'No se encontraron registros, intente más tarde',
      'No se encontraron créditos',
      'El token no existe',
      'Expirado',
    ],
    ...['El DNI 00000013 no existe', 'Servicio de RENIEC no encontrado', 'No se encontraron registros de su cuenta'],
  ]
  for (const said of others) {
    assert.throws(() => parsePerson(refused(said), '00000012'), { kind: 'upstream-unavailable' }, String(said))
  }
  for (const more of [{ error: 'timeout' }, { data: { numero: '00000012' } }, { status: 500 }, { errors: ['x'] }]) {
    const contradicted = refused('No se encontraron registros', more)
    assert.throws(() => parsePerson(contradicted, '00000012'), { kind: 'upstream-unavailable' })
  }
  assert.throws(() => parsePerson(reply(body('exhausted.json')), '00000012'), { kind: 'upstream-unavailable' })
  assert.throws(() => parsePerson(reply(body('not-found.json'), 404), '00000012'), { kind: 'upstream-unavailable' })
})

test('another number, or an envelope without its data, is a changed upstream', () => {
  assert.throws(() => parseTaxpayer(reply(body('taxpayer.json')), '20000003451'), { kind: 'upstream-changed' })
  assert.throws(() => parsePerson(reply(body('person.json')), '00000013'), { kind: 'upstream-changed' })
  for (const text of ['{}', '{"success":true}', '{"success":true,"data":[]}', '{"success":1,"data":{}}', '[]']) {
    assert.throws(() => parsePerson(reply(text), '00000012'), { kind: 'upstream-changed' }, text)
  }
})
