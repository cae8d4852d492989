import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PlainEntry, useEditionPlace } from '../../../../test/helpers/edition-place.ts'
import { repeated } from '../../../../test/helpers/repeated.ts'
import { Failure } from '../../../kernel/errors.ts'
import { editionOf, parseManifest } from './manifest.ts'

const { paths, seen, build, take, inService, ...place } = useEditionPlace()
const { manifestPath, readEntry, wordsFile, spoilEntry, serve } = place

/** An edition of two words in service, and one of three on offer. */
const offerThird = async (): Promise<void> => {
  await build('uno', 'dos')
  assert.equal((await take()).outcome, 'switched')
  await build('uno', 'dos', 'tres')
}

/** The taker refuses what is offered, says why, and goes on with two words. */
const assertRefused = async (from: string, why: RegExp): Promise<void> => {
  assert.equal((await take(from)).outcome, 'failed')
  const { filas, error } = await inService()
  assert.equal(filas, 2)
  assert.match(error ?? '', why)
}

const assertTaken = async (from?: string): Promise<void> => {
  assert.equal((await take(from)).outcome, 'switched')
  assert.deepEqual(await inService(), { edicion: '2026-01-01', filas: 3, error: null })
}

const HOSTILE: Record<string, (entry: PlainEntry) => unknown> = {
  'a path that leaves the place': (entry) => Object.assign(entry.files[0] ?? {}, { path: '../../etc/passwd' }),
  'an absolute path': (entry) => Object.assign(entry.files[0] ?? {}, { path: '/etc/passwd' }),
  'a name that leaves the folder': (entry) => Object.assign(entry.files[0] ?? {}, { name: '../current' }),
  'a huge size': (entry) => Object.assign(entry.files[0] ?? {}, { size: 1e300 }),
  'a negative size': (entry) => Object.assign(entry.files[0] ?? {}, { size: -1 }),
  'a short checksum': (entry) => Object.assign(entry.files[0] ?? {}, { sha256: 'abc' }),
  'a name twice': (entry) => entry.files.push({ ...entry.files[0] }),
  'no facts': (entry) => (entry.files = entry.files.filter(({ name }) => name !== 'edition.json')),
  'no files': (entry) => (entry.files = []),
  'an absolute name': (entry) => Object.assign(entry.files[0] ?? {}, { name: '/etc/passwd' }),
  'a path with a backslash': (entry) => Object.assign(entry.files[0] ?? {}, { path: '..\\x' }),
  'a path with an encoded step up': (entry) => Object.assign(entry.files[0] ?? {}, { path: '%2e%2e/x' }),
  'another address as path': (entry) => Object.assign(entry.files[0] ?? {}, { path: 'http://other.test/x' }),
  'an edition that leaves the folder': (entry) => (entry.edition = '../x'),
  'an older format': (entry) => (entry.format = 0),
  'a format that is no number': (entry) => (entry.format = '1'),
}
for (const [what, spoil] of Object.entries(HOSTILE))
  test(`a manifest with ${what} is refused`, async () => {
    await build('uno', 'dos')
    spoilEntry(spoil)
    const outcome = await take()
    assert.equal(outcome.outcome === 'failed' && outcome.failure.kind, 'upstream-changed')
    assert.equal((await inService()).edicion, null)
  })

test('a text that is no manifest is refused, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      (text) => {
        assert.throws(() => parseManifest(text), Failure)
      },
    ),
  )
})

test('whatever an entry holds, its paths stay below the place', () => {
  const file = fc.record({ name: fc.string(), path: fc.string(), size: fc.nat(), sha256: fc.constant('a'.repeat(64)) })
  const facts = { name: 'edition.json', path: 'x/y', size: 1, sha256: 'b'.repeat(64) }
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const entry = { dataset: 'us', edition: 'e', format: 1, files: [facts, ...files] }
      try {
        for (const { path, name } of editionOf({ editions: [entry] }, 'us')?.files ?? []) {
          assert.ok(join('/place', path).startsWith('/place/'))
          assert.doesNotMatch(name, /[/\\]|^\./)
        }
      } catch (error) {
        assert.ok(error instanceof Failure, String(error))
      }
    }),
  )
})

const change = fc.record({
  at: fc.nat(),
  to: fc.integer({ min: 1, max: 255 }),
  how: fc.constantFrom('flip', 'cut', 'add'),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

const changed = (bytes: Buffer, { at, to, how }: Change): Buffer => {
  const place = at % bytes.length
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
  if (how === 'cut') return before
  if (how === 'add') return Buffer.concat([before, Buffer.from([to]), after])
  const flipped = Buffer.from(bytes)
  flipped[place] = (flipped[place] ?? 0) ^ to
  return flipped
}

/** Space between the tokens of a manifest means nothing. */
const saysTheSame = (text: string, other: string): boolean => {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(other))
  } catch {
    return false
  }
}

test('a manifest with any byte changed, cut or added is refused, and the old edition stays', async () => {
  await offerThird()
  const good = readFileSync(manifestPath())
  await fc.assert(
    fc.asyncProperty(change, async (one) => {
      const bad = changed(good, one)
      fc.pre(!saysTheSame(bad.toString(), good.toString()))
      writeFileSync(manifestPath(), bad)
      await assertRefused(paths.place, /manifiesto/)
    }),
    { numRuns: repeated(30) },
  )
  writeFileSync(manifestPath(), good)
  await assertTaken()
})

