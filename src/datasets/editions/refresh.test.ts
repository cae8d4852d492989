import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { quietLog, type StepName, wordList } from '../../../test/helpers/word-list.ts'
import { Failure } from '../../kernel/errors.ts'
import { openMirror } from './mirror.ts'
import { refreshDataset } from './refresh.ts'

let dataDir = ''
let source = ''
let now = Date.parse('2026-11-14T12:00:00Z')
const clock = { now: () => (now += 1_000) }
const settings = () => ({ dataDir, clock, log: quietLog, swapDelayMs: 0 })
const folders: string[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chasqui-refresh-'))
  folders.push(dataDir)
  source = join(dataDir, 'words.txt')
  publish('uno', 'dos')
})
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const publish = (...words: string[]) => writeFileSync(source, `${words.join('\n')}\n`)
const inFolder = (...names: string[]) => join(dataDir, 'sanciones', ...names)
const refresh = (at?: (step: StepName) => void | Promise<void>) => refreshDataset(wordList(source, at), settings())
const mirrorOf = (pollMs = 60_000) => openMirror(wordList(source), { ...settings(), pollMs })
const state = () => JSON.parse(readFileSync(inFolder('status.json'), 'utf8'))

test('a first refresh puts an edition in service and leaves nothing else behind', async () => {
  assert.equal((await refresh()).outcome, 'switched')
  const mirror = await mirrorOf()
  assert.deepEqual(
    mirror.read(({ words }) => words),
    ['uno', 'dos'],
  )
  assert.deepEqual(mirror.status().estado, 'idle')
  assert.deepEqual(readdirSync(inFolder()).sort(), ['cache', 'current', 'editions', 'refresh.lock', 'status.json'])
  assert.deepEqual(readdirSync(inFolder('cache')), [])
  await mirror.close()
})

test('the same file again is unchanged; of many editions only the last two stay', async () => {
  await refresh()
  assert.equal((await refresh()).outcome, 'unchanged')
  assert.equal(readdirSync(inFolder('editions')).length, 1)
  for (const word of ['tres', 'cuatro', 'cinco']) {
    publish('uno', 'dos', word)
    assert.equal((await refresh()).outcome, 'switched')
  }
  assert.equal(readdirSync(inFolder('editions')).length, 2)
})

for (const step of ['fetch', 'verify', 'parse', 'build', 'open'] as const) {
  test(`a refresh that fails at ${step} leaves the edition in service and says why`, async () => {
    await refresh()
    publish('uno', 'dos', 'tres')
    const failed = await refresh((name) => {
      if (name === step) throw new Failure('upstream-changed', `Se rompió ${step}`)
    })
    assert.equal(failed.outcome, 'failed')
    const mirror = await mirrorOf()
    assert.equal(mirror.current()?.words.length, 2)
    assert.equal(mirror.status().estado, 'failed')
    assert.equal(mirror.status().error, `Se rompió ${step}`)
    await mirror.close()
    assert.equal(readdirSync(inFolder('editions')).length, 1)
    assert.deepEqual(
      readdirSync(inFolder()).filter((name) => name.startsWith('work-')),
      [],
    )
    assert.equal((await refresh()).outcome, 'switched')
    assert.equal(state().error, null)
  })
}

test('an unexpected error is recorded as one sentence without its internals', async () => {
  await refresh(() => {
    throw new TypeError('secret /path')
  })
  assert.equal(state().error, 'La actualización falló por un error interno')
})

for (const phase of ['fetch', 'verify', 'parse', 'build', 'open', 'switch', 'point', 'sweep']) {
  test(`a refresh killed when ${phase} begins leaves a working edition, and the next refresh cleans up`, async () => {
    await refresh()
    publish('uno', 'dos', 'tres')
    const child = fileURLToPath(new URL('../../../test/helpers/killed-refresh.ts', import.meta.url))
    assert.equal(spawnSync(process.execPath, [child, dataDir, source, phase]).signal, 'SIGKILL')
    const mirror = await mirrorOf()
    assert.equal(mirror.current()?.words.length, phase === 'sweep' ? 3 : 2)
    assert.equal(mirror.status().estado, 'failed')
    assert.match(mirror.status().error ?? '', /interrumpió/)
    assert.equal((await refresh()).outcome, phase === 'sweep' ? 'unchanged' : 'switched')
    await mirror.check()
    assert.equal(mirror.current()?.words.length, 3)
    assert.equal(mirror.status().error, null)
    await mirror.close()
    assert.deepEqual(readdirSync(inFolder()).sort(), ['cache', 'current', 'editions', 'refresh.lock', 'status.json'])
    assert.ok(readdirSync(inFolder('editions')).length <= 2)
  })
}

