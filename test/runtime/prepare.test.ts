import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { type Ended, nodeForAnybody, type SmallCheckout, smallCheckout } from './small-checkout.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const skip = process.platform === 'win32' && 'the pretend npm is a script for a POSIX shell'

const answered = ({ code, out, err }: Ended, answer = 'first'): void =>
  assert.deepEqual([code, out], [0, `${answer} ruc,1\n`], err)

const refused = ({ code, out, err }: Ended, line: RegExp): void => {
  assert.deepEqual([code, out], [1, ''], err)
  assert.match(err, line)
  assert.doesNotMatch(err, /^\s+at /m)
}

/** No lock, nothing made aside: what a preparation must not leave behind. */
const leftovers = ({ root }: SmallCheckout): string[] =>
  [...readdirSync(root), ...readdirSync(join(root, '.runtime'))].filter((name) => /^aside-|^lock/.test(name))

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(10)
}

describe('a fresh checkout', { skip }, () => {
  test('ten commands at once all answer, and one of them prepares', async () => {
    const checkout = smallCheckout()
    const commands = await Promise.all(Array.from({ length: 10 }, () => checkout.run()))
    for (const one of commands) answered(one)
    assert.deepEqual(checkout.calls(), ['npm ci: typescript', 'compiler, builds: 0'])
    assert.deepEqual(leftovers(checkout), [])
  })

  test('is prepared whatever the npm that runs it was told', async () => {
    const env = {
      NODE_ENV: 'production',
      npm_config_omit: 'dev',
      npm_config_global: 'true',
      npm_config_dry_run: 'true',
    }
    answered(await smallCheckout().run({ env }))
  })

  test('whoever waits says so, however long the other takes, and finds what it made', async () => {
    const checkout = smallCheckout()
    const go = join(temporaryFolder(), 'go')
    const first = checkout.start({ env: { GO: go } })
    await until(() => checkout.calls().includes('npm waits'))
    const second = checkout.start({ env: { GO: go } })
    const [said] = await once(second.child.stderr as Readable, 'data')
    assert.match(String(said), /^Esperando a que otra orden termine de preparar /)
    // Longer than an owner may be silent: it shows by these that it lives.
    const touches = new Set<number>()
    await until(() => touches.add(statSync(join(checkout.root, '.runtime/lock')).mtimeMs).size > 5)
    writeFileSync(go, '')
    for (const one of [await first.ended, await second.ended]) answered(one)
    assert.deepEqual(checkout.calls(), ['npm waits', 'npm ci: typescript', 'compiler, builds: 0'])
  })
})

describe('what somebody left in the place of the lock is no obstacle', { skip, concurrency: true }, () => {
  const rows: Record<string, (lock: string) => void> = {
    'a file': (lock) => writeFileSync(lock, 'not ours'),
    'a folder': (lock) => mkdirSync(join(lock, 'not', 'ours'), { recursive: true }),
  }
  for (const [name, leave] of Object.entries(rows)) {
    test(name, async () => {
      const checkout = smallCheckout()
      const lock = join(checkout.root, '.runtime', 'lock')
      mkdirSync(dirname(lock))
      leave(lock)
      answered(await checkout.run())
      assert.deepEqual(leftovers(checkout), [])
    })
  }
})

describe('a preparation that does not end well', { skip, concurrency: true }, () => {
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
    refused(await checkout.run({ env: { COMPILER: 'fails' } }), /^La compilación falló\.$/m)
    assert.deepEqual(leftovers(checkout), [])
    checkout.edit('first')
    answered(await checkout.run())
    assert.equal(checkout.calls().filter((call) => call.startsWith('compiler')).length, 2)
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    test(`${signal} while it installs: the next command answers and cleans up`, async () => {
      const checkout = smallCheckout()
      const go = join(temporaryFolder(), 'go')
      const { child, ended } = checkout.start({ env: { GO: go } })
      await until(() => checkout.calls().includes('npm waits'))
      child.kill(signal)
      assert.notEqual((await ended).code, 0)
      const next = await checkout.run()
      answered(next)
      if (signal !== 'SIGKILL') assert.doesNotMatch(next.err, /Esperando/)
      assert.deepEqual(leftovers(checkout), [])
      // The killed command's npm ends too.
      writeFileSync(go, '')
    })
  }

  test('an npm that cannot be found is said', async () => {
    refused(await smallCheckout().run({ env: { PATH: '/nowhere' } }), /^No se encuentra npm\./m)
  })
})

test('a build stays as it is while others are made and as long as a program uses it', { skip }, async () => {
  const checkout = smallCheckout()
  const builds = (): string[] => readdirSync(join(checkout.root, '.runtime/builds'))
  answered(await checkout.run())
  const [first] = builds()
  const go = join(temporaryFolder(), 'go')
  const user = checkout.start({ env: { READS_ITSELF_AFTER: go } })
  await once(user.child.stdout as Readable, 'data')
  for (const name of ['second', 'third', 'fourth', 'fifth']) {
    checkout.edit(name)
    answered(await checkout.run(), name)
  }
  if (process.platform === 'linux') assert.deepEqual([builds().length, builds().includes(first as string)], [4, true])
  writeFileSync(go, '')
  const ended = await user.ended
  assert.deepEqual([ended.code, ended.out], [0, 'waits\nfirst ruc,1\n'], ended.err)
  checkout.edit('fourth')
  answered(await checkout.run(), 'fourth')
  assert.equal(checkout.calls().length, 6, 'compiled before')
  checkout.edit('sixth')
  answered(await checkout.run(), 'sixth')
  assert.deepEqual([builds().length, builds().includes(first as string)], [3, false], 'no longer in use')
  assert.deepEqual(leftovers(checkout), [])
})

test('a program ends when the npm that runs it is killed', { skip }, async () => {
  const checkout = smallCheckout()
  answered(await checkout.run())
  // npm runs a shell, which runs the command.
  const shell = `"${process.execPath}" "${join(checkout.root, 'bin/chasqui.js')}"; exit`
  const npm = spawn('sh', ['-c', 'sh -c "$SCRIPT"; exit'], {
    env: { PATH: process.env.PATH, SCRIPT: shell, npm_lifecycle_event: 'start', READS_ITSELF_AFTER: '/never' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(npm.stdout, 'data')
  const ended = once(npm.stdout, 'close')
  npm.kill('SIGKILL')
  await ended
})

describe('a folder that cannot be written', { skip }, () => {
  const setMode = ({ root }: SmallCheckout, mode: (old: number) => number): void => {
    for (const path of ['.', ...globSync('**/*', { cwd: root })])
      chmodSync(join(root, path), mode(statSync(join(root, path)).mode))
  }
  const closed = (checkout: SmallCheckout): void => setMode(checkout, (old) => old & ~0o222)
  const opened = (checkout: SmallCheckout): void => setMode(checkout, (old) => old | 0o200)
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
    refused(
      await checkout.run(asOther),
      /^Chasqui no está preparado y no se puede escribir en .* \(EACCES\)\. Ejecute «npm run build»[^\n]*\n$/,
    )
    opened(checkout)
  })
})
