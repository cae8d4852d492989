import assert from 'node:assert/strict'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { smallCheckout } from './small-checkout.ts'

const skip = process.platform === 'win32' && 'the pretend npm is a script for a POSIX shell'

/** Only the process that starts is old; its child says the truth. */
const OLD_NODE = `if (!process.send) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
const before = OLD_NODE

describe('a Node that is too old', { skip }, () => {
  test('fetches a pinned one once, and runs under it', async () => {
    const checkout = smallCheckout()
    const [first, second] = [await checkout.run({ before }), await checkout.run({ before })]
    assert.deepEqual(
      [first.code, first.out, second.code, second.out],
      [0, 'first ruc,1\n', 0, 'first ruc,1\n'],
      first.err,
    )
    assert.match(first.err, /^Node 20\.1\.0 es anterior a 24\.11: instalando Node \d+\.\d+\.\d+ en /)
    assert.equal(second.err, '')
    assert.match(checkout.calls().join('\n'), /^npm ci: sha512-[A-Za-z0-9+/]{86}==$/m)
  })

  test('one that was fetched with another sum is fetched again', async () => {
    const checkout = smallCheckout()
    await checkout.run({ before })
    const [note] = globSync('.runtime/node-*/node_modules/.package-lock.json', { cwd: checkout.root })
    const file = join(checkout.root, note as string)
    writeFileSync(file, readFileSync(file, 'utf8').replace('sha512-', 'sha512-x'))
    assert.match((await checkout.run({ before })).err, /instalando Node/)
    assert.equal((await checkout.run({ before })).err, '')
  })

  test('an installed package that cannot be written keeps it in the folder of the user', async () => {
    const checkout = smallCheckout()
    await checkout.run()
    const [build] = globSync('.runtime/builds/*', { cwd: checkout.root })
    cpSync(join(checkout.root, build as string), join(checkout.root, 'dist'), { recursive: true })
    for (const path of ['src', 'node_modules', '.runtime']) rmSync(join(checkout.root, path), { recursive: true })
    // A file in its place cannot be written by anybody, root included.
    writeFileSync(join(checkout.root, '.runtime'), '')
    const cache = temporaryFolder()
    const env = { XDG_CACHE_HOME: cache }
    assert.equal((await checkout.run({ before, env })).out, 'first ruc,1\n')
    assert.equal((await checkout.run({ before, env })).err, '')
    assert.ok(existsSync(join(cache, 'chasqui')))
    const { code, err } = await checkout.run({ before, env: { XDG_CACHE_HOME: '/dev/null' } })
    assert.equal(code, 1)
    assert.match(err, /^Chasqui necesita Node 24\.11 o posterior y no puede guardarlo en [^\n]*\n$/)
  })

  test('the true npm refuses a package that is not the pinned one', async (t) => {
    const npm = (process.env.PATH ?? '').split(':').find((folder) => existsSync(join(folder, 'npm')))
    if (!npm) return t.skip('npm is not in the path')
    const checkout = smallCheckout()
    const registry = await tamperedRegistry()
    const { code, out, err } = await checkout.run({
      before,
      env: {
        PATH: `${npm}:${dirname(process.execPath)}:/usr/bin:/bin`,
        npm_config_registry: registry,
        npm_config_cache: temporaryFolder(),
        npm_config_fetch_retries: '0',
      },
    })
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, /EINTEGRITY/)
    assert.match(err, /^No se pudo instalar Node .* con la suma SHA-512 esperada\./m)
    assert.deepEqual(globSync('.runtime/node-*', { cwd: checkout.root }), [])
  })
})

/** A registry whose every package is another one. */
const tamperedRegistry = async (): Promise<string> => {
  const tarball = gzipSync(Buffer.alloc(1024))
  const server = createServer((request, reply) => {
    if (request.url?.endsWith('.tgz')) return reply.end(tarball)
    const name = (request.url ?? '').slice(1)
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}.tgz`
    const versions = ['24.21.0', '24.18.1', '26.10.0', '26.7.0'].map((version) => [
      version,
      { name, version, dist: { tarball: address } },
    ])
    reply.setHeader('content-type', 'application/json')
    return reply.end(JSON.stringify({ name, 'dist-tags': {}, versions: Object.fromEntries(versions) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
