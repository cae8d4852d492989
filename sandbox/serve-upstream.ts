import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  captchaPage,
  errorPage,
  firewallPage,
  garbage,
  redesignedPage,
  tooManyRequests,
  wrongType,
} from './fault-pages.ts'
import type { ActiveFault, Faults } from './faults.ts'
import { readRequest } from './read-request.ts'
import type { PretendReply, PretendRequest, PretendUpstream } from './upstream.ts'

export interface ServedUpstream {
  address: string
  close(): Promise<void>
}

/** A loopback server for one pretend upstream. An active fault replaces or changes the handler's reply. */
export const serveUpstream = async (upstream: PretendUpstream, faults: Faults): Promise<ServedUpstream> => {
  const server = createServer((request, response) => {
    answer(upstream, faults, request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    if (faults.current(upstream.id)?.fault === 'down') socket.destroy()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => stop(server) }
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const answer = async (
  upstream: PretendUpstream,
  faults: Faults,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const request = await readRequest(message)
  const active = faults.current(upstream.id)
  switch (active?.fault) {
    case 'hang':
      return
    case 'down':
      return void response.destroy()
    case 'reset':
      return void message.socket.resetAndDestroy()
    case 'slow':
      await pause(active.delayMs ?? 2_000, response)
      return write(response, await upstream.handle(request))
    case 'truncate':
      return writeHalf(response, await upstream.handle(request))
    default:
      return write(response, await replyUnder(active, upstream, request))
  }
}

/** The faults that change the reply; the others change how it is sent. */
const replyUnder = async (
  active: ActiveFault | null,
  upstream: PretendUpstream,
  request: PretendRequest,
): Promise<PretendReply> => {
  switch (active?.fault) {
    case 'error':
      return errorPage(active.status ?? 502)
    case 'rate-limited':
      return tooManyRequests(active.retryAfterSeconds ?? 5)
    case 'captcha':
      return captchaPage
    case 'firewall':
      return firewallPage
    case 'redesigned':
      return (await upstream.faults?.redesigned?.(request)) ?? redesignedPage
    case 'other-record':
      return (await upstream.faults?.['other-record']?.(request)) ?? upstream.handle(request)
    case 'wrong-type':
      return wrongType
    case 'garbage':
      return garbage(await upstream.handle(request))
    default:
      return upstream.handle(request)
  }
}

const pause = (ms: number, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const bytesOf = ({ body }: PretendReply): Buffer => (typeof body === 'string' ? Buffer.from(body) : body)

const write = (response: ServerResponse, reply: PretendReply): void => {
  if (response.destroyed) return
  const body = bytesOf(reply)
  response.writeHead(reply.status ?? 200, { ...reply.headers, 'content-length': body.length })
  response.end(body)
}

/** Announces the whole length and closes the connection after half of the body. */
const writeHalf = (response: ServerResponse, reply: PretendReply): void => {
  const body = bytesOf(reply)
  response.writeHead(reply.status ?? 200, { ...reply.headers, 'content-length': Math.max(body.length, 1) })
  response.write(body.subarray(0, body.length >> 1), () => response.destroy())
  response.flushHeaders()
}
