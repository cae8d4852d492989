import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { patience } from '../helpers/crowded.ts'
import { freePort } from '../helpers/free-port.ts'
import { sandboxData } from '../helpers/sandbox-data.ts'
import { askUntil, until } from '../helpers/until.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

interface Answer {
  status: number
  retryAfter: string | undefined
  requestId: string | undefined
  body: { ok: boolean; codigo?: string; error?: { codigo: string; mensaje: string } }
}

interface HeldStart {
  /** The folder of the accounts. */
  accounts: string
  child: ChildProcess
  ended: Promise<[number | null, NodeJS.Signals | null]>
  printed(): string
  ask(path: string, options?: { admin?: boolean; method?: string; accept?: string }): Promise<Answer>
  /** How many connections were opened to the public listener so far. */
  connections(): number
  /** Lets the start go on. */
  release(): void
}

/** A server whose start waits for the folder's accounts, as it does while a backup is restored. */
const heldStart = async (args: string[], ports?: { port: number }): Promise<HeldStart> => {
  const dataDir = sandboxData()
  const accounts = join(dataDir, args.includes('--sandbox') ? 'sandbox' : '.')
  mkdirSync(accounts, { recursive: true })
  const restore = new DatabaseSync(join(accounts, 'accounts.lock'))
  restore.exec('BEGIN EXCLUSIVE')
  const release = (): void => {
    if (restore.isOpen) restore.close()
  }
  const [port, adminPort] = [ports?.port ?? (await freePort()), await freePort()]
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('CHASQUI_'))
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], {
    env: {
      ...Object.fromEntries(clean),
      CHASQUI_DATA_DIR: dataDir,
      CHASQUI_PORT: String(port),
      CHASQUI_ADMIN_PORT: String(adminPort),
      CHASQUI_REFRESH: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  after(release)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void (printed += chunk))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  after(() => agent.destroy())
  let connections = 0
  const ask: HeldStart['ask'] = async (path, { admin, method = 'GET', accept } = {}) => {
    const headers = { ...(accept && { accept }), 'x-request-id': 'start-test' }
    const asked = request({ host: '127.0.0.1', port: admin ? adminPort : port, path, method, headers, agent })
    asked.on('socket', () => void (connections += admin || asked.reusedSocket ? 0 : 1))
    asked.end()
    const [reply] = await once(asked, 'response')
    let text = ''
    for await (const chunk of reply) text += chunk
    const { 'retry-after': retryAfter, 'x-request-id': requestId } = reply.headers
    return { status: reply.statusCode, retryAfter, requestId, body: text ? JSON.parse(text) : null }
  }
  const ended = once(child, 'exit') as HeldStart['ended']
  return { accounts, child, ended, printed: () => printed, ask, connections: () => connections, release }
}

/** Waits until the listener is open. */
const untilAlive = async ({ ask, child, printed }: HeldStart): Promise<Answer | null> => {
  const tryOnce = async (): Promise<Answer | null> => {
    try {
      return await ask('/healthz')
    } catch (error) {
      assert.deepEqual([child.exitCode, child.signalCode], [null, null], printed())
      // Reset: it came while the server tried whether the port is free.
      assert.match((error as NodeJS.ErrnoException).code ?? '', /^ECONN(?:REFUSED|RESET)$/)
      return null
    }
  }
  return askUntil(tryOnce, (answer) => answer !== null)
}

for (const mode of ['live', 'sandbox']) {
  const args = mode === 'sandbox' ? ['--sandbox'] : []

  describe(`while a ${mode} service starts`, () => {
    test('it is alive and not ready, refuses what it cannot answer yet, and then serves the same connections', async () => {
      const start = await heldStart(args)
      const alive = await untilAlive(start)
      assert.deepEqual([alive?.status, alive?.body], [200, { ok: true }])
      for (const admin of [false, true]) {
        assert.equal((await start.ask('/healthz', { admin })).status, 200)
        const ready = await start.ask('/readyz', { admin })
        assert.deepEqual([ready.status, ready.body], [503, { ok: false }])
        for (const path of ['/api/ruc?numero=20999999999', '/api/health', '/docs', '/metrics', '/nada', '/%zz', '/']) {
          for (const method of ['GET', 'POST', 'HEAD']) {
            const { status, retryAfter, requestId, body } = await start.ask(path, { admin, method })
            assert.deepEqual([status, retryAfter, requestId], [503, '2', 'start-test'], `${method} ${path}`)
            if (method !== 'HEAD') assert.equal(body.error?.codigo, 'iniciando', path)
          }
        }
        const problem = await start.ask('/api/health', { admin, accept: 'application/problem+json' })
        assert.equal(problem.body.codigo, 'iniciando')
      }
      assert.doesNotMatch(start.printed(), /atiende en/)
      const opened = start.connections()
      start.release()
      await until(async () => (await start.ask('/readyz')).status === 200)
      assert.equal((await start.ask('/api/health')).status, 401)
      assert.equal((await start.ask('/readyz', { admin: true })).status, 200)
      assert.equal(start.connections(), opened, 'a connection from before the start is kept')
      start.child.kill('SIGTERM')
      assert.deepEqual(await start.ended, [0, null], start.printed())
      assert.match(start.printed(), /"endpoint":"otro","status":503,"outcome":"starting"/)
      assert.doesNotMatch(start.printed(), /20999999999|"sonda"/)
    })

    test('a stop ends it with 0 soon', async () => {
      const start = await heldStart(args)
      await untilAlive(start)
      const since = performance.now()
      start.child.kill('SIGTERM')
      assert.deepEqual(await start.ended, [0, null], start.printed())
      assert.ok(performance.now() - since < patience(15_000))
    })

    test('a busy port is said before anything is opened', async () => {
      const busy = createServer().listen(0, '127.0.0.1')
      after(() => busy.close())
      await once(busy, 'listening')
      const { port } = busy.address() as AddressInfo
      const start = await heldStart(args, { port })
      assert.equal((await start.ended)[0], 2)
      assert.equal(start.printed(), `El puerto ${port} ya está en uso. Elija otro con --port o CHASQUI_PORT.\n`)
    })

    test('a start that fails ends with 1 and its line', async () => {
      const start = await heldStart(args)
      await untilAlive(start)
      writeFileSync(join(start.accounts, 'accounts.sqlite'), 'no database'.repeat(1_000))
      start.release()
      assert.deepEqual(await start.ended, [1, null])
      assert.match(start.printed(), /^[^\n]*accounts\.sqlite[^\n]*\n$/)
    })
  })
}
