import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROVIDER_IDS } from '../domain/records.ts'
import { describeSource, sourceName } from './index.ts'

const LISTS = ['procurement-list', 'procurement-courts', 'procurement-people', 'us-list', 'un-list']

test('every provider and list has a name for people in every channel', () => {
  for (const proveedor of [...PROVIDER_IDS, ...LISTS])
    for (const canal of ['register', 'live', 'cache', 'list', undefined]) {
      const name = sourceName(proveedor, canal)
      assert.ok(name.length > 2 && !name.includes(proveedor), name)
    }
})

test('a source is told with its channel and its date', () => {
  const rows = [
    [
      { proveedor: 'taxauth-scraper', canal: 'register', edicion: '2026-11-14' },
      'SUNAT, padrón reducido, edición 14/11/2026',
    ],
    [{ proveedor: 'taxauth-scraper', canal: 'live' }, 'SUNAT, consulta RUC, en línea'],
    [
      { proveedor: 'taxauth-tc', canal: 'cache', edicion: '2026-11-14' },
      'SUNAT, tipo de cambio, respuesta reciente, publicado el 14/11/2026',
    ],
    [{ proveedor: 'un-list', canal: 'list', edicion: 'R1/2026' }, 'Lista ONU, Consejo de Seguridad, edición R1/2026'],
    [{ proveedor: 'constructor', canal: 'new' }, 'constructor'],
  ] as const
  for (const [fuente, said] of rows) assert.equal(describeSource(fuente), said)
})
