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

test('200 with success false is null, unless it is about our account', () => {
  assert.equal(parseTaxpayer(reply(body('not-found.json')), '20000000125'), null)
  assert.equal(parsePerson(reply(body('not-found.json'), 404), '00000012'), null)
  assert.throws(() => parsePerson(reply(body('exhausted.json')), '00000012'), { kind: 'upstream-unavailable' })
})

test('another number, or an envelope without its data, is a changed upstream', () => {
  assert.throws(() => parseTaxpayer(reply(body('taxpayer.json')), '20000003451'), { kind: 'upstream-changed' })
  assert.throws(() => parsePerson(reply(body('person.json')), '00000013'), { kind: 'upstream-changed' })
  for (const text of ['{}', '{"success":true}', '{"success":true,"data":[]}', '{"success":1,"data":{}}', '[]']) {
    assert.throws(() => parsePerson(reply(text), '00000012'), { kind: 'upstream-changed' }, text)
  }
})
