import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { inShortTurns } from './short-turns.ts'

const RESPONSE = {} as ServerResponse

const requestNumber = (number: number, isGone = false): IncomingMessage =>
  ({ number, socket: { destroyed: isGone, pause: () => {}, resume: () => {} } }) as unknown as IncomingMessage

/** Handles requests by being busy for a while, by a clock that nothing else moves, and notes their numbers. */
const busyTurns = (busyMs: number) => {
  const handled: number[] = []
  let now = 0
  const handle = (request: IncomingMessage): void => {
    handled.push((request as unknown as { number: number }).number)
    now += busyMs
  }
  const turns = inShortTurns(handle, () => now)
  const receive = (number: number, isGone = false) => turns.receive(requestNumber(number, isGone), RESPONSE)
  return { handled, turns, receive }
}

test('many requests at once are answered in several turns of the event loop, in their order', async () => {
  const { handled, receive } = busyTurns(1)
  const numbers = Array.from({ length: 30 }, (_, at) => at)
  for (const number of numbers) receive(number)
  const inFirstTurn = handled.length
  assert.ok(inFirstTurn >= 1 && inFirstTurn <= 3, `${inFirstTurn} were answered in the first turn`)
  let turns = 1
  for (; handled.length < numbers.length; turns++) await yieldToEventLoop()
  assert.ok(turns >= 10, `they took ${turns} turns`)
  assert.deepEqual(handled, numbers)
})

test('a request that finds nobody waiting is answered at once', async () => {
  const { handled, receive } = busyTurns(0)
  receive(1)
  assert.deepEqual(handled, [1])
  await yieldToEventLoop()
  receive(2)
  assert.deepEqual(handled, [1, 2])
})

test('what a request does in promises counts towards its turn', async () => {
  let done = 0
  const handle = async (): Promise<void> => {
    await null
    done++
  }
  // Each takes a millisecond.
  const turns = inShortTurns(handle, () => done)
  for (let number = 0; number < 30; number++) {
    turns.receive(requestNumber(number), RESPONSE)
    // As between two requests from sockets: promises have run before the next one is received.
    await null
  }
  let most = 0
  for (let before = done; done < 30; before = done) {
    await yieldToEventLoop()
    most = Math.max(most, done - before)
  }
  assert.ok(most <= 10, `${most} were answered in one turn`)
})

test('whose caller has hung up while it waited is not answered', async () => {
  const { handled, receive } = busyTurns(3)
  receive(1)
  receive(2, true)
  receive(3)
  while (!handled.includes(3)) await yieldToEventLoop()
  assert.deepEqual(handled, [1, 3])
})

test('no more than some requests wait: who sends more is answered before he is read on', async () => {
  const { handled, receive } = busyTurns(0.1)
  for (let number = 0; number < 400; number++) receive(number)
  assert.ok(handled.length >= 400 - 128, `${400 - handled.length} were left waiting`)
  while (handled.length < 400) await yieldToEventLoop()
  assert.deepEqual(
    handled,
    Array.from({ length: 400 }, (_, at) => at),
  )
})

/** A server whose every answer takes a millisecond. */
const busyServer = async (t: TestContext): Promise<{ port: number }> => {
  const turns = inShortTurns((_request, response) => {
    const until = performance.now() + 1
    while (performance.now() < until);
    response.end('answer')
  })
  const server = createServer(turns.receive)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port }
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

test('callers who finish sending while they wait are answered', async (t) => {
  const { port } = await busyServer(t)
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.end(REQUEST)
      return text(socket)
    }),
  )
  assert.equal(answers.filter((answer) => answer.endsWith('answer')).length, 100)
})

test('many requests on one connection are answered in order beside those of others', async (t) => {
  const { port } = await busyServer(t)
  const many = connect(port, '127.0.0.1')
  many.end(REQUEST.repeat(300))
  const others = Array.from({ length: 20 }, async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end(REQUEST)
    return text(socket)
  })
  assert.equal((await text(many)).split('answer').length - 1, 300)
  for (const answer of await Promise.all(others)) assert.match(answer, /answer$/)
})

test('however requests, flushes and turns alternate, each is answered once and in its order', async () => {
  const step = fc.constantFrom('receive', 'flush', 'turn')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.constantFrom(0, 0.5), async (steps, busyMs) => {
      const { handled, turns, receive } = busyTurns(busyMs)
      let sent = 0
      for (const next of steps) {
        if (next === 'receive') receive(sent++)
        else if (next === 'flush') turns.flush()
        else await yieldToEventLoop()
      }
      while (handled.length < sent) await yieldToEventLoop()
      assert.deepEqual(
        handled,
        Array.from({ length: sent }, (_, at) => at),
      )
    }),
    { numRuns: 50 },
  )
})
