import type { RequestListener } from 'node:http'

/** How long requests are answered before the event loop looks after timers and sockets again. */
const TURN_MS = 2

type Request = Parameters<RequestListener>

export interface ShortTurns {
  receive: RequestListener
  /** Answers at once what waits for the next turn. */
  flush(): void
}

/**
 * Answers requests in short turns. When many connections have a request at once, the event loop would answer all of them
 * before it looks at a timer: with a hundred connections that is a pause of many milliseconds.
 */
export const inShortTurns = (handle: RequestListener): ShortTurns => {
  let waiting: Request[] = []
  let isTurn = false
  let endsAt = 0

  const answer = ([request, response]: Request): void => {
    // Whose caller hung up meanwhile has not been charged yet, and need not be.
    if (!request.socket.destroyed) handle(request, response)
  }
  const startTurn = (): void => {
    isTurn = true
    endsAt = performance.now() + TURN_MS
    setImmediate(endTurn)
  }
  const endTurn = (): void => {
    isTurn = false
    if (waiting.length === 0) return
    const requests = waiting
    waiting = []
    startTurn()
    let answered = 0
    while (answered < requests.length && performance.now() < endsAt) answer(requests[answered++] as Request)
    if (answered < requests.length) waiting = requests.slice(answered).concat(waiting)
  }
  return {
    receive: (request, response) => {
      if (!isTurn) startTurn()
      if (waiting.length > 0 || performance.now() >= endsAt) waiting.push([request, response])
      else handle(request, response)
    },
    flush: () => {
      const requests = waiting
      waiting = []
      for (const request of requests) answer(request)
    },
  }
}
