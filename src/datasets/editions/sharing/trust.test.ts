import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { SIGNAL, trust, useEditionPlace } from '../../../../test/helpers/edition-place.ts'
import { wordList } from '../../../../test/helpers/word-list.ts'
import { jwsSigner } from '../../../kernel/signing/jws.ts'
import { newSigningKey, type SigningKey, toJwk } from '../../../kernel/signing/signing-key.ts'
import { refreshDataset } from '../refresh.ts'
import { KIND, manifestText } from './manifest.ts'
import { type PublishSettings, publishEditions } from './publish.ts'
import { openTrustedKeys, type TrustedKeys } from './trusted-keys.ts'

const { paths, clock, seen, key, keys, stamps, settingsOf, build, taken, take, inService, ...place } = useEditionPlace()
const { manifestPath, publish, readEntry, spoilEntry, writeManifest, serve } = place

const trustIn = (from: string) => openTrustedKeys({ from, setting: 'THE_KEY', userAgent: 'test' })
const TEN = Array.from({ length: 10 }, (_, n) => `palabra${n}`)

const assertRefused = async (why: RegExp, from?: string): Promise<void> => {
  const before = (await inService()).filas
  assert.equal((await take(from)).outcome, 'failed')
  const { filas, error } = await inService()
  assert.equal(filas, before)
  assert.match(error ?? '', why)
}

for (const edicion of ['2026-01-01', '2026-01-02'])
  test(`an edition older than ${edicion} is refused although its manifest was genuine, and taken when forced`, async () => {
    await build(...TEN)
    const old = readFileSync(manifestPath())
    Object.assign(stamps, { edicion, cargado: '2026-01-02T10:00:00.000Z' })
    await build(...TEN, 'más')
    assert.equal((await take()).outcome, 'switched')
    writeFileSync(manifestPath(), old)
    await assertRefused(/más antigua que la que está en servicio/)
    assert.equal((await take(paths.place, { force: true })).outcome, 'switched')
    assert.deepEqual(await inService(), { edicion: '2026-01-01', filas: 10, error: null })
  })

test('the same data that both sides loaded by themselves is no step back', async () => {
  writeFileSync(paths.source, `${TEN.join('\n')}\n`)
  const late = wordList(paths.source, undefined, { cargado: '2026-02-01T00:00:00.000Z' })
  await refreshDataset(late, settingsOf(paths.taker))
  await build(...TEN)
  const outcome = await take()
  assert.equal(outcome.outcome === 'switched' && outcome.facts.cargado, '2026-01-02T00:00:00.000Z')
})

test('an edition that is much smaller, or under the floor, is refused before its files are downloaded', async () => {
  await build(...TEN)
  assert.equal((await take()).outcome, 'switched')
  await build(...TEN.slice(2))
  await assertRefused(/incompleta/, await serve())
  assert.deepEqual(
    seen.map(({ url }) => url.replace(/.*[0-9a-f]{64}-/, '')),
    ['/manifest.json', 'edition.json'],
  )
  const first = { ...settingsOf(`${paths.taker}-first`), floor: 9 }
  const outcome = await refreshDataset(taken(paths.place), first)
  assert.match(outcome.outcome === 'failed' ? outcome.failure.message : '', /incompleta/)
})

for (const stamp of [
  { edicion: '2027-01-01' },
  { edicion: '2026-02-30' },
  { edicion: '1980-01-01' },
  { cargado: '2027-01-01T00:00:00.000Z' },
])
  test(`an edition of an impossible date is refused: ${Object.values(stamp)}`, async () => {
    await build(...TEN)
    assert.equal((await take()).outcome, 'switched')
    Object.assign(stamps, stamp)
    await build(...TEN, 'más')
    await assertRefused(/fecha imposible/)
  })

test('without a trusted key a manifest is taken as it is; with one it must be signed by it', async () => {
  await build(...TEN)
  const { editions } = JSON.parse(readFileSync(manifestPath(), 'utf8'))
  const other = newSigningKey(0)
  const refused: Record<string, RegExp> = {
    [manifestText({ editions })]: /no está firmado/,
    [manifestText({ editions }, () => '')]: /no está firmado/,
    [manifestText({ editions }, jwsSigner(KIND, other))]: /no es de confianza/,
    [manifestText({ editions }, jwsSigner('chasqui-constancia', key))]: /no corresponde/,
    [manifestText({ editions }, () => jwsSigner(KIND, key)({ version: 1, sha256: '0'.repeat(64) }))]: /no corresponde/,
    [manifestText({ editions }, () => jwsSigner(KIND, { ...other, kid: key.kid })({}))]: /no corresponde/,
  }
  for (const [text, why] of Object.entries(refused)) {
    writeFileSync(manifestPath(), text)
    await assertRefused(why)
  }
  writeFileSync(manifestPath(), manifestText({ editions }))
  const unasked = { signatureOf: async () => 'valid' } satisfies TrustedKeys
  assert.equal((await refreshDataset(taken(paths.place, unasked), settingsOf(paths.taker))).outcome, 'switched')
})

