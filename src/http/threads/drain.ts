import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { App } from '../app.ts'

/** What is still unfinished after this long is cut off. */
const CUT_OFF_MS = 30_000
/** How long connections without a request stay open: one that is just being sent gets its answer, not a reset. */
const LINGER_MS = 1_000
const POLL_MS = 20
const QUIET_TURNS = 5

/** Accepts no more connections, and lets those that are open end with an answer. */
export const drain = async ({ app, inFlight }: App): Promise<void> => {
  const { server } = app
  await acceptWaiting(server)
  // Not the HTTP server's own `close`: it resets idle connections at once, also one whose request is on its way.
  NetServer.prototype.close.call(server)
  for (let waited = 0; waited < LINGER_MS && (await connectionsOf(app)) > 0; waited += POLL_MS) await pause(POLL_MS)
  // A file that is still being sent would be read by nobody.
  inFlight.cutUnreceived()
  const cutOff = new AbortController()
  await Promise.race([inFlight.settled(), pause(CUT_OFF_MS, undefined, { signal: cutOff.signal }).catch(() => {})])
  cutOff.abort()
  // What is left never asked anything, or had its time.
  server.closeAllConnections()
  await app.close()
}

/**
 * Accepts the connections that wait in the system's queue: closing the listener would reset them. The event loop takes one
 * per turn, so a few turns without a new one mean that none is left.
 */
const acceptWaiting = async (server: NetServer): Promise<void> => {
  let isAccepting = true
  const note = (): void => {
    isAccepting = true
  }
  server.on('connection', note)
  const deadline = performance.now() + LINGER_MS
  for (let quietTurns = 0; quietTurns < QUIET_TURNS && performance.now() < deadline; quietTurns++) {
    if (isAccepting) quietTurns = 0
    isAccepting = false
    await yieldToEventLoop()
  }
  server.off('connection', note)
}

const connectionsOf = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
