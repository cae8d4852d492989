import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { issueKey, openAccounts, openAccountsStore } from '../../accounts/index.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { SCOPES } from '../../endpoints/index.ts'
import { keysCommand } from './keys.ts'

const clock = limaClock('2026-11-15')

describe('chasqui keys', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'chasqui-keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const keys = async (...args: string[]) => {
    const printed = { out: '', err: '', code: 0 }
    const output = {
      out: (text: string) => void (printed.out += text),
      err: (text: string) => void (printed.err += text),
      colours: false,
      setExitCode: (code: number) => void (printed.code = code),
    }
    await keysCommand({ settings: () => ({ dataDir, databaseUrl: '', clock }), output }).parseAsync(args, {
      from: 'user',
    })
    return printed
  }
  const json = async (...args: string[]) => JSON.parse((await keys(...args, '--json')).out)

  test('create prints the key once, in exactly three fields', async () => {
    const issued = await json('create', '--name', 'Contabilidad')
    assert.deepEqual(Object.keys(issued), ['id', 'account', 'key'])
    assert.match(issued.key, /^chq_live_/)
    for (const args of [['list'], ['list', '--json'], ['usage'], ['usage', '--json']]) {
      const { out } = await keys(...args)
      assert.ok(out.includes(issued.account) && !out.includes('chq_live_'))
    }
  })

  test('create for a person says what the key may do', async () => {
    const args = [
      '--name',
      'Ñandú',
      '--quota',
      '5000',
      '--rate',
      '5',
      '--endpoints',
      'ruc, dni',
      '--expires',
      '2026-12-31',
    ]
    const { out, err, code } = await keys('create', ...args)
    for (const text of ['chq_live_', 'Ñandú', '5,000', 'ruc, dni', '31/12/2026']) assert.ok(out.includes(text), text)
    assert.deepEqual([err, code], ['', 0])
  })

  test('a key joins an account, and may bring it a new quota', async () => {
    const first = await json('create', '--name', 'Uno', '--quota', '50')
    const second = await json('create', '--name', 'Dos', '--account', first.account, '--sandbox')
    assert.equal(second.account, first.account)
    assert.match(second.key, /^chq_test_/)
    await keys('create', '--name', 'Tres', '--account', first.account, '--quota', '70')
    const listed = (await json('list')) as { name: string; quota: number; mode: string }[]
    assert.deepEqual(listed.map(({ name, quota, mode }) => [name, quota, mode]).sort(), [
      ['Dos', 70, 'sandbox'],
      ['Tres', 70, 'live'],
      ['Uno', 70, 'live'],
    ])
  })

  test('a key created without options has the default limits', async () => {
    const { id, account } = await json('create', '--name', 'Uno')
    const [{ created, ...key }] = await json('list')
    assert.match(created, /^[0-9]{4}-/)
    assert.deepEqual(key, {
      id,
      account,
      name: 'Uno',
      persona: null,
      documentos: false,
      mode: 'live',
      active: true,
      quota: 1_000_000,
      rate: 1_000,
      burst: 2_000,
      endpoints: null,
      expires: null,
      revoked: null,
    })
  })

  test('a key sees documents of people only when it was made so', async () => {
    await json('create', '--name', 'Uno', '--documentos')
    const listed = await json('list')
    assert.equal(listed.at(-1).documentos, true)
  })

  test('a key says whose it is, and a person has a name', async () => {
    await keys('create', '--name', 'Caja', '--persona', ' Rosa Huamán ')
    assert.equal((await json('list'))[0].persona, 'Rosa Huamán')
    assert.match((await keys('list')).out, /Rosa Huamán/)
    for (const bad of ['', ' ', 'x'.repeat(101), 'a\u0007'])
      assert.equal((await keys('create', '--name', 'Dos', '--persona', bad)).code, 2, bad)
  })

  test('revoke is seen in the list; twice does no harm', async () => {
    const { id } = await json('create', '--name', 'Uno')
    assert.deepEqual(await json('revoke', id), { id, revoked: true })
    assert.match((await keys('revoke', id)).out, /revocada/)
    assert.match((await keys('list')).out, /revocada/)
    assert.equal((await json('list'))[0].active, false)
  })

  test('a key that has expired since is listed as such; one that has expired already is not made', async () => {
    const store = await openAccountsStore(dataDir)
    await issueKey(store, { name: 'Uno', mode: 'live', expires: '2026-11-14' }, limaClock('2026-11-14'))
    await store.close()
    assert.match((await keys('list')).out, /vencida/)
    const { out, err, code } = await keys('create', '--name', 'Dos', '--expires', '2026-11-14')
    assert.deepEqual([out, code], ['', 2])
    assert.equal(err, '--expires debe ser hoy (15/11/2026, en Lima) o una fecha posterior\n')
    assert.equal((await json('list')).length, 1)
  })

  test('usage includes the latest counts of a running server', async () => {
    const { key, id, account } = await json('create', '--name', 'Uno', '--quota', '500')
    const accounts = await openAccounts({ dataDir, mode: 'live', clock, endpoints: SCOPES, flushMs: 0 })
    try {
      const holder = await accounts.identify(key)
      assert.ok(holder)
      for (const endpoint of ['ruc', 'dni', 'ruc']) (await accounts.reserve(holder))?.charge(endpoint)
      const usage = [
        { key: id, endpoint: 'dni', charged: 1 },
        { key: id, endpoint: 'ruc', charged: 2 },
      ]
      assert.deepEqual(await json('usage'), [
        { account, name: 'Uno', month: '2026-11', quota: 500, used: 3, remaining: 497, usage },
      ])
      assert.match((await keys('usage')).out, /497/)
    } finally {
      await accounts.close()
    }
    assert.deepEqual((await json('usage', '--month', '2026-10'))[0].usage, [])
  })

  test('a mistake of the user is one Spanish line and exit code 2', async () => {
    const wrong: [RegExp, ...string[]][] = [
      [/--name/, 'create'],
      [/nombre/, 'create', '--name', ''],
      [/--quota/, 'create', '--name', 'a', '--quota', '1e3'],
      [/--rate/, 'create', '--name', 'a', '--rate', '0'],
      [/--burst/, 'create', '--name', 'a', '--burst', '-1'],
      [/nada.*persona, ruc/, 'create', '--name', 'a', '--endpoints', 'ruc,nada'],
      [/--expires/, 'create', '--name', 'a', '--expires', '2026-02-30'],
      [/acc_x/, 'create', '--name', 'a', '--account', 'acc_x'],
      [/key_x/, 'revoke', 'key_x'],
      [/Falta/, 'revoke'],
      [/--month/, 'usage', '--month', '2026-13'],
    ]
    for (const [line, ...args] of wrong) {
      const { out, err, code } = await keys(...args)
      assert.deepEqual([out, code], ['', 2], args.join(' '))
      assert.match(err, line)
      assert.equal(err.trimEnd().split('\n').length, 1)
    }
    const store = await openAccountsStore(dataDir)
    assert.deepEqual(await store.listKeys(), [])
    await store.close()
  })

  test('a store of a later version is not opened', async () => {
    await keys('list')
    const file = new DatabaseSync(join(dataDir, 'accounts.sqlite'))
    file.exec('PRAGMA user_version = 99')
    file.close()
    const { err, code } = await keys('list')
    assert.match(err, /es de la versión 99; este programa conoce hasta la \d+/)
    assert.equal(code, 1)
  })

  test('a folder that cannot be used is named in one line', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    dataDir = join(file, 'inside')
    const { err, code } = await keys('list')
    assert.match(err, /No se pudo abrir/)
    assert.equal(code, 1)
    dataDir = join(file, '..')
  })
})
