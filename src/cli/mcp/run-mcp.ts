import { toolEndpoints } from '../../http/mcp/endpoint-table.ts'
import { version } from '../../kernel/version.ts'
import type { Ask } from '../../mcp/outcome.ts'
import { serveOnStdio } from '../../mcp/serve-stdio.ts'
import { openTools } from '../../mcp/server.ts'
import type { OpenLookups } from './ask-lookups.ts'

/** Where the tools ask: here, or a running server. */
type Where = { mode: 'live' | 'sandbox' } | { server: { url: string; key: string } }

/**
 * Serves one assistant until it closes its end or a signal comes. It is answered at once; the first call of a tool waits
 * until the local data is open. Standard output belongs to the protocol: whatever else there is to say goes to the errors.
 */
export const runMcp = async (where: Where): Promise<void> => {
  const { ask, lookups } = await openAsk(where)
  const server = serveOnStdio({ version, tools: openTools(toolEndpoints()), ask })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close())
  try {
    await Promise.race([server.closed, failureOf(lookups)])
  } finally {
    await server.close()
    await lookups?.then(
      ({ close }) => close(),
      () => {},
    )
  }
}

/** Loads only what that place needs. */
const openAsk = async (where: Where): Promise<{ ask: Ask; lookups: Promise<OpenLookups> | null }> => {
  if ('server' in where) {
    const { askServerAt } = await import('./ask-server.ts')
    return { ask: askServerAt(where.server), lookups: null }
  }
  const { openLookups } = await import('./ask-lookups.ts')
  const lookups = openLookups(where.mode, report)
  return { ask: async (question) => (await lookups).ask(question), lookups }
}

const report = (facts: string): void => void process.stderr.write(`Error interno: ${facts}\n`)

/** Settles only when the data cannot be opened. */
const failureOf = (lookups: Promise<OpenLookups> | null): Promise<never> =>
  new Promise((_resolve, reject) => void lookups?.catch(reject))
