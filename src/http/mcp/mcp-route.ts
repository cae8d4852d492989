import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyHolder } from '../../accounts/index.ts'
import type { Outcome, Question } from '../../endpoints/shared/outcome.ts'
import { Failure } from '../../kernel/errors.ts'
import { version } from '../../kernel/version.ts'
import { whenReady } from '../../kernel/when-ready.ts'
import type { ShowLimits } from '../reply/limit-headers.ts'
import { authenticate } from '../request/authenticate.ts'
import { asHook, type Check } from '../request/check.ts'
import type { InFlight } from '../request/in-flight.ts'
import { checkRate, countRequest } from '../request/rate-limit.ts'
import { type Load, shedLoad } from '../request/shed-load.ts'
import { type ToolCallDeps, toolCaller } from './tool-calls.ts'

export interface McpRouteDeps extends ToolCallDeps {
  load: Load
  inFlight: InFlight
  corsOrigins: readonly string[]
}

/** A call of a tool takes less than a kilobyte. */
const BODY_LIMIT = 256 * 1024
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::[0-9]+)?$/i
const PASSED_ON = /^(?:accept|content-type|mcp-.*)$/

/**
 * `POST /mcp`: the lookups as tools of the Model Context Protocol. A request passes the key, the rate and the load like
 * any other; units are taken by the calls of tools in it. Not in the OpenAPI document, since the protocol describes its
 * tools itself.
 */
export const registerMcp = async (app: FastifyInstance, deps: McpRouteDeps, showLimits: ShowLimits): Promise<void> => {
  const { accounts, inFlight } = deps
  const answer = mcpAnswerer(deps)
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      request.call.isUndecided = true
      done()
    })
    scope.addHook('onRequest', asHook(checkOrigin(deps.corsOrigins)))
    scope.addHook('onRequest', asHook(authenticate(accounts)))
    scope.addHook('onRequest', asHook(countRequest(accounts)))
    scope.addHook('onRequest', asHook(shedLoad(deps.load)))
    scope.addHook('onRequest', asHook(checkRate))
    scope.addHook('onSend', (request, reply, payload, done) => {
      inFlight.decided(reply)
      void whenReady(showLimits(request.call, reply), () => done(null, payload), done)
    })
    // The protocol's own package reads the body, and says what is wrong with it or with its type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/mcp', { schema: { hide: true }, config: { endpoint: 'mcp' } }, answer)
  })
}

/**
 * A page in a browser names its origin. Only origins that the operator allows, and pages of this very machine, may use
 * the tools: a foreign page that has its name point here is so refused. The name in `Host` is not looked at, because a
 * proxy in front of the service passes on its own.
 */
const checkOrigin = (origins: readonly string[]): Check => {
  const refused = new Failure(
    'forbidden',
    'La página de origen no puede usar /mcp; se permite con CHASQUI_CORS_ORIGINS',
  )
  return ({ headers: { origin } }) =>
    origin === undefined || origins.includes(origin) || LOOPBACK.test(origin) ? undefined : refused
}

const mcpAnswerer = (deps: McpRouteDeps) => {
  // Loaded with the first request: most installations never use it.
  const load = once(async () => {
    const { answerHttp, countOtherMessages, openTools } = await import('../../mcp/index.ts')
    return { answerHttp, countOtherMessages, tools: openTools({ hasWatch: true }), callTool: toolCaller(deps) }
  })
  const count = countRequest(deps.accounts)
  /** Every message of a batch takes a token of the rate. Calls of tools take theirs by themselves. */
  const takeTokens = async (request: FastifyRequest, messages: number): Promise<void> => {
    for (let taken = 0; taken < messages; taken++) {
      await count(request)
      const refusal = await checkRate(request)
      if (refusal) throw refusal
    }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { answerHttp, countOtherMessages, tools, callTool } = await load()
    await takeTokens(request, countOtherMessages(String(request.body ?? ''), tools))
    const holder = request.call.holder as KeyHolder
    const calls: Promise<Outcome>[] = []
    const ask = (question: Question): Promise<Outcome> => {
      const call = callTool(question, { holder, requestId: request.id, takesToken: calls.length > 0 })
      calls.push(call)
      return call
    }
    const response = await answerHttp(webRequest(request, reply), { version, tools, ask })
    const body = await response.text()
    // A caller who hung up leaves lookups under way; what they find is charged, and a stop of the service waits for them.
    await Promise.allSettled(calls)
    if (!response.ok) request.call.failure = isCallersFault(response) ? 'invalid-input' : 'internal'
    for (const [name, value] of response.headers) if (name !== 'connection') reply.header(name, value)
    return reply.code(response.status).header('cache-control', 'no-store').send(body)
  }
}

/** A failure is not kept: the next request tries again. */
const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

const isCallersFault = ({ status }: Response): boolean => Math.floor(status / 100) === 4

/** The request as the protocol's package takes it, without its key, ended when the caller hangs up. */
const webRequest = ({ headers, body }: FastifyRequest, reply: FastifyReply): Request => {
  const hungUp = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) hungUp.abort()
  })
  const passedOn = Object.entries(headers).filter(([name]) => PASSED_ON.test(name))
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: passedOn.map(([name, value]) => [name, String(value)] as [string, string]),
    body: typeof body === 'string' ? body : '',
    signal: hungUp.signal,
  })
}
