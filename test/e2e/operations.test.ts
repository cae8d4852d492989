import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { publishUnFile } from '../helpers/screening-files.ts'
import { chasqui, createKey, type RunningServer, startServer } from '../helpers/server.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

const adminOf = async (server: RunningServer): Promise<string> => {
  const found = () => /Administración \S+ \S+ \S+ (http:\S+)/.exec(server.output())?.[1]
  while (!found()) await pause(10)
  return found() as string
}

const statusOf = async (url: string): Promise<number> => (await fetch(url, { headers: { connection: 'close' } })).status

test('readiness follows what is needed, and a drain is announced before the listener closes', async () => {
  const list = join(temporaryFolder(), 'un.xml')
  const settings = {
    CHASQUI_DATA_DIR: temporaryFolder(),
    CHASQUI_ADMIN_PORT: '0',
    CHASQUI_READY_NEEDS: 'un',
    CHASQUI_DRAIN_MS: '1500',
    CHASQUI_UN_LIST_URL: list,
    CHASQUI_DATASET_FLOOR: '1',
    CHASQUI_TODAY: '2026-11-13',
    CHASQUI_LOG_LEVEL: 'warn',
  }
  const { key } = await createKey(settings)
  const server = await startServer(settings)
  const admin = await adminOf(server)
  const ready = () => Promise.all([server.url, admin].map((url) => statusOf(`${url}/readyz`)))
  assert.deepEqual(await ready(), [503, 503])
  assert.equal(await statusOf(`${admin}/healthz`), 200)

  publishUnFile(list, [['ZZi.7', 'ZENOBIO CHUQUIPOMA']], '2026-11-13')
  assert.equal((await runInProcess(settings, 'data', 'sync', 'un')).code, 0)
  while ((await ready()).some((status) => status !== 200)) await pause(50)

  const health = await fetch(`${server.url}/api/health`, { headers: { authorization: key } })
  const { data } = (await health.json()) as { data: Record<string, unknown> }
  assert.equal(data.hoyFijado, '2026-11-13')
  assert.deepEqual(data.almacen, { tipo: 'sqlite', estado: 'ok' })
  assert.match(server.output(), /CHASQUI_TODAY fija la fecha en 2026-11-13/)

  server.process.kill('SIGHUP')
  await pause(100)
  assert.deepEqual(await ready(), [200, 200], 'SIGHUP does not stop the service')

  const ended = server.end()
  while ((await statusOf(`${admin}/readyz`)) !== 503) await pause(10)
  assert.equal(await statusOf(`${server.url}/readyz`), 503)
  const answer = await fetch(`${server.url}/api/health`, { headers: { authorization: key } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('connection'), 'close')
  assert.equal(await ended, 0)
  assert.doesNotMatch(server.output(), /"level":30/, 'access lines are of level info')
})

test('callers with open connections see Connection: close and no reset, without any time to drain', async () => {
  const settings = { CHASQUI_DATA_DIR: temporaryFolder() }
  const { key } = await createKey(settings, '--rate', '1000', '--burst', '1000')
  const stopUnderLoad = async (): Promise<string[]> => {
    const server = await startServer(settings)
    const callers = Array.from({ length: 20 }, (_, i) => askUntilClosed(server.port, key, i))
    await Promise.all(callers.map(({ answered }) => answered))
    assert.equal(await server.end(), 0)
    return [...new Set(await Promise.all(callers.map(({ ended }) => ended)))]
  }
  // On a busy machine a caller may be held up for longer than the server waits for him, so the best of several counts.
  let endings: string[] = []
  for (let tried = 0; tried < 5 && endings.join() !== 'closed after an answer'; tried++) endings = await stopUnderLoad()
  assert.deepEqual(endings, ['closed after an answer'])
})

/** Asks every few milliseconds on one connection, and tells of the first answer and how it ended. */
const askUntilClosed = (port: number, key: string, everyMs: number) => {
  const [answered, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  let isWaiting = false
  let last = ''
  const socket = connect(port, '127.0.0.1')
  const ask = (): void => {
    if (!socket.writable) return
    isWaiting = true
    socket.write(`GET /api/health HTTP/1.1\r\nhost: x\r\nauthorization: ${key}\r\n\r\n`)
  }
  socket.on('connect', ask)
  socket.on('data', (chunk) => {
    last += chunk
    if (!last.endsWith('}}}')) return
    isWaiting = false
    answered.resolve()
    const isLast = /^connection: close/im.test(last)
    last = ''
    if (!isLast) setTimeout(ask, everyMs)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => ended.resolve(`${error.code}`))
  socket.on('end', () => ended.resolve(isWaiting ? 'closed without an answer' : 'closed after an answer'))
  return { answered: answered.promise, ended: ended.promise }
}

test('a busy admin port is named as such', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  after(() => busy.close())
  await once(busy, 'listening')
  const port = String((busy.address() as AddressInfo).port)
  const settings = { CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_PORT: '0', CHASQUI_REFRESH: 'off' }
  const onAdmin = chasqui({ ...settings, CHASQUI_ADMIN_PORT: port }, 'serve')
  assert.equal(onAdmin.err, `El puerto de administración ${port} ya está en uso. Elija otro con CHASQUI_ADMIN_PORT.\n`)
  assert.equal(onAdmin.code, 2)
  const onService = chasqui({ ...settings, CHASQUI_PORT: port }, 'serve')
  assert.equal(onService.err, `El puerto ${port} ya está en uso. Elija otro con --port o CHASQUI_PORT.\n`)
  const foreign = chasqui({ ...settings, CHASQUI_ADMIN_PORT: '0', CHASQUI_ADMIN_HOST: '192.0.2.1' }, 'serve')
  assert.equal(foreign.err, 'La dirección 192.0.2.1 no es de esta máquina. Corrija CHASQUI_ADMIN_HOST.\n')
})

test('settings of readiness and log that mean nothing stop the start', async () => {
  for (const [name, value] of [
    ['CHASQUI_READY_NEEDS', 'padron,todo'],
    ['CHASQUI_LOG_LEVEL', 'mucho'],
    ['CHASQUI_DRAIN_MS', '-1'],
    ['CHASQUI_BACKLOG', 'x'],
  ] as const) {
    const { code, err } = await runInProcess({ CHASQUI_DATA_DIR: temporaryFolder(), [name]: value }, 'serve')
    assert.equal(code, 2, name)
    assert.match(err, new RegExp(`^${name} debe ser`))
  }
})

/** Node itself takes a moment to load, and dies of a signal in it. SIGHUP is the last signal that the program catches. */
const untilCaught = async (pid: number): Promise<void> => {
  const caught = (): bigint => BigInt(`0x${/^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]}`)
  if (process.platform !== 'linux') return pause(1_000)
  while ((caught() & SIGHUP_BIT) === 0n) await pause(5)
}
const SIGHUP_BIT = 1n

test('a stop at any moment of the start of the sandbox ends with 0', async () => {
  for (const afterMs of [0, 150, 500, 1_500]) {
    const child = spawn(process.execPath, [MAIN, 'serve', '--sandbox'], {
      env: { ...process.env, CHASQUI_PORT: '0', CHASQUI_DATA_DIR: temporaryFolder() },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    after(() => child.kill('SIGKILL'))
    let printed = ''
    child.stderr.on('data', (chunk) => {
      printed += chunk
    })
    const exited = once(child, 'exit')
    await untilCaught(child.pid as number)
    await pause(afterMs)
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null], `after ${afterMs} ms: ${printed}`)
    assert.equal(printed, '')
  }
})
