import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Screening } from '../domain/records.ts'
import { summaryOf } from './summaries.ts'
import { toolResult } from './tool-result.ts'

const screened = (...levels: Screening['matches'][number]['coincidencia'][]): string =>
  summaryOf('aml')({
    data: {
      query: 'ANA',
      total: levels.length,
      listasActualizadas: '2026-11-14T05:00:00.000Z',
      matches: levels.map((coincidencia) => ({ nombre: 'ANA', fuente: 'UN', coincidencia })),
    },
  })

test('a screening counts exact and partial matches, and leaves the decision to a person', () => {
  assert.equal(screened('exacto'), '1 coincidencia: 1 exacta, 0 parciales. Debe decidir una persona.')
  assert.match(screened('parcial', 'parcial'), /^2 coincidencias: 0 exactas, 2 parciales\./)
})

test('a screening without matches is no approval', () =>
  assert.match(screened(), /^Sin coincidencias .* No es una apro/))

test('a notice is a sentence of its own, and a live source has a date of publication', () => {
  const fuentes = [{ proveedor: 'taxauth-tc', canal: 'cache', edicion: '2026-11-14' }]
  const { content } = toolResult({ estado: 'ok', body: { data: {}, aviso: 'Es del sábado' }, fuentes }, () => 'Hoy.')
  assert.deepEqual(content[0], {
    type: 'text',
    text: 'Hoy. Es del sábado. Fuente: taxauth-tc (cache, publicado el 2026-11-14).',
  })
})
