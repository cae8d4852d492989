import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { Ask, Outcome } from '../endpoints/shared/outcome.ts'
import { DUE_DILIGENCE, dueDiligence } from './due-diligence.ts'
import { LIST_TOOL, registerListScreening } from './list-screening.ts'
import { toolResult } from './tool-result.ts'
import { INSTRUCTIONS, type Tool } from './tools.ts'

export interface McpDeps {
  version: string
  tools: readonly Tool[]
  ask: Ask
}

const EDITIONS = 'chasqui://ediciones'
const RUC_PATTERN = /^[0-9]{11}$/
// Tools and prompts are those of the program: they change with a new version, and clients then connect anew.
const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/**
 * How many messages of a body ask nothing of a lookup: listings, greetings, calls of tools that do not exist. A batch may
 * hold thousands of them.
 */
export const countOtherMessages = (body: string, tools: readonly Pick<Tool, 'name'>[]): number => {
  let messages: unknown
  try {
    messages = JSON.parse(body)
  } catch {
    return 0
  }
  if (!Array.isArray(messages)) return 0
  const names = new Set<unknown>([LIST_TOOL, ...tools.map(({ name }) => name)])
  const isCall = (one: { method?: unknown; params?: { name?: unknown } | null } | null): boolean =>
    one?.method === 'tools/call' && names.has(one.params?.name)
  const calls = messages.filter(isCall).length
  // The request's own token pays for one message.
  return messages.length - Math.max(calls, 1)
}

/**
 * Shows a JSON Schema to clients without checking by it: arguments are checked by the lookups, which word in Spanish what
 * is wrong with one and name it.
 */
const unchecked = (schema: Record<string, unknown>): StandardSchemaWithJSON<unknown> => ({
  '~standard': {
    version: 1,
    vendor: 'chasqui',
    jsonSchema: { input: () => schema, output: () => schema },
    validate: (value: unknown) => ({ value }),
  },
})

/** The tools, the editions in service and the prompt. One per request over HTTP, one per connection on stdio. */
export const buildServer = ({ version, tools, ask }: McpDeps): McpServer => {
  const server = new McpServer(
    { name: 'chasqui', title: 'Chasqui', version },
    {
      instructions: INSTRUCTIONS,
      // Nothing is announced later: there are no sessions in which to do it.
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheHints: {
        'tools/list': LIST_CACHE,
        'prompts/list': LIST_CACHE,
        'resources/list': LIST_CACHE,
        'server/discover': LIST_CACHE,
      },
    },
  )
  for (const tool of tools) registerTool(server, tool, ask)
  registerListScreening(server, ask, unchecked)
  registerEditions(server, ask)
  registerDueDiligence(server)
  return server
}

const registerTool = (server: McpServer, tool: Tool, ask: Ask): void => {
  const { name, title, description, path, openWorld } = tool
  server.registerTool(
    name,
    {
      ...{ title, description, inputSchema: unchecked(tool.input), outputSchema: unchecked(tool.output) },
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: openWorld,
      },
    },
    async (args: unknown, { mcpReq: { signal } }) =>
      toolResult(await ask({ path, query: () => tool.queryOf(args), signal }), tool.summarise),
  )
}

const registerEditions = (server: McpServer, ask: Ask): void => {
  server.registerResource(
    'ediciones',
    EDITIONS,
    {
      title: 'Ediciones en uso',
      description: 'De cada lista: edición, filas, cuándo se cargó y cuándo se consultó a quien la publica.',
      mimeType: 'application/json',
    },
    async (_uri, { mcpReq: { signal } }) => {
      const editions = editionsIn(await ask({ path: 'health', query: () => ({}), signal }))
      return { contents: [{ uri: EDITIONS, mimeType: 'application/json', text: JSON.stringify(editions, null, 2) }] }
    },
  )
}

const editionsIn = (outcome: Outcome): unknown => {
  if (outcome.estado !== 'ok') {
    const { codigo, mensaje } = outcome.error
    throw new ProtocolError(ProtocolErrorCode.InternalError, `${codigo}: ${mensaje}`, outcome.error)
  }
  const { version, modo, politica, datasets } = outcome.body.data as Record<string, unknown>
  return { version, modo, politica, ediciones: datasets }
}

const registerDueDiligence = (server: McpServer): void => {
  const { name, title, description, ruc } = DUE_DILIGENCE
  const argsSchema: StandardSchemaWithJSON<{ ruc: string }> = {
    '~standard': {
      version: 1,
      vendor: 'chasqui',
      jsonSchema: { input: () => RUC_ARGUMENT, output: () => RUC_ARGUMENT },
      validate: (args) => {
        const given = String((args as { ruc?: unknown }).ruc ?? '').trim()
        return RUC_PATTERN.test(given)
          ? { value: { ruc: given } }
          : { issues: [{ message: 'ruc debe tener 11 dígitos' }] }
      },
    },
  }
  const RUC_ARGUMENT = {
    type: 'object',
    properties: { ruc: { type: 'string', description: ruc, pattern: RUC_PATTERN.source } },
    required: ['ruc'],
  }
  server.registerPrompt(name, { title, description, argsSchema }, (args) => dueDiligence(args.ruc))
}

/**
 * Answers one request of Streamable HTTP. Nothing outlives it, so it may land in any thread of any instance. Both
 * revisions of the protocol are served: the one without a handshake, and those before it.
 */
export const answerHttp = (request: Request, deps: McpDeps): Promise<Response> =>
  // No subscriptions: they would hold connections open for news that the service does not have.
  createMcpHandler(() => buildServer(deps), { maxSubscriptions: 0 }).fetch(request)
