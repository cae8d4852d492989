import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  type CallToolResult,
  Client,
  type JsonSchemaType,
  type JsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { forProcess } from './cleanup.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** The revision without a handshake, and those before it. */
export const REVISIONS = ['2026-07-28', 'legacy'] as const
export type Revision = (typeof REVISIONS)[number]

/** All that a client leaves its server, and where compiled code is kept. */
const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
const inherited = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

/** Every client compiles every schema that it is told, which takes longer than all else that it does: each is compiled once here. */
class SharedValidators extends AjvJsonSchemaValidator {
  readonly #compiled = new Map<string, JsonSchemaValidator<unknown>>()

  override getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    const text = JSON.stringify(schema)
    const compiled = this.#compiled.get(text) ?? super.getValidator(schema)
    this.#compiled.set(text, compiled)
    return compiled as JsonSchemaValidator<T>
  }
}
const validators = new SharedValidators()

const clients: Client[] = []
forProcess(() => after(() => Promise.all(clients.map((client) => client.close()))))

const newClient = (revision: Revision): Client => {
  const client = new Client(
    { name: 'prueba', version: '1' },
    {
      jsonSchemaValidator: validators,
      versionNegotiation: { mode: revision === 'legacy' ? 'legacy' : { pin: revision } },
    },
  )
  clients.push(client)
  return client
}

/** The official client over Streamable HTTP. */
export const connectHttp = async (url: string, key: string | null, revision: Revision = 'legacy'): Promise<Client> => {
  const client = newClient(revision)
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  return client
}

/** The official client with the command line as its server; also what that has printed as errors. */
export const connectStdio = async (settings: Record<string, string>, args: string[], revision: Revision = 'legacy') => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, 'mcp', ...args],
    env: { ...inherited, ...settings },
    stderr: 'pipe',
  })
  let printed = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  const client = newClient(revision)
  await client.connect(transport)
  return { client, errors: () => printed }
}

/** What a tool says, with the text that a model reads first. */
export interface ToolAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  content: any
  sentence: string
  isError: boolean
  requestId: unknown
}

export const callTool = async (
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<ToolAnswer> => {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult
  const [first] = result.content
  return {
    content: result.structuredContent,
    sentence: first?.type === 'text' ? first.text : '',
    isError: result.isError === true,
    requestId: result._meta?.['chasqui/requestId'],
  }
}

/** What is wrong with a tool's structured content by its output schema; undefined when nothing is. */
export const schemaProblem = (tool: Tool, content: unknown): string | undefined =>
  validators.getValidator(tool.outputSchema as never)(content).errorMessage
