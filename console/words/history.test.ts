import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoriaContribuyente, PeriodoPadron } from '../client.ts'
import { dayWords } from './history.ts'

const period = (desde: string, hasta: string | null, more: Partial<PeriodoPadron> = {}): PeriodoPadron => ({
  ...{ desde, hasta, razonSocial: 'COMERCIAL EJEMPLO S.A.C.', estado: 'ACTIVO', condicion: 'HABIDO' },
  ...{ ubigeo: '150131', direccion: '', cambios: [], fuente: 'taxauth-scraper', grano: 'dia', ...more },
})
const historyOf = (...periodos: PeriodoPadron[]): HistoriaContribuyente => ({
  ...{ numero: '20000000125', desde: '2026-10-01', hasta: '2026-11-14', periodos },
})
const monthly = historyOf(
  period('2026-10-01', null),
  period('2026-05-01', '2026-07-31', { estado: 'BAJA DE OFICIO', grano: 'mes', fuente: 'taxauth-open-data' }),
)
const changed = historyOf(
  period('2026-11-10', null, { cambios: ['condicion', 'direccion'] }),
  period('2026-10-05', '2026-10-20', { condicion: 'NO HABIDO', cambios: ['alta'] }),
)

for (const [when, history, day, words, isSure] of [
  [
    ...['before our first edition, with a monthly copy', monthly, '2026-06-10'],
    ...[/^Nuestra .* las copias mensuales de 05\/2026 a 07\/2026 dicen BAJA DE OFICIO, HABIDO, sin que conste/, false],
  ],
  ['before our first edition', changed, '2026-09-30', /^Nuestra historia empieza el 01\/10\/2026: no se sabe/, false],
  [
    'before it appeared',
    changed,
    '2026-10-04',
    /^El 04\/10\/2026 aún no figuraba: .* edición del 05\/10\/2026\.$/,
    true,
  ],
  ['within a period', changed, '2026-10-06', /^Así constaba el 06\/10\/2026: ACTIVO, NO HABIDO, ediciones/, true],
  [
    ...['between two editions that differ', changed, '2026-10-21'],
    /^Entre dos ediciones que difieren: .* 20\/10\/2026 dice ACTIVO, NO HABIDO; .* 10\/11\/2026 dice ACTIVO, HABIDO \(cambió: condición y dirección\)/,
    false,
  ],
  ['the day before the next edition', changed, '2026-11-09', /^Así constaba el 09\/11\/2026: ACTIVO, NO HABIDO/, true],
  [
    'the last edition',
    changed,
    '2026-11-14',
    /^Así constaba el 14\/11\/2026: ACTIVO, HABIDO, .* al 14\/11\/2026\.$/,
    true,
  ],
  [
    'after the last edition',
    changed,
    '2026-11-15',
    /^La última edición, del 14\/11\/2026, .* todavía no hay edición/,
    false,
  ],
  ['after it went', historyOf(period('2026-10-01', '2026-10-20')), '2026-11-01', /^Ya no figura en el padrón/, true],
  [
    ...[
      'while it was away',
      historyOf(period('2026-11-10', null, { cambios: ['alta'] }), period('2026-10-01', '2026-10-05')),
    ],
    ...['2026-11-09', /^No es seguro que figurara el 09\/11\/2026: .* vuelve en la del 10\/11\/2026/, false],
  ],
] as [string, HistoriaContribuyente, string, RegExp, boolean][])
  test(`a day ${when} is told as what it is`, () => {
    const told = dayWords(history, day)
    assert.match(told.words, words)
    assert.equal(told.isSure, isSure)
  })
