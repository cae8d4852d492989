import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../figures/calendar.ts'
import { type Frequency, periodStarts, periodWords } from './periods.ts'

const END = '2026-11-13'

test('periods are read as the bank prints them', () => {
  const read = (frequency: Frequency, ...printed: string[]) => periodStarts(frequency, printed, END)
  assert.deepEqual(read('diaria', '31.Dic.99', '20.Ago.26', '02.SEP.26'), ['1999-12-31', '2026-08-20', '2026-09-02'])
  assert.deepEqual(read('mensual', 'Set.2026', 'Oct.2026'), ['2026-09-01', '2026-10-01'])
  assert.deepEqual(read('trimestral', 'T4.80', 'T1.24'), ['1980-10-01', '2024-01-01'])
  assert.deepEqual(read('anual', '1950', '2024'), ['1950-01-01', '2024-01-01'])
  assert.deepEqual(read('diaria', '30.Feb.26', 'ayer', '2026'), [null, null, null])
  assert.deepEqual(periodStarts('diaria', ['02.Ene.30'], '1930-12-31'), ['1930-01-02'])
})

test('periods have words', () => {
  assert.equal(periodWords('diaria', '2026-08-20'), '20/08/2026')
  assert.equal(periodWords('mensual', '2026-09-01'), 'setiembre de 2026')
  assert.equal(periodWords('trimestral', '2024-04-01'), '2.º trimestre de 2024')
  assert.equal(periodWords('anual', '2024-01-01'), '2024')
})

const NAMES = ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Set', 'Oct', 'Nov', 'Dic']
const print = (day: string): string => `${day.slice(8)}.${NAMES[Number(day.slice(5, 7)) - 1]}.${day.slice(2, 4)}`

test('any days in their order are read back, however long ago', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(steps, (back) => {
      const days: string[] = []
      for (const step of back) days.unshift(addDays(days[0] ?? END, -step))
      const known = days.filter((day) => day > '1800-01-01')
      assert.deepEqual(periodStarts('diaria', known.map(print), END), known)
    }),
  )
})