test('the next refresh removes a half-written file that a killed process left in an edition', async () => {
  await refresh()
  const [edition = ''] = readdirSync(inFolder('editions'))
  const stray = join(inFolder('editions'), edition, 'words.index.0000.tmp')
  writeFileSync(stray, 'half')
  assert.equal((await refresh()).outcome, 'unchanged')
  assert.equal(existsSync(stray), false)
})

test('of two refreshes at once, the second answers busy or waits for the first', async () => {
  const entered = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const first = refresh(async (step) => {
    if (step !== 'parse') return
    entered.resolve()
    await release.promise
  })
  await entered.promise
  const mirror = await mirrorOf()
  assert.equal(mirror.status().estado, 'running')
  assert.equal((await refresh()).outcome, 'busy')
  const waiting = refreshDataset(wordList(source), settings(), { wait: true })
  release.resolve()
  assert.equal((await first).outcome, 'switched')
  assert.equal((await waiting).outcome, 'unchanged')
  await mirror.close()
})

test('a stopped refresh says it was stopped', async () => {
  const stop = new AbortController()
  const outcome = await refreshDataset(
    wordList(source, (step) => void (step === 'verify' && stop.abort())),
    settings(),
    { signal: stop.signal },
  )
  assert.equal(outcome.outcome, 'failed')
  assert.match(state().error, /se detuvo/)
})

test('a damaged edition falls back to the previous one, says so, and the next refresh repairs it', async () => {
  await refresh()
  publish('uno', 'dos', 'tres')
  await refresh()
  const { edition } = JSON.parse(readFileSync(inFolder('current'), 'utf8'))
  writeFileSync(inFolder('editions', edition, 'words.json'), '["uno", "d')
  const mirror = await mirrorOf()
  assert.equal(mirror.current()?.words.length, 2)
  assert.equal(mirror.status().estado, 'failed')
  assert.match(mirror.status().error ?? '', /dañada/)
  assert.equal((await refresh()).outcome, 'switched')
  await mirror.check()
  assert.equal(mirror.current()?.words.length, 3)
  assert.equal(mirror.status().error, null)
  await mirror.close()
})

test('a dataset that was never loaded answers with a failure', async () => {
  const mirror = await mirrorOf()
  assert.equal(mirror.current(), null)
  assert.throws(() => mirror.read(() => 1), { kind: 'dataset-unavailable' })
  await mirror.close()
})

test('during fifty switches no read fails or sees a mixed or older edition, and every old edition closes', async () => {
  await refresh()
  const mirror = await mirrorOf(1)
  const seen = new Set<ReturnType<typeof mirror.current>>()
  let newest = 2
  let reading = true
  const reader = async () => {
    let latest = 0
    while (reading) {
      await mirror.read(async (list) => {
        seen.add(list)
        const before = list.words.length
        assert.ok(before >= latest, 'never an older edition after a newer one')
        latest = before
        await new Promise(setImmediate)
        assert.equal(list.closed, false, 'an edition in use stays open')
        assert.equal(new Set(list.words).size, before)
      })
    }
  }
  const readers = [reader(), reader(), reader()]
  for (let turn = 0; turn < 50; turn++) {
    publish(...Array.from({ length: ++newest }, (_, i) => `palabra${i}`))
    assert.equal((await refresh()).outcome, 'switched')
    await mirror.check()
    assert.equal(mirror.current()?.words.length, newest)
  }
  reading = false
  await Promise.all(readers)
  await mirror.close()
  assert.equal(seen.size >= 50, true)
  assert.ok([...seen].every((list) => list?.closed))
})
