import type { Ask } from '../../endpoints/shared/outcome.ts'
import { version } from '../../kernel/version.ts'
import { openTools, serveOnStdio } from '../../mcp/index.ts'
import { explainRefusals, type ServerFlags, serverOf } from '../actions/lookup.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'
import type { OpenLookups } from './ask-lookups.ts'

/**
 * Serves one assistant until it closes its end or a signal comes. It is answered at once; the first call of a tool waits
 * until the local data is open. Standard output belongs to the protocol: whatever else there is to say goes to the errors.
 */
export const runMcp = (flags: ServerFlags, output: Output): Promise<number> =>
  explainRefusals(output, async () => {
    await serve(await openAsk(flags))
    return ExitCode.found
  })

const serve = async ({ ask, lookups }: Asking): Promise<void> => {
  const server = serveOnStdio({ version, tools: openTools({ hasWatch: lookups === null }), ask })
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

interface Asking {
  ask: Ask
  /** Null when a running server is asked. */
  lookups: Promise<OpenLookups> | null
}

/** Loads only what that place needs. */
const openAsk = async (flags: ServerFlags): Promise<Asking> => {
  const server = serverOf(flags)
  if (server) {
    const { askServerAt } = await import('./ask-server.ts')
    return { ask: askServerAt(server), lookups: null }
  }
  const { openLookups } = await import('./ask-lookups.ts')
  const lookups = openLookups(flags.sandbox ? 'sandbox' : 'live', report)
  return { ask: async (question) => (await lookups).ask(question), lookups }
}

const report = (facts: string): void => void process.stderr.write(`Error interno: ${facts}\n`)

/** Settles only when the data cannot be opened. */
const failureOf = (lookups: Promise<OpenLookups> | null): Promise<never> =>
  new Promise((_resolve, reject) => void lookups?.catch(reject))
