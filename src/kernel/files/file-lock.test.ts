import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isLocked, tryLock, waitForLock } from './file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-lock-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const never = new AbortController().signal

test('a lock has one holder at a time, and the next one gets it once it is released', async () => {
  const path = join(folder, 'one')
  assert.equal(isLocked(path), false)
  const first = await tryLock(path)
  assert.ok(first)
  assert.equal(isLocked(path), true)
  assert.equal(await tryLock(path), null)
  const waiting = waitForLock(path, never, 1)
  first.release()
  const second = await waiting
  assert.equal(await tryLock(path), null)
  second.release()
  assert.equal(isLocked(path), false)
})

test('the lock of a process that is killed is free', async () => {
  const path = join(folder, 'killed')
  const code = `
    const { tryLock } = await import(${JSON.stringify(new URL('./file-lock.ts', import.meta.url).href)})
    if (await tryLock(${JSON.stringify(path)})) process.kill(process.pid, 'SIGKILL')`
  assert.equal(spawnSync(process.execPath, ['--input-type=module', '-e', code]).signal, 'SIGKILL')
  const lock = await tryLock(path)
  assert.ok(lock)
  lock.release()
})

test('waiting for a lock ends with the signal', async () => {
  const path = join(folder, 'waiting')
  const lock = await tryLock(path)
  const stop = new AbortController()
  const waiting = waitForLock(path, stop.signal, 60_000)
  stop.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  lock?.release()
})
