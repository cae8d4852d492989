import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { ownProtocolErrors } from './request/protocol.ts'

/** A connection on which nothing moves is closed after this long. */
export const SILENCE_MS = 120_000

type ListenerName = 'service' | 'admin'

/** A listener that could not be opened. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly listener: ListenerName
  readonly code: string | undefined

  constructor(listener: ListenerName, cause: NodeJS.ErrnoException) {
    super(`the ${listener} listener could not be opened`, { cause })
    this.listener = listener
    this.code = cause.code
  }
}

interface ListenAt {
  host: string
  port: number
  backlog: number
  /** Lets other threads of this process listen on the same port. */
  reusePort?: boolean
}

/** A port. One app at a time answers on it; the first one before it is opened. */
export interface Listener {
  open(at: ListenAt): Promise<void>
  address(): string
  /** The address and the port that it listens on. */
  bound(): { host: string; port: number }
  /** Makes an app for this port, in place of a port of its own. */
  readonly serverFactory: ServerFactory
  /** Gives the requests to an app, also those of connections that are open already. */
  serve(app: FastifyInstance): Promise<void>
  /** Accepts no more connections and cuts those that are open. */
  close(): void
}

type ServerFactory = NonNullable<FastifyHttpOptions<Server>['serverFactory']>

export const createListener = (name: ListenerName): Listener => {
  const server = httpServer()
  return {
    open: async (at) => {
      try {
        server.listen(at)
        await once(server, 'listening')
      } catch (error) {
        throw new ListenError(name, error as NodeJS.ErrnoException)
      }
    },
    address: () => {
      const { address, family, port } = server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    },
    bound: () => {
      const { address, port } = server.address() as AddressInfo
      return { host: address, port }
    },
    serverFactory: () => {
      // Each app brings a handler of its own for what never becomes a request.
      server.removeAllListeners('clientError')
      return server
    },
    serve: async (app) => {
      await app.ready()
      server.removeAllListeners('request').on('request', app.routing)
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The server of an app without a listener: for tests, and to print the OpenAPI document. */
export const ownServer: ServerFactory = (handler) => httpServer().on('request', handler)

const httpServer = (): Server => {
  const server = createServer({
    // As long as a file of a batch may take over a slow line. A silent connection is closed earlier.
    requestTimeout: 300_000,
    headersTimeout: 10_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 72_000,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
  })
  server.setTimeout(SILENCE_MS)
  ownProtocolErrors(server)
  return server
}
