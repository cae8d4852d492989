import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase, testDatabase } from '../../../test/helpers/postgres.ts'
import { until } from '../../../test/helpers/until.ts'
import { openRateHistory, RATES_MIGRATIONS, type RateHistory } from './index.ts'

const FRIDAY = { fecha: '2026-09-18', compra: 3.351, venta: 3.36 }
const SATURDAY = { fecha: '2026-09-19', compra: 3.354, venta: 3.362 }
const publisher = 'http://tc.test'

const url = await testDatabase()
const closing: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closing) await close()
})

/** The history as one process has it. */
const open = async (schema: string, name = publisher): Promise<RateHistory> => {
  const database = await openTestDatabase(url, schema, { 'exchange-rates': RATES_MIGRATIONS })
  const history = await openRateHistory({ dir: '', shared: database, publisher: name })
  closing.push(async () => {
    await history.close()
    await database.close()
  })
  return history
}

test('a saved rate is known at once, to other processes soon, and to those that start later', async () => {
  const [one, two] = [await open('saved'), await open('saved')]
  one.save([SATURDAY, FRIDAY])
  assert.deepEqual(await one.publishedOn('2026-09-18'), FRIDAY)
  assert.deepEqual(await one.lastPublished('2026-09-10', '2026-09-21'), SATURDAY)
  await until(async () => (await two.publishedOn('2026-09-18')) !== null)
  assert.deepEqual(await two.lastPublished('2026-09-10', '2026-09-18'), FRIDAY)
  assert.equal(await two.lastPublished('2026-09-20', '2026-09-21'), null)
  const three = await open('saved')
  assert.deepEqual(await three.publishedOn('2026-09-19'), SATURDAY)
})

test('a correction replaces the rate of its day everywhere', async () => {
  const [one, two] = [await open('corrected'), await open('corrected')]
  one.save([FRIDAY])
  await until(async () => (await two.publishedOn(FRIDAY.fecha)) !== null)
  two.save([{ ...FRIDAY, venta: 3.361 }])
  await until(async () => (await one.publishedOn(FRIDAY.fecha))?.venta === 3.361)
})

test('the rates of one publisher never answer for another', async () => {
  const sandbox = await open('publishers', 'sandbox')
  sandbox.save([FRIDAY])
  await sandbox.close()
  const real = await open('publishers')
  assert.equal(await real.publishedOn(FRIDAY.fecha), null)
  assert.deepEqual(await (await open('publishers', 'sandbox')).publishedOn(FRIDAY.fecha), FRIDAY)
})
