import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriesPath } from './series-path.ts'

const pathOf = (codigo: string, desde: string, hasta: string): string | null => seriesPath({ codigo, desde, hasta })
const API = '/estadisticas/series/api'

test('each frequency has its own way to write a window', () => {
  assert.equal(pathOf('PD04640PD', '2026-08-01', '2026-08-20'), `${API}/PD04640PD/json/2026-08-01/2026-08-20/esp`)
  assert.equal(pathOf('PN01273PM', '2024-09-15', '2026-08-20'), `${API}/PN01273PM/json/2024-9/2026-8/esp`)
  assert.equal(pathOf('PN02507AQ', '2024-03-31', '2024-10-01'), `${API}/PN02507AQ/json/2024-1/2024-4/esp`)
  assert.equal(pathOf('PM04863AA', '2010-05-05', '2024-01-01'), `${API}/PM04863AA/json/2010/2024/esp`)
})

test('nothing but a code gets into an address', () => {
  for (const codigo of ['PD04640PX', 'PD04640', '../../PD04640PD', 'PD04640PD-PD04639PD', 'pd04640pd', '']) {
    assert.equal(pathOf(codigo, '2026-08-01', '2026-08-20'), null, codigo)
  }
})
