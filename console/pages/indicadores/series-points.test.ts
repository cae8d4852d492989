import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Serie } from '../../client.ts'
import { decimalsFor, gapWords, seriesPoints, valueFormat } from './series-points.ts'

const END = '2026-11-13'
const series = (frecuencia: NonNullable<Serie['frecuencia']>, ...periods: string[]): Serie => ({
  ...{ codigo: 'X', nombre: 'x', frecuencia, fuente: 'central-bank' },
  valores: periods.map((periodo, at) => ({ periodo, valor: at + 0.5 })),
})

test('periods that the bank left out have no value, and are told', () => {
  const points = seriesPoints(series('mensual', 'Dic.2025', 'Mar.2026', 'Abr.2026'), END)
  assert.deepEqual(
    points.map(({ start, value }) => [start, value]),
    [
      ['2025-12-01', 0.5],
      ['2026-01-01', null],
      ['2026-02-01', null],
      ['2026-03-01', 1.5],
      ['2026-04-01', 2.5],
    ],
  )
  assert.match(gapWords(points) ?? '', /^Sin dato en 2 periodos: enero de 2026 y febrero de 2026\./)
  assert.equal(gapWords(seriesPoints(series('trimestral', 'T4.25', 'T1.26'), END)), null)
  const years = gapWords(seriesPoints(series('anual', '1990', '2000'), END))
  assert.match(years ?? '', /^Sin dato en 9 periodos: entre 1991 y 1999/)
})

test('a weekend is no gap in a daily series, three weeks are one', () => {
  assert.equal(gapWords(seriesPoints(series('diaria', '06.Nov.26', '09.Nov.26'), END)), null)
  const points = seriesPoints(series('diaria', '02.Oct.26', '23.Oct.26'), END)
  assert.equal(points.length, 3)
  assert.match(gapWords(points) ?? '', /^Sin dato en 1 tramo: del 03\/10\/2026 al 22\/10\/2026\./)
})

test('a period that cannot be read keeps its printed name and stays out of the chart', () => {
  const [point] = seriesPoints(series('mensual', 'Primer mes'), END)
  assert.deepEqual(point, { start: null, words: 'Primer mes', printed: 'Primer mes', value: 0.5 })
})

test('figures have as many decimals as they need', () => {
  assert.equal(decimalsFor([3.5, 3.5275, 1.91234567]), 3)
  assert.equal(decimalsFor([268_000.125, 7]), 2)
  assert.equal(decimalsFor([4, 5]), 0)
  const format = valueFormat(seriesPoints(series('anual', '2023', '2024'), END))
  assert.deepEqual([format(-0.25), format(null)], ['−0.3', 'sin dato'])
})
