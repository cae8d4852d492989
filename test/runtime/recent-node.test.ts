import assert from 'node:assert/strict'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { type Ended, type SmallCheckout, smallCheckout } from './small-checkout.ts'

const skip = process.platform === 'win32' && 'the pretend npm is a script for a POSIX shell'

/** Only the process that starts is old; its child says the truth. */
const OLD_NODE = `if (!process.send) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
const before = OLD_NODE

const isFetched = ({ root }: SmallCheckout): boolean => existsSync(join(root, '.runtime/node'))

const refusedForNode = ({ code, out, err }: Ended, checkout: SmallCheckout): void => {
  assert.deepEqual([code, out], [1, ''], err)
  assert.match(
    err,
    /^No se pudo instalar Node para \S+ desde el registro de paquetes\. Instale Node 24\.11 o posterior/m,
  )
  assert.doesNotMatch(err, /^\s+at /m)
  assert.ok(!isFetched(checkout))
}

describe('a Node that is too old', { skip, concurrency: true }, () => {
  test('fetches one of its platform once, and runs under it', async () => {
    const checkout = smallCheckout()
    const [first, second] = [await checkout.run({ before }), await checkout.run({ before })]
    assert.deepEqual(
      [first.code, first.out, second.code, second.out],
      [0, 'first ruc,1\n', 0, 'first ruc,1\n'],
      first.err,
    )
    assert.match(first.err, /^Node 20\.1\.0 es anterior a 24\.11: instalando uno propio en /)
    assert.equal(second.err, '')
    assert.equal(checkout.calls().filter((call) => /^npm ci: node-[\w-]+$/.test(call)).length, 1)
  })

  test('fetches another one when another one is pinned', async () => {
    const checkout = smallCheckout()
    await checkout.run({ before })
    const lock = join(checkout.root, 'runtime/package-lock.json')
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('sha512-', 'sha512-x'))
    assert.match((await checkout.run({ before })).err, /instalando uno propio/)
    assert.equal((await checkout.run({ before })).err, '')
  })

  test('in an installed package that cannot be written is kept in the folder of the user', async () => {
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
    assert.ok(existsSync(join(cache, 'chasqui/node')))
    const { code, err } = await checkout.run({ before, env: { XDG_CACHE_HOME: '/dev/null' } })
    assert.equal(code, 1)
    assert.match(
      err,
      /^Chasqui no está preparado y no se puede escribir en [^\n]* Instale Node 24\.11 o posterior [^\n]*\n$/,
    )
  })

  test('says in one line that there is none for its platform', async () => {
    const checkout = smallCheckout()
    refusedForNode(await checkout.run({ before, env: { NPM: 'no-node' } }), checkout)
  })

  test('says in one line that the fetched one does not run here', async () => {
    const checkout = smallCheckout()
    refusedForNode(await checkout.run({ before, env: { NPM: 'foreign-node' } }), checkout)
  })

  test('does not take one that is not the pinned one', async (t) => {
    const npm = (process.env.PATH ?? '').split(':').find((folder) => existsSync(join(folder, 'npm')))
    if (!npm) return t.skip('npm is not in the path')
    const checkout = smallCheckout()
    // The true npm installs only Node: everything else is there.
    await checkout.run()
    const ended = await checkout.run({
      before,
      env: {
        PATH: `${npm}:${dirname(process.execPath)}:/usr/bin:/bin`,
        npm_config_registry: await tamperedRegistry(),
        npm_config_cache: temporaryFolder(),
        npm_config_fetch_retries: '0',
      },
    })
    refusedForNode(ended, checkout)
  })
})

test('a Node that is recent fetches none', { skip }, async () => {
  const checkout = smallCheckout()
  await checkout.run()
  assert.ok(!isFetched(checkout))
})

/** A registry whose every package is another one. */
const tamperedRegistry = async (): Promise<string> => {
  const tarball = gzipSync(Buffer.alloc(1024))
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../../runtime/package.json', import.meta.url), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  const server = createServer((request, reply) => {
    if (request.url?.endsWith('.tgz')) return reply.end(tarball)
    const name = (request.url ?? '').slice(1)
    const version = optionalDependencies[name] as string
    const dist = { tarball: `${address}${name}.tgz` }
    reply.setHeader('content-type', 'application/json')
    return reply.end(JSON.stringify({ name, 'dist-tags': {}, versions: { [version]: { name, version, dist } } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return address
}
