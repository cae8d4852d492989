import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface LoopbackReply {
  status?: number
  headers?: Record<string, string | string[]>
  body: string | Buffer
}

export interface Loopback extends AsyncDisposable {
  origin: string
  /** Every request so far, in order. */
  seen: SeenRequest[]
}

/** A server on loopback that answers with the given function and records its requests. */
export const serveLoopback = async (answer: (request: SeenRequest, n: number) => LoopbackReply): Promise<Loopback> => {
  const seen: SeenRequest[] = []
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('latin1')
    const request = { method: message.method ?? '', path: message.url ?? '', headers: message.headers, body }
    seen.push(request)
    const reply = answer(request, seen.length)
    response.writeHead(reply.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...reply.headers })
    response.end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
