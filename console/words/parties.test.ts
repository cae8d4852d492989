import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoincidenciaLista } from '../../src/client/index.ts'
import { matchedParties } from './parties.ts'

const match = (
  fuente: CoincidenciaLista['fuente'],
  referencia: string,
  same: [CoincidenciaLista['fuente'], string][],
) =>
  ({
    ...{ nombre: referencia, fuente, referencia, coincidencia: 'exacto' },
    mismaParte: same.map(([list, number]) => ({ fuente: list, referencia: number })),
  }) as CoincidenciaLista

test('a party on several lists is one row, with the lists whose entries did not match by themselves', () => {
  const rows = matchedParties([
    match('US', '1', [
      ['UE', 'EU.1.1'],
      ['UK', 'RUS1'],
    ]),
    match('US', '2', []),
    match('UE', 'EU.1.1', [['US', '1']]),
  ])
  assert.deepEqual(
    rows.map(({ match: { referencia }, at, others, elsewhere }) => [referencia, at, others.length, elsewhere]),
    [
      ['1', 0, 1, ['UK']],
      ['2', 1, 0, []],
    ],
  )
})

test('without links every match is a row of its own', () => {
  const plain = [match('US', '1', []), match('UN', '1', [])].map(({ mismaParte: _, ...rest }) => rest)
  assert.equal(matchedParties(plain as CoincidenciaLista[]).length, 2)
})
