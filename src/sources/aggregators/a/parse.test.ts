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

test('a taxpayer is read without the padding of the register', () => {
  assert.deepEqual(parseTaxpayer(reply(body('taxpayer-full.json')), '20000000125'), {
    numero: '20000000125',
    razonSocial: 'COMERCIAL EJEMPLO - LIMA S.A.C.',
    estado: 'ACTIVO',
    condicion: 'HABIDO',
    direccion: 'AV. LAS FLORES NRO 123 INT. 501 URB. SANTA FE',
    ubigeo: '150131',
    departamento: 'LIMA',
    provincia: 'LIMA',
    distrito: 'SAN ISIDRO',
    tipo: 'SOCIEDAD ANONIMA CERRADA',
  })
})

test('a natural person has no address, and cut values are made whole', () => {
  assert.deepEqual(parseTaxpayer(reply(body('taxpayer-person.json')), '10000000120'), {
    numero: '10000000120',
    razonSocial: 'DE LA ROSA QUISPE ANA MARIA',
    estado: 'BAJA',
    condicion: 'NO HALLADO DESTINATARIO DESCONOCIDO',
    direccion: '',
    ubigeo: '',
    departamento: '',
    provincia: '',
    distrito: '',
    tipo: '',
  })
})

test('the camel-case keys of older accounts are read alike', () => {
  const taxpayer = parseTaxpayer(reply(body('taxpayer-camel-case.json')), '20000003451')
  assert.equal(taxpayer?.razonSocial, 'ÑANDÚ DEL SUR E.I.R.L.')
  assert.equal(taxpayer?.estado, 'BAJA')
  assert.equal(taxpayer?.condicion, 'NO HALLADO SE MUDO DE DOMICILIO')
  assert.equal(taxpayer?.ubigeo, '040101')
  assert.equal(parsePerson(reply(body('person-camel-case.json')), '00003456')?.nombreCompleto, 'ÑAHUI ROJAS PEDRO')
})

test('a person is read with the name in its parts', () => {
  assert.deepEqual(parsePerson(reply(body('person.json')), '00000012'), {
    numero: '00000012',
    nombres: 'ANA MARIA',
    apellidoPaterno: 'DE LA ROSA',
    apellidoMaterno: 'QUISPE',
    nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
  })
  assert.equal(parsePerson(reply(body('person.json').replace('"00000012"', '12')), '00000012')?.nombres, 'ANA MARIA')
})

test('only the documented 404 and the documented refusal of the number are null', () => {
  assert.equal(parseTaxpayer(reply(body('not-found.json'), 404), '20000000125'), null)
  assert.equal(parseTaxpayer(reply(body('invalid.json'), 422), '20000000125'), null)
  assert.equal(parsePerson(reply('{"error":"DNI no válido"}', 422), '00000012'), null)
})

test('every other refusal is a failure', () => {
  const refusals = [
    reply('', 404),
    reply('<html><body>404 Not Found</body></html>', 404),
    reply('{"message":"Not Found"}', 404),
    reply('{"message":"not found","request_id":"1"}', 404),
    reply('{"error":"not found"}', 404),
    reply('{"message":"no Route matched with those values"}', 404),
    reply('{"message":"The route v1/reniec/dni could not be found."}', 404),
    reply('{"message":"ruc no valido"}', 422),
    reply('{"message":"The given data was invalid."}', 422),
    reply('{"success":false,"message":"Límite de consultas superado"}'),
    reply('{"success":false}'),
    reply('<html>ok</html>'),
    reply('{"razon_social":"COM'),
    reply(''),
  ]
  for (const one of refusals) {
    assert.throws(() => parsePerson(one, '00000012'), { kind: 'upstream-unavailable' }, `${one.status} ${one.text}`)
  }
})

test('a "no" after a redirect or under a foreign content type is a changed upstream', () => {
  const none = reply(body('not-found.json'), 404)
  for (const odd of [{ redirected: true }, { contentType: 'application/problem+json' }, { contentType: 'image/png' }]) {
    assert.throws(() => parsePerson({ ...none, ...odd } as UpstreamReply, '00000012'), { kind: 'upstream-changed' })
  }
})

test('another number, or a body without number or name, is a changed upstream', () => {
  assert.throws(() => parseTaxpayer(reply(body('taxpayer-full.json')), '20000003451'), { kind: 'upstream-changed' })
  assert.throws(() => parsePerson(reply(body('person.json')), '00000013'), { kind: 'upstream-changed' })
  for (const text of ['{}', '[]', 'null', '"x"', '{"numero_documento":"20000000125"}', '{"razon_social":"X"}']) {
    assert.throws(() => parseTaxpayer(reply(text), '20000000125'), { kind: 'upstream-changed' }, text)
  }
  assert.throws(() => parsePerson(reply('{"document_number":"00000012"}'), '00000012'), { kind: 'upstream-changed' })
  const nameless = '{"first_name":"ANA","first_last_name":"ROSA"}'
  assert.throws(() => parsePerson(reply(nameless), '00000000'), { kind: 'upstream-changed' })
})
