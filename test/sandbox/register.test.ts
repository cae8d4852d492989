import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pretendRegister, SAMPLES } from '../../sandbox/world/register/index.ts'
import { foldName } from '../../src/domain/names/normalise.ts'
import { hasValidCheckDigit } from '../../src/domain/ruc.ts'
import { expandCondicion, expandEstado } from '../../src/domain/taxpayer-status.ts'
import { localityOf } from '../../src/domain/ubigeo.ts'

const register = pretendRegister()
const lines = register.text().toString('latin1').split('\n')
const rows = lines.map((line) => line.replace(/\r$/, '').split('|')).filter((cells) => cells.length >= 15)

test('the register holds more than 20,000 taxpayers, each number once and with its check digit', () => {
  assert.ok(register.taxpayers.length >= 20_000)
  assert.equal(new Set(register.taxpayers.map(({ ruc }) => ruc)).size, register.taxpayers.length)
  assert.ok(register.taxpayers.every(({ ruc }) => hasValidCheckDigit(ruc)))
  assert.deepEqual([...new Set(register.taxpayers.map(({ ruc }) => ruc.slice(0, 2)))], ['10', '15', '17', '20'])
})

test('its text has the header, the lines and the oddities of the published file', () => {
  assert.equal(lines[0]?.split('|').length, 16)
  assert.equal(rows.filter(([ruc]) => /^[0-9]{11}$/.test(ruc ?? '')).length, register.taxpayers.length)
  assert.ok(lines.some((line) => line.endsWith('\r')) && lines.some((line) => /[^|\r]$/.test(line)))
  assert.ok(lines.some((line) => line.split('|').length < 15))
  for (const oddity of ['"', '\\', "'", '<', '&', 'Ñ', '----', 'Í'])
    assert.ok(lines.some((line) => line.includes(oddity)))
})

test('cut values lead back to the full ones', () => {
  const byRuc = new Map(rows.map((cells) => [cells[0], cells]))
  for (const { ruc, estado, condicion } of register.taxpayers) {
    const [, , cutEstado = '', cutCondicion = ''] = byRuc.get(ruc) ?? []
    assert.equal(expandEstado(cutEstado), estado)
    assert.equal(expandCondicion(cutCondicion), condicion)
  }
})

test('localities are where their codes say, retired ones too', () => {
  for (const locality of new Set(register.taxpayers.map((taxpayer) => taxpayer.locality))) {
    if (!locality) continue
    const { ubigeo, ...names } = locality
    assert.deepEqual(localityOf(ubigeo), names)
  }
})

test('natural persons publish no address', () => {
  const persons = rows.filter(([ruc]) => /^1[057]/.test(ruc ?? ''))
  assert.ok(persons.every((cells) => cells.slice(4, 15).every((cell) => cell === '-')))
})

test('the samples are what they say', () => {
  assert.equal(register.find(SAMPLES.personWithRuc.ruc)?.nombre, SAMPLES.personWithRuc.nombre)
  assert.equal(register.find(SAMPLES.unknownRuc.ruc), null)
  assert.equal(hasValidCheckDigit(SAMPLES.unknownRuc.ruc), true)
  assert.equal(hasValidCheckDigit(SAMPLES.wrongCheckDigit.ruc), false)
  assert.ok(!register.taxpayers.includes(SAMPLES.companyTooNewForRegister))
  assert.equal(register.find(SAMPLES.companyTooNewForRegister.ruc), SAMPLES.companyTooNewForRegister)
  for (const { dni } of [SAMPLES.dniWithoutRuc, SAMPLES.dniOfAggregators, SAMPLES.unknownDni]) {
    assert.ok(register.taxpayers.every(({ ruc }) => !ruc.startsWith(`10${dni}`)))
  }
  const { nombre, people, companies } = SAMPLES.homonyms
  const words = nombre.split(' ').slice(0, 2)
  const bearers = register.taxpayers.filter((one) => words.every((word) => foldName(one.nombre).includes(word)))
  assert.equal(bearers.filter(({ ruc }) => ruc.startsWith('10')).length, people)
  assert.equal(bearers.filter(({ ruc }) => ruc.startsWith('20')).length, companies)
})

test('the open-data file tells the type of some of them', () => {
  const [header = '', ...data] = register.openDataText('202610').toString().trim().split('\n')
  assert.equal(header.split(',').length, 16)
  assert.ok(data.every((line) => line.split(',').length === 16))
  assert.ok(data.length < register.taxpayers.length)
  assert.ok(
    data.some((line) => line.startsWith(`${SAMPLES.activeCompany.ruc},ACTIVO,HABIDO,SOCIEDAD ANONIMA CERRADA,`)),
  )
})