const asPem = (one: SigningKey): string =>
  createPublicKey({ key: { ...toJwk(one) }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string
const { kid: _, ...plainJwk } = toJwk(key)

for (const [form, written] of Object.entries({
  PEM: asPem(key),
  'two PEM blocks': asPem(newSigningKey(0)) + asPem(key),
  JWK: JSON.stringify(plainJwk),
  JWKS: JSON.stringify({ keys: [toJwk(newSigningKey(0)), toJwk(key)] }),
}))
  test(`a trusted key is read from a file: ${form}`, async () => {
    await build(...TEN)
    const file = `${paths.source}.key`
    writeFileSync(file, written)
    const trusted = trustIn(file)
    assert.equal((await refreshDataset(taken(paths.place, trusted), settingsOf(paths.taker))).outcome, 'switched')
  })

test('a file without a public key stops the start, and is not quoted', () => {
  const file = `${paths.source}.key`
  for (const text of [
    '',
    'secreto',
    '{}',
    '{"keys":[]}',
    '-----BEGIN PUBLIC KEY-----\nsecreto\n-----END PUBLIC KEY-----',
  ]) {
    writeFileSync(file, text)
    assert.throws(() => trustIn(file), /^Failure: (?!.*secreto).*THE_KEY/)
  }
  assert.throws(() => trustIn(`${file}.absent`), /THE_KEY: ENOENT/)
})

test('after a rotation the keys are read again, and what an old key of the set signed still counts', async () => {
  const next = newSigningKey(1)
  let published = [key]
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.end(JSON.stringify({ keys: published.map(toJwk) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const trusted = trustIn(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`)
  const follow = () => refreshDataset(taken(paths.place, trusted), settingsOf(paths.taker))
  await build(...TEN)
  assert.equal((await follow()).outcome, 'switched')
  assert.equal((await follow()).outcome, 'unchanged')
  assert.equal(asked, 1)
  const { editions } = JSON.parse(readFileSync(manifestPath(), 'utf8'))
  writeManifest(editions, next)
  assert.equal((await follow()).outcome, 'failed')
  published = [key, next]
  assert.equal((await follow()).outcome, 'unchanged')
  writeManifest(editions, key)
  assert.equal((await follow()).outcome, 'unchanged')
  assert.equal(asked, 3)
})

test('a publisher does not sign what somebody else wrote into its folder', async () => {
  await build(...TEN)
  const { editions } = JSON.parse(readFileSync(manifestPath(), 'utf8'))
  const forged = [{ ...editions[0], loaded: '2026-11-01T00:00:00.000Z', rows: 1 }, { dataset: 'planetas' }]
  writeFileSync(manifestPath(), manifestText({ editions: forged }))
  await publish('newer')
  assert.equal(readEntry()?.rows, 10)
  assert.doesNotMatch(readFileSync(manifestPath(), 'utf8'), /planetas/)
  assert.equal((await take()).outcome, 'switched')
})

test('installations with keys of their own share a folder only when they trust each other', async () => {
  await build(...TEN)
  const text = readFileSync(manifestPath(), 'utf8')
  const own = newSigningKey(0)
  const other: PublishSettings = {
    ...{ dataDir: paths.taker, folder: paths.place, datasets: [wordList(paths.source)], clock, signal: SIGNAL },
    ...{ replace: 'always' as const, verify: false, keys: () => ({ signing: own, known: [own] }) },
  }
  await assert.rejects(publishEditions(other), /firmadas por otra instalación/)
  assert.equal(readFileSync(manifestPath(), 'utf8'), text)
  await publishEditions({ ...other, trusted: trust([key]) })
  assert.equal(readEntry()?.rows, 10)
  assert.notEqual(readFileSync(manifestPath(), 'utf8'), text)
})

test('an edition whose facts say something else than its manifest is judged by its facts', async () => {
  await build(...TEN)
  assert.equal((await take()).outcome, 'switched')
  await build('uno')
  spoilEntry((entry) => Object.assign(entry, { rows: 10, date: '2026-11-01' }))
  await assertRefused(/incompleta/)
})

test('the manifest is signed with the key that signs now, and written again only when that changes', async () => {
  await build(...TEN)
  const text = readFileSync(manifestPath(), 'utf8')
  await publish()
  assert.equal(readFileSync(manifestPath(), 'utf8'), text)
  const header = JSON.parse(Buffer.from(JSON.parse(text).signature.split('.')[0], 'base64url').toString())
  assert.deepEqual(header, { alg: 'EdDSA', typ: KIND, kid: keys().signing.kid })
})
