import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderListedSeries, renderRates, renderSeries, sparkline } from './economic-data.ts'

test('a rate is shown in thousandths with its notice and source', () => {
  const text = renderRates({
    data: { fecha: '2026-11-15', compra: 3.35, venta: 3.3625, moneda: 'USD/PEN' as const },
    aviso: 'No consta publicación oficial del 2026-11-15: se entrega la última anterior, del 2026-11-14',
    origins: [{ provider: 'taxauth-tc', channel: 'live', edition: '2026-11-14' }],
  })
  assert.match(text, /15\/11\/2026 +│ +3\.350 +│ 3\.3625 │ USD\/PEN/)
  assert.match(text, /Aviso: No consta publicación oficial del 15\/11\/2026/)
  assert.match(text, /Fuente: SUNAT, tipo de cambio, en línea, publicado el 14\/11\/2026$/)
  assert.doesNotMatch(text, /\u001b/)
})

test('a rate without notice and source is only the table', () => {
  const data = { fecha: '2026-11-15', compra: 3.35, venta: 3.36, moneda: 'USD/PEN' as const }
  assert.doesNotMatch(renderRates({ data }), /Aviso|Fuente/)
})

test('a month is a row per day with the date of its publication', () => {
  const dias = [
    { fecha: '2026-11-01', compra: 3.3, venta: 3.31, publicado: '2026-10-31' },
    { fecha: '2026-11-02', compra: 3.3005, venta: 3.31, publicado: '2026-11-02' },
  ]
  const text = renderRates({ data: { mes: '2026-11', moneda: 'USD/PEN' as const, dias } })
  assert.match(text, /Fecha +│ Compra │ Venta │ Publicado el/)
  assert.match(text, /01\/11\/2026 │ +3\.300 │ 3\.310 │ 31\/10\/2026/)
  assert.match(text, /02\/11\/2026 │ 3\.3005 │ 3\.310 │ 02\/11\/2026/)
})

test('a found series shows what it measures and its years', () => {
  const series = { codigo: 'PN01273PM', nombre: 'IPC', grupo: 'Precios', frecuencia: 'mensual' as const }
  const data = [
    { ...series, desde: '1950-01-01', hasta: '2026-09-01' },
    { ...series, desde: '2026-01-01', hasta: '2026-09-01' },
    { ...series, desde: '', hasta: '' },
  ]
  const text = renderListedSeries({ data, total: 7 })
  assert.match(text, /PN01273PM │ Precios: IPC │ mensual +│ 1950–2026/)
  assert.match(text, /mensual +│ 2026 +│/)
  assert.match(text, /Se muestran 3 de 7 series/)
  assert.match(renderListedSeries({ data: data.slice(0, 1) }), /1 serie$/)
})

test('a series is shown as a sparkline, its extremes and its latest values', () => {
  const valores = Array.from({ length: 30 }, (_, i) => ({ periodo: `${1990 + i}`, valor: 1000 + (i % 7) }))
  const data = { codigo: 'PM04863AA', nombre: 'PBI - Agropecuario', frecuencia: 'anual' as const, valores }
  const text = renderSeries({ data: { ...data, fuente: 'central-bank' } })
  assert.match(text, /^PBI - Agropecuario\nPM04863AA · anual · 30 valores\n▁▂▃▅▆▇█/)
  assert.match(text, /mín 1,000 \(1990\) {2}máx 1,006 \(2017\)/)
  assert.match(text, /Últimos 12; 18 anteriores con --json/)
  assert.match(text, /│ 2019 /)
  assert.doesNotMatch(text, /│ 2007 /)
})

test('all values of a series have the same number of decimals', () => {
  const valores = [3.14, 3.1, 3.1255].map((valor, i) => ({ periodo: `0${i + 1}.Set.26`, valor }))
  const text = renderSeries({ data: { codigo: 'PD04640PD', nombre: 'Venta', valores, fuente: 'central-bank' } })
  assert.match(text, /3\.140 │.*3\.100 │.*3\.126 │/s)
})

test('a sparkline has one bar per value, up to its width', () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { maxLength: 300 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 80 }), (numbers, width) => {
      const line = sparkline(numbers, width)
      assert.equal([...line].length, Math.min(numbers.length, width))
      assert.match(line, /^[▁▂▃▄▅▆▇█]*$/)
    }),
  )
  assert.equal(sparkline([5, 5, 5]), '▄▄▄')
  assert.equal(sparkline([1, 2]), '▁█')
})
