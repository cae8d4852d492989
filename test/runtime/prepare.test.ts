import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/cleanup.ts'
import {
  type Ended,
  leaveLock,
  nodeForAnybody,
  type SmallCheckout,
  smallCheckout,
  writtenLock,
} from './small-checkout.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const skip = process.platform === 'win32' && 'the pretend npm is a script for a POSIX shell'

const answered = ({ code, out, err }: Ended, answer = 'first'): void =>
  assert.deepEqual([code, out], [0, `${answer} ruc,1\n`], err)

const refused = ({ code, out, err, tookMs }: Ended, line: RegExp): void => {
  assert.deepEqual([code, out], [1, ''], err)
  assert.match(err, line)
  assert.doesNotMatch(err, /^\s+at /m)
  assert.ok(tookMs < 20_000)
}

/** No lock, nothing made aside: what a preparation must not leave behind. */
const leftovers = ({ root }: SmallCheckout): string[] =>
  [...readdirSync(root), ...readdirSync(join(root, '.runtime'))].filter((name) => /\.(?:new|old)$|^lock/.test(name))

const until = async (holds: () => boolean): Promise<void> => {
  for (let left = 500; !holds() && left > 0; left--) await sleep(10)
  assert.ok(holds())
}

describe('a fresh checkout', { skip }, () => {
  test('ten commands at once all answer, and one of them prepares', async () => {
    for (let round = 0; round < 3; round++) {
      const checkout = smallCheckout()
      const commands = await Promise.all(Array.from({ length: 10 }, () => checkout.run()))
      for (const one of commands) answered(one)
      assert.deepEqual(checkout.calls(), ['npm ci: sha512-x', 'tsc, builds: 0 0'])
      assert.deepEqual(leftovers(checkout), [])
    }
  })

  for (const name of ['NODE_ENV', 'npm_config_global', 'npm_config_dry_run', 'npm_config_omit']) {
    test(`is prepared also where ${name} is set`, async () => {
      const values: Record<string, string> = { NODE_ENV: 'production', npm_config_omit: 'dev' }
      answered(await smallCheckout().run({ env: { [name]: values[name] ?? 'true' } }))
    })
  }

  test('whoever waits longer than two seconds says for what', async () => {
    const checkout = smallCheckout()
    const first = checkout.start({ env: { NPM: 'hangs' } })
    await until(() => checkout.calls().includes('npm hangs'))
    const second = checkout.start()
    await sleep(3000)
    first.child.kill('SIGKILL')
    const ended = await second.ended
    answered(ended)
    assert.match(ended.err, new RegExp(`^Esperando a que otra orden \\(proceso ${first.child.pid}\\) termine`, 'm'))
    await first.ended
  })
})

describe('a leftover lock is no obstacle', { skip, concurrency: 4 }, () => {
  const DEAD = 4_194_305
  const rows: Record<string, (checkout: SmallCheckout) => string | undefined> = {
    'an empty one': (checkout) => void leaveLock(checkout, ''),
    'a foreign one': (checkout) => void leaveLock(checkout, 'not ours {'),
    'a folder': (checkout) => void leaveLock(checkout, null),
    'one of an earlier version': (checkout) => void leaveLock(checkout, String(process.pid)),
    'one of a process that is gone': (checkout) => void leaveLock(checkout, writtenLock(DEAD)),
    'one of another process that has the number now': (checkout) => void leaveLock(checkout, writtenLock(process.pid)),
    'one of another machine': (checkout) => void leaveLock(checkout, writtenLock(1, 'another machine')),
    'one of a process of the same number, as in a container': ({ root }) => `
      import fs from 'node:fs'
      import os from 'node:os'
      fs.mkdirSync(${JSON.stringify(join(root, '.runtime'))})
      const owner = { pid: process.pid, host: os.hostname(), id: 'an earlier one' }
      fs.writeFileSync(${JSON.stringify(join(root, '.runtime', 'lock'))}, JSON.stringify(owner))`,
  }
  for (const [name, prepare] of Object.entries(rows)) {
    test(name, async () => {
      const checkout = smallCheckout()
      const before = prepare(checkout)
      const ended = await checkout.run(before ? { before } : {})
      answered(ended)
      assert.ok(ended.tookMs < 20_000)
      assert.deepEqual(leftovers(checkout), [])
    })
  }
})

