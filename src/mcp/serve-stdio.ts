import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { buildServer, type McpDeps } from './server.ts'

interface StdioServer {
  /** Resolves when the client has closed its end, or `close` was called. */
  closed: Promise<void>
  close(): Promise<void>
}

/** Serves one client on the process's standard input and output. Nothing else may be written to the output. */
export const serveOnStdio = (deps: McpDeps): StdioServer => {
  const transport = new StdioServerTransport()
  const ended = Promise.withResolvers<void>()
  const { close } = serveStdio(() => buildServer(deps), { transport, maxSubscriptions: 0 })
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    ended.resolve()
  }
  return { closed: ended.promise, close }
}
