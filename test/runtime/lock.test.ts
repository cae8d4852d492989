import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { nodeForAnybody, writtenLock } from './small-checkout.ts'

const NOBODY = 65_534
const skip = process.platform === 'win32' && 'every file can be read'

test('a lock that may not be read is left alone while its owner touches it, and taken after that', {
  skip,
}, async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o777)
  const [program, lock] = [join(folder, 'lock.mjs'), join(folder, 'lock')]
  cpSync(fileURLToPath(new URL('../../bin/lock.js', import.meta.url)), program)
  writeFileSync(lock, writtenLock(process.pid))
  chmodSync(lock, 0o000)
  const script = `const { untilFree } = await import(${JSON.stringify(program)})
    let told = false
    await untilFree(${JSON.stringify(lock)}, () => { if (!told) console.log('waits'); told = true })`
  const waiting = spawn(nodeForAnybody(), ['--input-type=module', '--eval', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  const ended = once(waiting, 'exit')
  await once(waiting.stdout, 'data')
  // Beats of a busy machine: later than the second they are due.
  for (let beat = 0; beat < 3; beat++) {
    await sleep(1_600)
    assert.ok(existsSync(lock), 'taken from a live owner')
    utimesSync(lock, new Date(), new Date())
  }
  assert.deepEqual(await ended, [0, null])
  assert.ok(!existsSync(lock))
})
