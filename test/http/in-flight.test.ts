import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import type { ExchangeRate } from '../../src/domain/records.ts'
import { Failure } from '../../src/kernel/errors.ts'
import type { Answer } from '../../src/lookups/shared/answer.ts'
import { rateAnswer } from '../helpers/answers.ts'
import { testApp } from '../helpers/app.ts'
import { quotaIn } from '../helpers/endpoint-table.ts'
import { readAnswers } from '../helpers/raw-requests.ts'

/** Lookups that are under way until a test ends them. */
let waiting: { end(answer: Answer<ExchangeRate> | Failure): void }[] = []
const { app, inFlight, key, get, logged } = await testApp({
  lookups: {
    tipoCambio: ({ fecha }) => {
      if (fecha !== 'espera') return rateAnswer()
      const { promise, resolve, reject } = Promise.withResolvers<Answer<ExchangeRate>>()
      waiting.push({ end: (answer) => (answer instanceof Failure ? reject(answer) : resolve(answer)) })
      return promise
    },
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** A request whose body never ends. */
const UNFINISHED = 'POST /mcp HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'

const request = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${key}\r\n${headers}\r\n`
const WAITING = request('/api/tipo-cambio?fecha=espera')

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

const connections = (): Promise<number> =>
  new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends requests, hangs up when their lookups are under way, and tells what was logged once they ended. */
const hangUp = async (requests: number, answer: Answer<ExchangeRate> | Failure) => {
  const before = { lines: logged().split('\n').length, quota: quotaIn(await get('/api/tipo-cambio')) }
  waiting = []
  const socket = await open()
  socket.write(WAITING.repeat(requests))
  await until(() => waiting.length === requests)
  socket.destroy()
  while ((await connections()) > 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(inFlight.count(), requests, 'their units are not decided yet')
  for (const one of waiting) one.end(answer)
  await inFlight.settled()
  const lines = logged().split('\n').slice(before.lines)
  return {
    lines: lines.filter((line) => line.includes('abandonado')).map((line) => JSON.parse(line)),
    cost: before.quota - quotaIn(await get('/api/tipo-cambio')) - 1,
  }
}

test('a request whose caller hung up is charged for its answer, logged once and forgotten', async () => {
  const { lines, cost } = await hangUp(1, rateAnswer())
  assert.equal(cost, 1)
  assert.deepEqual(
    lines.map(({ endpoint, outcome, charged }) => [endpoint, outcome, charged]),
    [['tipo-cambio', 'abandonado', true]],
  )
  assert.equal(inFlight.count(), 0)
})

test('of several requests on a connection that was lost, each is charged and logged', async () => {
  const { lines, cost } = await hangUp(3, rateAnswer())
  assert.equal(cost, 3)
  assert.equal(lines.filter(({ charged }) => charged).length, 3)
})

test('an abandoned request that finds nothing out costs nothing, and is logged too', async () => {
  const { lines, cost } = await hangUp(2, new Failure('upstream-unavailable', 'La fuente no responde'))
  assert.equal(cost, 0)
  assert.deepEqual(
    lines.map(({ outcome, charged }) => [outcome, charged]),
    [
      ['abandonado', undefined],
      ['abandonado', undefined],
    ],
  )
})

test('nothing of a finished request stays behind, whatever its path', async () => {
  const socket = await open()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const paths = ['/api/tipo-cambio', '/nada', '/healthz', '/api/%zz', '/docs/static/index.css', '/api/ruc']
  for (const path of paths) socket.write(request(path))
  await until(() => received.split('HTTP/1.1 ').length - 1 === paths.length)
  await inFlight.settled()
  assert.equal(inFlight.count(), 0)
  socket.destroy()
})

test('requests before a broken one on the same connection get their answers, and it gets ours', async () => {
  waiting = []
  const socket = await open()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(`${WAITING}${request('/nada')}${request('/api/tipo-cambio')}BROKEN\r\n\r\n${request('/healthz')}`)
  await until(() => waiting.length === 1)
  waiting[0]?.end(rateAnswer())
  await once(socket, 'end')
  const answers = readAnswers(received)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200, 400],
  )
  assert.match(answers.at(-1)?.body ?? '', /"codigo":"parametro_invalido"/)
  socket.destroy()
})

test('a request that expects 100-continue behind another one gets its answer whole, and is the last', async () => {
  const socket = await open()
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    received += chunk
  })
  socket.write(request('/docs/static/swagger-ui.css', 'expect: 100-continue\r\n').repeat(2))
  await once(socket, 'end')
  assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  const [first, second, ...more] = readAnswers(received)
  assert.deepEqual([first?.status, second?.status, more.length], [200, 200, 0])
  assert.ok((first?.body.length ?? 0) > 1_000)
  assert.equal(second?.body, first?.body)
  assert.match(second?.headers ?? '', /connection: close/i)
  socket.destroy()
})

test('probes are not logged', async () => {
  const before = logged()
  for (const path of ['/healthz', '/readyz']) assert.equal((await get(path)).statusCode, 200)
  assert.equal(logged(), before)
})

test('from the beginning of a drain every answer says Connection: close, also one whose request came before', async () => {
  waiting = []
  const [early, late] = [await open(), await open()]
  early.write(WAITING)
  await until(() => waiting.length === 1)
  inFlight.closeConnections()
  waiting[0]?.end(rateAnswer())
  late.write(request('/api/tipo-cambio'))
  for (const socket of [early, late]) {
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n/is)
    await once(socket, 'end')
    socket.destroy()
  }
})

test('a drain waits for no request that is still being sent', async () => {
  const socket = await open()
  socket.write(`${UNFINISHED}authorization: ${key}\r\n\r\n{`)
  await until(() => inFlight.count() === 1)
  inFlight.cutUnreceived()
  await once(socket.resume(), 'close')
  await inFlight.settled()
})
