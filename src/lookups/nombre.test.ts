import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, registerNotLoaded, registerOf, row, sourcesOf } from '../../test/helpers/taxpayers.ts'
import { rucCheckDigit } from '../domain/ruc.ts'
import { nombreLookup } from './nombre.ts'

const companyRuc = (i: number): string => {
  const ten = `20${String(i).padStart(8, '0')}`
  return `${ten}${rucCheckDigit(ten)}`
}
const companies = Array.from({ length: 130 }, (_, i) => row(companyRuc(i), `MUEBLES NUMERO ${i}`))
const register = registerOf([
  ...companies,
  row('20000003451', 'ÑANDU ÚNICO S.A.C.', { estado: 'SUSPENSION TEMPORAL', condicion: 'NO HALLADO FALLECIO' }),
  person('10000000120', 'MUEBLES QUISPE ANA'),
])
const lookup = nombreLookup({ register, ...sourcesOf() })

test('companies are found with short estado and full condicion', async () => {
  const { data, total, truncado } = await lookup({ q: ' ñandú  único ' })
  const found = {
    numero: '20000003451',
    razonSocial: 'ÑANDU ÚNICO S.A.C.',
    estado: 'SUSPENDIDO',
    condicion: 'NO HALLADO FALLECIO',
  }
  assert.deepEqual(data, [found])
  assert.equal(total, 1)
  assert.equal(truncado, undefined)
})

test('at most fifty unless another limit is asked for', async () => {
  for (const [limite, count] of [
    [undefined, 50],
    ['1', 1],
    ['100', 100],
    ['007', 7],
  ] as const) {
    const { data, total, truncado } = await lookup({ q: 'muebles', limite })
    assert.deepEqual([data.length, total, truncado], [count, count, true])
  }
  assert.ok((await lookup({ q: 'muebles' })).data.every(({ numero }) => numero.startsWith('20')))
})

test('bad input is refused by name', async () => {
  for (const limite of ['0', '101', '-1', '1.5', 'x', '', '1e1']) {
    await assert.rejects(lookup({ q: 'muebles', limite }), { kind: 'invalid-input', campo: 'limite' })
  }
  for (const q of ['ab', '...', '- / -', '&&&'])
    await assert.rejects(lookup({ q }), { kind: 'invalid-input', campo: 'q' })
  for (const q of [undefined, '']) await assert.rejects(lookup({ q }), { kind: 'missing-input', campo: 'q' })
})

test('no company of that name is not found, even when a person has it', async () => {
  await assert.rejects(lookup({ q: 'inexistente' }), { kind: 'not-found' })
  await assert.rejects(lookup({ q: 'quispe ana' }), { kind: 'not-found' })
})

const listed = (numero: string) => ({ numero, razonSocial: 'MUEBLES VIVOS S.A.C.', estado: 'BAJA DEFINITIVA' })

test('the live page is asked only while no register is loaded', async () => {
  const list = { rows: [listed('20000000125'), listed('10000000120')], truncated: true }
  const { sources, asked } = sourcesOf({ 'taxauth-scraper': { taxpayersByName: list } })
  await assert.rejects(nombreLookup({ register, sources })({ q: 'inexistente' }), { kind: 'not-found' })
  assert.deepEqual(asked, [])
  const { data, total, truncado } = await nombreLookup({ register: registerNotLoaded, sources })({ q: 'muebles' })
  const found = { numero: '20000000125', razonSocial: 'MUEBLES VIVOS S.A.C.', estado: 'BAJA', condicion: '' }
  assert.deepEqual([data, total, truncado], [[found], 1, true])
})

test('without register the failure says what is missing', async () => {
  const ask = (answers: Parameters<typeof sourcesOf>[0]) =>
    nombreLookup({ register: registerNotLoaded, ...sourcesOf(answers) })({ q: 'muebles' })
  await assert.rejects(ask({}), { kind: 'dataset-unavailable' })
  await assert.rejects(ask({ 'taxauth-scraper': { taxpayersByName: null } }), { kind: 'not-found' })
  await assert.rejects(ask({ 'taxauth-scraper': { taxpayersByName: 'upstream-blocked' } }), {
    kind: 'upstream-blocked',
  })
  const cut = { rows: [listed('10000000120')], truncated: true }
  await assert.rejects(ask({ 'taxauth-scraper': { taxpayersByName: cut } }), { kind: 'dataset-unavailable' })
})