describe('a preparation that does not end well', { skip }, () => {
  test('says so, leaves no lock, and the next command answers', async () => {
    const checkout = smallCheckout()
    refused(await checkout.run({ env: { NPM: 'fails' } }), /^npm ci no terminó bien\./m)
    assert.deepEqual(leftovers(checkout), [])
    answered(await checkout.run())
  })

  test('a compiler that fails leaves the old build', async () => {
    const checkout = smallCheckout()
    answered(await checkout.run())
    checkout.edit('second')
    refused(await checkout.run({ env: { TSC: 'fails' } }), /^La compilación falló\.$/m)
    assert.deepEqual(leftovers(checkout), [])
    checkout.edit('first')
    answered(await checkout.run())
    assert.equal(checkout.calls().length, 2)
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    test(`${signal} while it installs: the next command answers at once and cleans up`, async () => {
      const checkout = smallCheckout()
      const { child, ended } = checkout.start({ env: { NPM: 'hangs' } })
      await until(() => checkout.calls().includes('npm hangs'))
      child.kill(signal)
      assert.notEqual((await ended).code, 0)
      const next = await checkout.run()
      answered(next)
      assert.doesNotMatch(next.err, /Esperando/)
      assert.deepEqual(leftovers(checkout), [])
    })
  }

  test('an npm that cannot be found is said', async () => {
    refused(await smallCheckout().run({ env: { PATH: '/nowhere' } }), /^No se encuentra npm\./m)
  })
})

test('a build stays as it is while others are made and as long as a program uses it', { skip }, async () => {
  const checkout = smallCheckout()
  const builds = (): string[] => globSync('.runtime/builds/*', { cwd: checkout.root }).sort()
  answered(await checkout.run())
  const [first] = builds()
  assert.ok(existsSync(join(checkout.root, first as string, 'src/sources/taxauth/fixtures/page.html')))
  const go = join(temporaryFolder(), 'go')
  const user = checkout.start({ env: { READS_ITSELF_AFTER: go } })
  await once(user.child.stdout as Readable, 'data')
  for (const [index, name] of ['second', 'third', 'fourth', 'fifth'].entries()) {
    checkout.edit(name)
    answered(await checkout.run(), name)
    const before = Math.min(index + 1, 3) + (index > 2 ? 1 : 0)
    assert.equal(checkout.calls().at(-1), `tsc, builds: ${before} ${before}`)
  }
  assert.ok(builds().includes(first as string), 'in use')
  checkout.edit('first')
  answered(await checkout.run())
  assert.equal(checkout.calls().length, 6, 'compiled before')
  writeFileSync(go, '')
  const ended = await user.ended
  assert.deepEqual([ended.code, ended.out], [0, 'waits\nfirst ruc,1\n'], ended.err)
  checkout.edit('sixth')
  answered(await checkout.run(), 'sixth')
  if (process.platform === 'linux') assert.ok(!builds().includes(first as string), 'no longer in use')
  assert.equal(builds().length, 3)
  assert.deepEqual(leftovers(checkout), [])
})

describe('a folder that cannot be written', { skip }, () => {
  const closed = ({ root }: SmallCheckout): void => {
    for (const path of ['.', ...globSync('**/*', { cwd: root })])
      chmodSync(join(root, path), statSync(join(root, path)).mode & ~0o222)
  }
  const opened = ({ root }: SmallCheckout): void => {
    for (const path of ['.', ...globSync('**/', { cwd: root })]) chmodSync(join(root, path), 0o755)
  }
  const asOther = { node: nodeForAnybody(), ...(isRoot && { uid: NOBODY }) }

  test('answers when it is prepared, and is not written', async () => {
    const checkout = smallCheckout()
    answered(await checkout.run())
    closed(checkout)
    const times = (): number[] =>
      globSync('**', { cwd: checkout.root }).map((path) => statSync(join(checkout.root, path)).mtimeMs)
    const before = times()
    answered(await checkout.run(asOther))
    assert.deepEqual(times(), before)
    opened(checkout)
  })

  test('is refused with one line when it is not prepared', async () => {
    const checkout = smallCheckout()
    closed(checkout)
    const ended = await checkout.run(asOther)
    refused(ended, /^Chasqui no está preparado y no se puede escribir en .* \(EACCES\)\. Ejecute allí «npm run build»/)
    assert.ok(ended.tookMs < 5000)
    opened(checkout)
  })
})
