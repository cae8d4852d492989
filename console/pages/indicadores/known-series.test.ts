import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedSeries, KNOWN_SERIES } from './known-series.ts'

test('a typed name or code opens its series; other words are searched for', () => {
  for (const { alias, codigo } of KNOWN_SERIES) {
    assert.deepEqual(askedSeries(alias.toUpperCase()), { codigo: alias })
    assert.deepEqual(askedSeries(codigo.toLowerCase()), { codigo })
  }
  assert.deepEqual(askedSeries('inflación'), { buscar: 'inflación' })
  assert.deepEqual(askedSeries('cobre'), { buscar: 'cobre' })
})