test('an edition with any byte of any file changed, cut or added is refused, and the old edition stays', async () => {
  await offerThird()
  const files = readEntry()?.files.map(({ path }) => join(paths.place, path)) ?? []
  assert.equal(files.length, 2)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), change, async (file, one) => {
      const good = readFileSync(file)
      // A file that arrived well in an earlier try would not be asked for again.
      rmSync(join(paths.taker, 'sanciones', 'cache'), { recursive: true })
      writeFileSync(file, changed(good, one))
      await assertRefused(paths.place, /suma de comprobación|tamaño permitido|archivo vacío/).finally(() =>
        writeFileSync(file, good),
      )
    }),
    { numRuns: repeated(30) },
  )
  await assertTaken()
})

test('files that were exchanged under their names are refused', async () => {
  await offerThird()
  const old = readEntry()?.previous?.files.find(({ name }) => name === 'words.json')?.path ?? ''
  const file = join(paths.place, wordsFile())
  const good = readFileSync(file)
  writeFileSync(file, readFileSync(join(paths.place, old)))
  await assertRefused(paths.place, /suma de comprobación/)
  writeFileSync(file, good)
  await assertTaken()
})

test('a manifest whose files are gone is refused until the publisher is done', async () => {
  await offerThird()
  const file = join(paths.place, wordsFile())
  const good = readFileSync(file)
  rmSync(file)
  await assertRefused(paths.place, /No se encuentra|ya no está/)
  await assertRefused(await serve(), /No se encuentra|ya no está/)
  writeFileSync(file, good)
  await assertTaken()
})

test('an edition that cannot fit on the disk is refused before anything is downloaded', async () => {
  await offerThird()
  const facts = readEntry()?.files.find(({ name }) => name === 'edition.json')
  const huge = { size: 64 * 2 ** 30, sha256: 'a'.repeat(64) }
  const good = readFileSync(manifestPath())
  spoilEntry((entry) => {
    entry.files = [{ ...facts }, ...Array.from({ length: 60 }, (_, n) => ({ name: `f${n}`, path: `f${n}`, ...huge }))]
  })
  const url = await serve()
  await assertRefused(url, /No queda espacio/)
  assert.deepEqual([...new Set(seen.map(({ url }) => url))], ['/manifest.json'])
  writeFileSync(manifestPath(), good)
  await assertTaken(url)
})

for (const what of ['manifest.json', 'words.json'])
  test(`a redirect of ${what} to another host is refused, one on the same host is followed`, async () => {
    await offerThird()
    let origin = ''
    const url = await serve((request, response) => {
      if (!request.url?.endsWith(what) || request.url.startsWith('/moved/')) return
      response.writeHead(302, { location: `${origin}/moved${request.url}` }).end()
    })
    const other = await serve((request, response) => {
      if (request.url?.startsWith('/moved/'))
        response.writeHead(200).end(readFileSync(join(paths.place, request.url.slice('/moved'.length))))
    })
    origin = other.replace('127.0.0.1', 'localhost')
    await assertRefused(url, /otro servidor/)
    assert.ok(!seen.some(({ url }) => url.startsWith('/moved/')), 'the other host was not asked')
    origin = other
    await assertTaken(url)
  })

/** Servers that cut the first transfer, and what they do when it is to go on. */
const AFTER_A_CUT: Record<string, (response: ServerResponse, bytes: Buffer, from: number) => unknown> = {
  'sends the whole file as 206': (response, bytes, from) =>
    response.writeHead(206, { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }).end(bytes),
  'sends another part': (response, bytes) =>
    response.writeHead(206, { 'content-range': `bytes 0-9/${bytes.length}` }).end(bytes.subarray(0, 10)),
  'has another file meanwhile and ignores If-Range': (response, bytes, from) =>
    response
      .writeHead(206, { etag: '"other"', 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` })
      .end(Buffer.alloc(bytes.length - from, 32)),
  'does not have that part': (response) => response.writeHead(416).end(),
}
for (const [what, answer] of Object.entries(AFTER_A_CUT))
  test(`a cut download is never put together wrongly when the server ${what}`, async () => {
    await offerThird()
    let isHonest = false
    const url = await serve((request, response, path) => {
      if (isHonest || !path.endsWith('words.json')) return
      const bytes = readFileSync(path)
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      if (from > 0) return answer(response, bytes, from)
      response.writeHead(200, { etag: '"one"', 'content-length': bytes.length })
      response.write(bytes.subarray(0, 4), () => setImmediate(() => response.destroy()))
      return true
    })
    await take(url)
    assert.equal((await inService()).filas, 2)
    isHonest = true
    await assertTaken(url)
  })

for (const [what, lie] of [
  ['less', -3],
  ['more', 3],
] as const)
  test(`a server that announces ${what} bytes than it sends is refused`, async () => {
    await offerThird()
    const url = await serve((_request, response, path) => {
      if (!path.endsWith('words.json')) return
      const bytes = readFileSync(path)
      response.strictContentLength = false
      response.writeHead(200, { 'content-length': bytes.length + lie, connection: 'close' })
      response.end(bytes)
    })
    assert.equal((await take(url)).outcome, 'failed')
    assert.equal((await inService()).filas, 2)
  })

test('a publication of a later version of the manifest is refused with its reason', async () => {
  await offerThird()
  const text = readFileSync(manifestPath(), 'utf8')
  writeFileSync(manifestPath(), text.replace('"version": 1', '"version": 2'))
  await assertRefused(paths.place, /otra versión de Chasqui/)
  writeFileSync(manifestPath(), text)
  await assertTaken()
})
