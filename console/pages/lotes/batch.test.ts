import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addSeen, rowsPerSecond, type Seen, speedWords, timeLeftWords } from './batch.ts'

test('the speed is that of the last seconds, and nothing is told before there is one', () => {
  let seen: Seen[] = []
  assert.equal(rowsPerSecond(seen), null)
  for (const [atMs, procesadas] of [
    [0, 0],
    [1000, 10],
    [11_000, 1010],
    [12_000, 1510],
  ] as const)
    seen = addSeen(seen, { atMs, procesadas })
  assert.equal(rowsPerSecond(seen), 500)
  assert.equal(
    rowsPerSecond([
      { atMs: 0, procesadas: 3 },
      { atMs: 50, procesadas: 3 },
    ]),
    null,
  )
  assert.equal(speedWords(1234.4), '1,234 filas por segundo')
  assert.equal(speedWords(2.54), '2.5 filas por segundo')
  assert.equal(timeLeftWords(10, 500), 'falta un segundo')
  assert.equal(timeLeftWords(1000, 50), 'faltan unos 20 segundos')
  assert.equal(timeLeftWords(9000, 50), 'faltan unos 3 minutos')
  assert.equal(timeLeftWords(900_000, 50), 'faltan unas 5 horas')
})
