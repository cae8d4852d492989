import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { StoreContents } from '../../src/accounts/store/contents.ts'
import {
  addRates,
  openFolderRates,
  type PublicationRow,
  readRates,
} from '../../src/datasets/exchange-rate-history/index.ts'
import { SCOPES } from '../../src/endpoints/index.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { readFolderContents, writeFolderContents } from '../helpers/folder-contents.ts'
import { lossyProxy } from '../helpers/lossy-proxy.ts'
import { runSql, testDatabase } from '../helpers/postgres.ts'
import { repeated } from '../helpers/repeated.ts'

const url = await testDatabase()
const settings = { CHASQUI_TODAY: '2026-11-13', CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_DATABASE_URL: url }
const empty = (): Promise<unknown> => runSql(url, 'DROP SCHEMA IF EXISTS chasqui CASCADE')

/** Everything that a command may have written: any text without control characters, whole numbers as large as they get. */
const text = fc.oneof(
  fc.constantFrom('Ñandú', "O'Higgins", '"comillas"', '\\', '%_', '$1', 'null', '', '日本', '🚀', ' a  b ', "'); --"),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => value.replaceAll(/\p{Cc}|\p{Cs}/gu, '')),
)
const count = fc.oneof(fc.nat(2_000), fc.constantFrom(0, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER))
const positive = count.map((value) => Math.max(1, value))
const time = fc.integer({ min: 0, max: 4e12 })
const date = fc.constantFrom('2026-12-31', '2027-01-01', '2099-02-28')
const month = fc.constantFrom('2026-01', '2026-11', '2026-12', '2027-01')
const id = fc.string({ unit: fc.constantFrom(...'abcXYZ019_'), minLength: 8, maxLength: 14 })

const key = fc.record({
  ...{ id: id.map((value) => `key_${value}`), account: fc.nat(), name: text, ratePerSecond: positive, burst: positive },
  mode: fc.constantFrom('live' as const, 'sandbox' as const),
  digest: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  endpoints: fc.option(fc.subarray([...SCOPES], { minLength: 1 })),
  ...{ expires: fc.option(date), createdAtMs: time, revokedAtMs: fc.option(time), persona: fc.option(text) },
  documentos: fc.boolean(),
})
const installation: fc.Arbitrary<{ contents: StoreContents; rates: PublicationRow[] }> = fc
  .record({
    accounts: fc.uniqueArray(fc.record({ id, name: text, quota: count, createdAtMs: time }), {
      ...{ selector: (account) => account.id, minLength: 1, maxLength: 6 },
    }),
    keys: fc.uniqueArray(key, { selector: (one) => one.id + one.digest, minLength: 1, maxLength: 8 }),
    months: fc.array(fc.record({ account: fc.nat(), month, taken: count }), { maxLength: 10 }),
    usage: fc.array(fc.record({ key: fc.nat(), month, endpoint: fc.constantFrom(...SCOPES), charged: count }), {
      maxLength: 20,
    }),
    secret: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    rates: fc.array(fc.record({ publisher: text, fecha: date, compra: price(), venta: price() }), { maxLength: 8 }),
  })
  .map(({ accounts, keys, months, usage, secret, rates }) => {
    const accountOf = (n: number): string => accounts[n % accounts.length]?.id ?? ''
    const ownKeys = unique(keys, (one) => one.id).map(({ account, ...one }) => ({
      ...one,
      accountId: accountOf(account),
    }))
    return {
      contents: {
        ...{ accounts, keys: unique(ownKeys, ({ digest }) => digest) },
        months: unique(
          months.map(({ account, ...row }) => ({ ...row, accountId: accountOf(account) })),
          (row) => `${row.accountId} ${row.month}`,
        ),
        usage: unique(
          usage.map(({ key: n, ...row }) => {
            const { id: keyId, accountId } = ownKeys[n % ownKeys.length] as (typeof ownKeys)[number]
            return { ...row, keyId, accountId }
          }),
          (row) => `${row.month} ${row.keyId} ${row.endpoint}`,
        ),
        secrets: [{ name: 'etag-secret', value: secret }],
      },
      rates: unique(rates, (row) => `${row.publisher} ${row.fecha}`),
    }
  })

function price(): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(3.351, 0.1 + 0.2, 1e-7), fc.double({ min: 1e-6, max: 1e6, noNaN: true }))
}

const unique = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

const makeFolder = async ({
  contents,
  rates,
}: {
  contents: StoreContents
  rates: PublicationRow[]
}): Promise<string> => {
  const dir = join(temporaryFolder(), 'data')
  mkdirSync(dir)
  await writeFolderContents(dir, contents)
  const file = await openFolderRates(dir, () => {})
  await addRates(file, rates).finally(() => file.close())
  return dir
}

/** The order of rows is no part of an installation. */
const sorted = (value: object): unknown =>
  Object.fromEntries(Object.entries(value).map(([name, rows]) => [name, (rows as object[]).map(canonical).sort()]))
const canonical = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value])
      .sort(),
  )

const copy = async (from: string, to: string): Promise<void> => {
  const { err, code } = await runInProcess(settings, 'store', 'copy', from, to)
  assert.deepEqual([err, code], ['', 0])
}

test('any installation is the same after SQLite, PostgreSQL and SQLite again', async () => {
  const property = fc.asyncProperty(installation, async (one) => {
    await empty()
    const source = await makeFolder(one)
    await copy(source, url)
    const back = join(temporaryFolder(), 'back')
    await copy(url, back)
    assert.deepEqual(sorted(await readFolderContents(back)), sorted(await readFolderContents(source)))
    assert.deepEqual(sorted(await readFolderContents(back)), sorted(one.contents))
    assert.deepEqual(sorted({ rates: await readRates(back, null) }), sorted({ rates: one.rates }))
  })
  await fc.assert(property, { numRuns: repeated(8), endOnFailure: true })
})

test('a name that a database cannot hold is refused where it is given', async () => {
  for (const name of ['a\u0000b', 'a\nb', '']) {
    const { code, err } = await runInProcess(settings, 'keys', 'create', '--name', name)
    assert.equal(code, 2, err)
  }
})

test('a copy that is cut leaves nothing half, and can be done again', async () => {
  await empty()
  const [one] = fc.sample(installation, { numRuns: 1, seed: 7 })
  assert.ok(one)
  const source = await makeFolder(one)
  const proxy = await lossyProxy(url)
  after(() => proxy.close())
  // The first COMMIT through the proxy is that of the schema.
  assert.equal((await runInProcess({ ...settings, CHASQUI_DATABASE_URL: proxy.url }, 'keys', 'list')).code, 0)
  const cutCopy = async (): Promise<number | null> => {
    const { code } = await runInProcess(settings, 'store', 'copy', source, proxy.url)
    return code
  }
  proxy.cut('lost', 'DELETE FROM accounts')
  assert.equal(await cutCopy(), 1)
  const rows = await runSql(
    url,
    'SELECT (SELECT count(*) FROM chasqui.keys)::int AS keys, (SELECT count(*) FROM chasqui.publications)::int AS rates',
  )
  assert.deepEqual(rows, [{ keys: 0, rates: 0 }])
  await copy(source, url)
  const back = join(temporaryFolder(), 'back')
  mkdirSync(back)
  // As a copy leaves it that was killed.
  writeFileSync(join(back, 'accounts.sqlite.restoring'), 'half')
  await copy(url, back)
  assert.equal(existsSync(join(back, 'accounts.sqlite.restoring')), false)
  assert.deepEqual(sorted(await readFolderContents(back)), sorted(one.contents))
})
