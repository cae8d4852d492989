import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { request } from 'undici'
import { certificateFragment } from '../../src/client/index.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { runSql, testDatabase } from '../helpers/postgres.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { createKey, type RunningServer, type Settings, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'
import { upstreamServer } from '../helpers/upstream-server.ts'

const textFile = await upstreamServer(() => ({ type: 'text/plain', body: '13/11/2026|3.354|3.362|\n' }))
const settingsFor = (extra: Settings = {}): Settings => ({
  CHASQUI_DATA_DIR: temporaryFolder(),
  CHASQUI_TODAY: '2026-11-13',
  CHASQUI_WORKERS: '2',
  CHASQUI_TAXAUTH_TC_TXT_URL: `${textFile.url}/tipoCambio.txt`,
  CHASQUI_CENTRAL_BANK_URL: textFile.url,
  ...extra,
})

/** Over a connection of its own, which any thread may have accepted. */
const get = async (url: string, authorization = ''): Promise<string> => {
  const { body } = await request(url, { headers: { authorization }, reset: true })
  return body.text()
}

const certificateOf = async ({ url }: RunningServer, key: string): Promise<string> =>
  JSON.parse(await get(`${url}/api/tipo-cambio?constancia=1`, key)).constancia

const setOf = async ({ url }: RunningServer): Promise<JSONWebKeySet> =>
  JSON.parse(await get(`${url}/.well-known/jwks.json`))

const kidOf = (certificate: string): string => String(decodeProtectedHeader(certificate).kid)

const json = async (settings: Settings, ...args: string[]) => {
  const { out, err, code } = await runInProcess(settings, ...args, '--json')
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  test(`all threads of all processes on one ${store} sign with one key, and change it together`, async () => {
    const url = store === 'PostgreSQL' ? await testDatabase() : ''
    const settings = settingsFor(url ? { CHASQUI_DATABASE_URL: url } : {})
    const { key } = await createKey(settings)
    // One process serves a folder; any number serve a database.
    const servers = await Promise.all(Array.from({ length: url ? 2 : 1 }, () => startServer(settings)))
    const everywhere = async (): Promise<string[]> =>
      Promise.all(servers.flatMap((server) => Array.from({ length: 12 }, () => certificateOf(server, key))))

    const before = await everywhere()
    const [first] = [...new Set(before.map(kidOf))]
    assert.equal(new Set(before.map(kidOf)).size, 1, 'two first starts at once make one key')

    const { kid } = await json(settings, 'constancia', 'rotar')
    assert.notEqual(kid, first)
    await until(async () => (await everywhere()).every((one) => kidOf(one) === kid))
    assert.deepEqual(new Set((await everywhere()).map(kidOf)), new Set([kid]))
    for (const server of servers) {
      const set = await setOf(server)
      assert.deepEqual(
        set.keys.map((one) => one.kid),
        [first, kid],
      )
      for (const one of [before[0] as string, await certificateOf(server, key)])
        await compactVerify(one, createLocalJWKSet(set))
    }

    const old = join(temporaryFolder(), 'constancia.txt')
    writeFileSync(old, before[0] as string)
    const jwks = ['--jwks', `${servers[0]?.url}/.well-known/jwks.json`]
    assert.equal((await json(settings, 'constancia', 'verificar', old, ...jwks)).valida, true)
    const secret = await privateParts(settings, url)
    assert.equal(secret.length, 2)
    for (const server of servers) {
      await server.end()
      for (const part of secret) assert.ok(!server.output().includes(part))
    }
    assert.equal(
      (await json(settings, 'constancia', 'verificar', old)).valida,
      true,
      'with the installation’s own keys',
    )
  })
}

const privateParts = async (settings: Settings, url: string): Promise<string[]> => {
  if (url) return (await runSql(url, 'SELECT d FROM chasqui.signing_keys')).map(({ d }) => String(d))
  const { readKeys } = await import('../../src/certificates/index.ts')
  return (await readKeys(settings.CHASQUI_DATA_DIR as string, null)).map(({ d }) => String(d))
}

test('keys travel with a backup and with a copy of the store, and none is lost on the way', async () => {
  const one = settingsFor()
  const file = join(temporaryFolder(), 'constancia.txt')
  await createKey(one)
  assert.equal((await runInProcess(one, 'tipo-cambio', '--constancia', file)).code, 0)
  const backup = join(temporaryFolder(), 'chasqui.backup')
  assert.equal((await json(one, 'backup', backup)).signingKeys, 1)
  await json(one, 'constancia', 'rotar')

  const verify = (settings: Settings) => json(settings, 'constancia', 'verificar', file)
  const restored = settingsFor()
  await json(restored, 'constancia', 'rotar')
  assert.equal((await json(restored, 'restore', backup)).signingKeys, 1)
  assert.equal((await verify(restored)).valida, true)

  const shared = settingsFor({ CHASQUI_DATABASE_URL: await testDatabase() })
  await json(shared, 'store', 'copy', one.CHASQUI_DATA_DIR as string, 'postgres')
  assert.equal((await verify(shared)).valida, true)
  const back = settingsFor()
  await json(
    { ...shared, CHASQUI_DATA_DIR: back.CHASQUI_DATA_DIR as string },
    ...['store', 'copy', 'postgres', 'sqlite'],
  )
  assert.equal((await verify(back)).valida, true)
  const sharedBackup = join(temporaryFolder(), 'chasqui.backup')
  assert.equal((await json(shared, 'backup', sharedBackup)).signingKeys, 2)
  await json(shared, 'restore', sharedBackup, '--force')
  assert.equal((await verify(shared)).valida, true)
})

test('the command line makes, prints, writes and verifies certificates', async () => {
  const settings: Settings = { CHASQUI_DATA_DIR: sandboxData(), CHASQUI_TODAY: SANDBOX_TODAY, COLUMNS: '80' }
  const run = (...args: string[]) => runInProcess(settings, ...args, '--sandbox')
  const file = join(temporaryFolder(), 'constancia.txt')
  const written = await run('aml', 'zenobio', 'tarquillo', '--detalle', '--constancia', file)
  assert.equal(written.code, 0, written.err)
  assert.match(written.err, /Constancia escrita en/)
  assert.equal((await run('ruc', '20000000125', '--constancia', file)).code, 2, 'another one is not written over')

  const shown = await run('constancia', 'verificar', file)
  assert.equal(shown.code, 0, shown.err)
  for (const text of ['Constancia válida', '/api/aml', 'zenobio tarquillo', 'Reglas', 'SHA-256', 'CHUQUIPOMA'])
    assert.ok(shown.out.includes(text), `${text} in ${shown.out}`)
  for (const line of shown.out.split('\n')) assert.ok(line.length <= 80, line)

  const missing = await run('ruc', '20000999998', '--constancia', '--json')
  assert.equal(missing.code, 1)
  const { error, constancia } = JSON.parse(missing.out)
  const no = join(temporaryFolder(), 'no.txt')
  writeFileSync(no, `${constancia}\n`)
  const verified = JSON.parse((await run('constancia', 'verificar', no, '--json')).out)
  assert.deepEqual([verified.valida, verified.constancia.estado, verified.constancia.respuesta], [true, 404, error])
  assert.deepEqual(verified.constancia.consulta, { numero: '20000999998' })
  assert.match((await run('constancia', 'verificar', no)).out, /no encontrado \(404\)/)

  const printed = await run('tipo-cambio', '15/10/2026', '--constancia')
  assert.match(printed.out, /\n[\w-]+\.[\w-]+\.[\w-]{86}\n$/)
  const good = readFileSync(file, 'utf8').trim()
  for (const bad of [`${good}x`, `${good} `, good.replace('.', '..'), JSON.stringify({ constancia: good }), '']) {
    writeFileSync(no, bad)
    const refused = await run('constancia', 'verificar', no)
    assert.deepEqual([refused.code, refused.out], [1, ''])
    assert.match(refused.err, /^La constancia no es válida: /)
  }
  writeFileSync(no, `https://chasqui.example/constancia${await certificateFragment(good)}\n`)
  assert.equal((await run('constancia', 'verificar', no)).out, shown.out)
  const paper = await PDFDocument.create()
  paper.addPage()
  writeFileSync(no, await paper.save())
  const foreign = await run('constancia', 'verificar', no)
  assert.deepEqual([foreign.code, foreign.out], [2, ''])
  assert.match(foreign.err, /no contiene una constancia/)
  await paper.attach(new TextEncoder().encode(good), 'constancia.jws')
  writeFileSync(no, await paper.save())
  assert.equal((await run('constancia', 'verificar', no)).out, shown.out)
  assert.equal((await run('constancia', 'verificar', join(temporaryFolder(), 'nada'))).code, 2)
  assert.equal((await run('constancia', 'verificar', file, '--jwks', no)).code, 2)
  assert.equal((await run('constancia', 'verificar', file, '--jwks', 'http://127.0.0.1:9/jwks.json')).code, 3)
  const live = await runInProcess(settings, 'constancia', 'verificar', file)
  assert.equal(live.code, 2, 'an installation without keys cannot tell')
  await runInProcess(settings, 'constancia', 'rotar')
  assert.equal((await runInProcess(settings, 'constancia', 'verificar', file)).code, 1, 'sandbox keys are others')
})
