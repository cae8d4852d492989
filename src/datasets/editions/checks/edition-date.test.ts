import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../../../domain/lima-time.ts'
import type { EditionFacts } from '../dataset.ts'
import { ageHours, judgedFrom, overdueReason, statusOf } from '../status.ts'
import { editionDates, publishersDate } from './edition-date.ts'

const NOW = Date.parse('2026-11-16T17:00:00Z')
const clock = limaClock(undefined, { now: () => NOW })
const COPIED = 'Mon, 16 Nov 2026 15:00:00 GMT'
const address = { lastModified: COPIED, validators: { from: 'https://example.org/sdn.csv' } }
const copy = { lastModified: COPIED, validators: { from: '/srv/lists/sdn.csv' } }

test('an edition is dated by what its file states, an address by HTTP too, a copy by nothing else', () => {
  for (const [file, stated, edicion, publicado] of [
    [address, undefined, '2026-11-16', '2026-11-16'],
    [address, '2025-04-19', '2025-04-19', '2025-04-19'],
    [copy, '2025-04-19', '2025-04-19', '2025-04-19'],
    [copy, undefined, '2026-11-16', null],
    // What cannot be believed is no date.
    [copy, '2036-01-01', '2026-11-16', null],
    [{ ...copy, lastModified: 'Tue, 01 Jan 1980 05:00:00 GMT' }, undefined, '2026-11-16', null],
    [{ validators: address.validators }, undefined, '2026-11-16', null],
  ] as const)
    assert.deepEqual(editionDates(file, clock, stated), { edicion, publicado })
})

const facts = (edicion: string, more: Partial<EditionFacts> = {}): EditionFacts => ({
  ...{ edicion, filas: 1, sha256: '', cargado: '2026-11-16T16:00:00.000Z' },
  ...more,
})

test('of editions made before, one that has the date of its copy is undated', () => {
  const dated = (edicion: string, from: string, extra = {}) =>
    publishersDate(facts(edicion, { validators: { file: { from, lastModified: COPIED } }, extra }))
  assert.equal(dated('2026-11-16', '/srv/sdn.csv', { fechaDelEditor: true }), undefined)
  assert.equal(dated('2025-04-19', '/srv/un.xml', { fechaDelEditor: true }), '2025-04-19')
  assert.equal(dated('2026-11-16', 'https://example.org/sdn.csv'), '2026-11-16')
  assert.equal(dated('2026-11-16', 'https://example.org/sdn.csv', { fechaDelEditor: false }), undefined)
})

test('a copy is as old as its publisher says, an address as long as it was not asked', () => {
  const told = (edition: EditionFacts) => {
    const state = { estado: 'idle', desde: null, error: null, intento: null, revisado: edition.cargado } as const
    const status = statusOf('un', edition, state, null, true)
    return [judgedFrom(edition, state), ageHours(status, NOW), overdueReason(status)]
  }
  const [of, from] = [{ un: copy.validators }, { un: address.validators }]
  assert.deepEqual(told(facts('2025-04-19', { publicado: '2025-04-19', validators: of })), [
    '2025-04-20T05:00:00.000Z',
    13_812,
    'Se lee de una copia publicada el 19/04/2025: ya debe de haber ediciones más nuevas',
  ])
  assert.deepEqual(told(facts('2026-11-10', { publicado: null, validators: of })), [
    '2026-11-11T05:00:00.000Z',
    132,
    'Se lee de una copia sin fecha, del 10/11/2026: ya debe de haber ediciones más nuevas',
  ])
  assert.deepEqual(told(facts('2025-04-19', { publicado: '2025-04-19', validators: from })), [
    '2026-11-16T16:00:00.000Z',
    1,
    'La fuente no se pudo revisar en sus tres últimas fechas de actualización',
  ])
})
