import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Reply {
  status?: number
  type?: string
  headers?: Record<string, string>
  body: string | Buffer
  /** Neither a length nor chunks: the end of the connection is the end of the body. */
  unframed?: true
}

export interface UpstreamServer {
  url: string
  /** `METHOD path` of every request so far. */
  asked: string[]
  /** What it answers from now on. */
  answer(reply: (request: IncomingMessage, body: string) => Reply | null): void
}

/** Somebody else's server on loopback; a null reply breaks the connection. */
export const upstreamServer = async (
  first: (request: IncomingMessage, body: string) => Reply | null,
): Promise<UpstreamServer> => {
  let current = first
  const asked: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      asked.push(`${request.method} ${request.url}`)
      const reply = current(request, Buffer.concat(chunks).toString('utf8'))
      if (!reply) return void request.socket.destroy()
      if (reply.unframed) response.useChunkedEncodingByDefault = response.shouldKeepAlive = false
      response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'text/html', ...reply.headers })
      response.end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer: (reply) => {
      current = reply
    },
  }
}
