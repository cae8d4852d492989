import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openRateHistory } from './index.ts'

const FRIDAY = { fecha: '2026-09-18', compra: 3.351, venta: 3.36 }
const SATURDAY = { fecha: '2026-09-19', compra: 3.354, venta: 3.362 }
const publisher = 'http://tc.test'

const inFolder = async (use: (dir: string) => Promise<void>): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'rates-'))
  try {
    await use(join(dir, 'data'))
  } finally {
    rmSync(dir, { recursive: true })
  }
}

test('a saved rate is known at once and after a restart', () =>
  inFolder(async (dir) => {
    const first = await openRateHistory({ dir, publisher })
    first.save([FRIDAY, SATURDAY])
    assert.deepEqual(await first.publishedOn('2026-09-18'), FRIDAY)
    assert.deepEqual(await first.lastPublished('2026-09-10', '2026-09-21'), SATURDAY)
    await first.close()
    const second = await openRateHistory({ dir, publisher })
    assert.deepEqual(await second.publishedOn('2026-09-19'), SATURDAY)
    assert.equal(await second.publishedOn('2026-09-20'), null)
    assert.deepEqual(await second.lastPublished('2026-09-10', '2026-09-18'), FRIDAY)
    assert.equal(await second.lastPublished('2026-09-20', '2026-09-21'), null)
    await second.close()
  }))

test('a correction replaces the rate of its day', () =>
  inFolder(async (dir) => {
    const history = await openRateHistory({ dir, publisher })
    history.save([FRIDAY])
    history.save([{ ...FRIDAY, venta: 3.361 }])
    assert.equal((await history.publishedOn('2026-09-18'))?.venta, 3.361)
    await history.close()
  }))

test('the rates of one publisher never answer for another', () =>
  inFolder(async (dir) => {
    const sandbox = await openRateHistory({ dir, publisher: 'http://127.0.0.1:4000' })
    sandbox.save([FRIDAY])
    await sandbox.close()
    const real = await openRateHistory({ dir, publisher })
    assert.equal(await real.publishedOn(FRIDAY.fecha), null)
    await real.close()
  }))

test('a file that another process has locked is written later, and no rate is lost meanwhile', (t) =>
  inFolder(async (dir) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const history = await openRateHistory({ dir, publisher, retryMs: 1_000 })
    const other = new DatabaseSync(join(dir, 'exchange-rates.sqlite'))
    const written = (): unknown => other.prepare('SELECT count(*) AS rows FROM publications').get()?.rows
    other.exec('BEGIN IMMEDIATE')
    history.save([FRIDAY])
    t.mock.timers.tick(1)
    // The write waits in this thread, and fails.
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(await history.publishedOn(FRIDAY.fecha), FRIDAY)
    other.exec('COMMIT')
    assert.equal(written(), 0)
    t.mock.timers.tick(1_000)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(written(), 1)
    other.close()
    await history.close()
    history.save([SATURDAY])
  }))
