import type { IncomingMessage, RequestListener } from 'node:http'

/** How long requests are answered before the event loop looks after timers and sockets again. */
const TURN_MS = 2
/** With more of them the oldest is answered at once: whoever sends without pause is then read no faster than answered. */
const MOST_WAITING = 128

/** A server that is sent this answers at once what waits for a later turn. */
export const ANSWER_WAITING = 'answerWaiting'

type Request = Parameters<RequestListener>

export interface ShortTurns {
  receive: RequestListener
  /** Answers at once what waits for a later turn. */
  flush(): void
}

/** When requests that had to wait were received. */
const receivedAt = new WeakMap<IncomingMessage, number>()

/** When a request was received, by `performance.now()`. */
export const receivedAtMs = (request: IncomingMessage): number => receivedAt.get(request) ?? performance.now()

/**
 * Answers requests in short turns. When many connections have a request at once, the event loop would answer all of them
 * before it looks at a timer: with a hundred connections that is a pause of many milliseconds.
 *
 * Each request that waits has a step of its own in the event loop's queue: most of the work of a request is done in
 * promises, which run between two steps, and a turn must count that work too. Meanwhile nothing is read from its connection,
 * not even that the caller has finished sending: Node would end the connection before the answer. A request behind another
 * one of its connection does not wait, since Node reads on as soon as the first is answered.
 */
export const inShortTurns = (handle: RequestListener, now = (): number => performance.now()): ShortTurns => {
  const waiting: Request[] = []
  let isTurn = false
  let endsAt = 0

  const startTurn = (): void => {
    isTurn = true
    endsAt = now() + TURN_MS
    // Runs before the steps that this turn leaves over.
    setImmediate(endTurn)
  }
  const endTurn = (): void => {
    isTurn = false
  }
  const step = (): void => {
    if (waiting.length === 0) return
    if (!isTurn) startTurn()
    if (now() < endsAt) answerNext()
    else setImmediate(step)
  }
  const wait = (request: IncomingMessage, response: Request[1]): void => {
    receivedAt.set(request, performance.now())
    waiting.push([request, response])
    request.socket.pause()
    if (waiting.length > MOST_WAITING) answerNext()
    else setImmediate(step)
  }
  const answerNext = (): void => {
    const [request, response] = waiting.shift() as Request
    request.socket.resume()
    // Whose caller is gone has not been charged yet, and need not be.
    if (!request.socket.destroyed) handle(request, response)
  }
  return {
    receive: (request, response) => {
      if (!isTurn) startTurn()
      const isBehindAnother = response.socket === null
      if (isBehindAnother || (waiting.length === 0 && now() < endsAt)) handle(request, response)
      else wait(request, response)
    },
    flush: () => {
      while (waiting.length > 0) answerNext()
    },
  }
}
