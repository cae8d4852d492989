import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { limaClock } from '../../src/domain/lima-time.ts'
import type { Lookups } from '../../src/services.ts'
import { openSources, type SourcesSettings } from '../../src/sources/index.ts'
import type { LiveSources } from '../../src/sources/source.ts'
import { testApp } from '../helpers/app.ts'
import { AGENT } from '../helpers/ask-source.ts'
import { quotaIn } from '../helpers/endpoint-table.ts'
import { lookupsIn } from '../helpers/world.ts'
import { type OddReply, placeAt } from './replies.ts'

export const TODAY = '2026-11-15'
const clock = limaClock(TODAY)
// Most of the time goes by in the pause before a second attempt.
const AT_ONCE = 48

/** Who is asked, how, and where in the conversation the odd reply stands. */
export interface Target {
  name: string
  /** The sources of one case; `origin` is its own address. */
  settings(origin: string): SourcesSettings
  lookup: keyof Lookups
  /** The n-th question, different for every n, and its n read back from the query. */
  ask(n: number): string
  indexOf(query: Record<string, string | undefined>): number
  /** What the source sends in place of the odd reply, where a path or method calls for it. */
  instead?(path: string, method: string, n: number): Omit<OddReply, 'name'> | null
  /** True for a reply that the source's document names as "no such record". */
  isDocumentedNo?(reply: OddReply): boolean
}

type Send = (n: number, request: IncomingMessage) => Omit<OddReply, 'name'>

/** One server for all cases: the first part of a path is the number of the case. */
const serve = async (send: Send): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const n = /^\/(\d+)(?=\/)/.exec(request.url ?? '')?.[1]
      const reply = n === undefined ? placeAt(request.url ?? '') : send(Number(n), request)
      const { status, headers, body } = reply
      if (reply.isCut) {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        return void request.socket.end(`HTTP/1.1 ${status} x\r\n${lines.join('')}\r\n${body}`)
      }
      response.writeHead(status, headers)
      response.end(status === 204 || status === 304 ? undefined : body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Outcome {
  name: string
  status: number
  body: string
}

export interface Outcomes {
  all: Outcome[]
  /** Units of quota that all questions together cost. */
  cost: number
}

/** Asks the endpoint once per reply, over the real edge, lookups, sources and client; nothing is shared between two cases. */
export const askEach = async (target: Target, replies: readonly OddReply[]): Promise<Outcomes> => {
  const origin = await serve((n, request) => {
    const path = (request.url ?? '').replace(/^\/\d+/, '')
    return target.instead?.(path, request.method ?? '', n) ?? (replies[n] as OddReply)
  })
  const open = new Map<number, { sources: LiveSources; lookups: Lookups }>()
  const lookups = {
    [target.lookup]: (query: Record<string, string | undefined>) => {
      const world = open.get(target.indexOf(query))
      assert.ok(world, 'a question of no case')
      return (world.lookups[target.lookup] as (query: unknown) => never)(query)
    },
  }
  const app = await testApp({ lookups, clock, key: { burst: 1_000_000 } })
  const quotaLeft = async () => quotaIn(await app.get('/api/nada'))

  const askOne = async (reply: OddReply, n: number): Promise<Outcome> => {
    const options = { clock, userAgent: AGENT, timeoutMs: 4_000, spacingMs: 0 }
    const sources = openSources(target.settings(`${origin}/${n}`), options)
    open.set(n, { sources, lookups: lookupsIn({ register: 'not loaded' }, sources, clock) })
    try {
      const { statusCode, body } = await app.get(`/api/${target.ask(n)}`)
      return { name: `${target.name}: ${reply.name}`, status: statusCode, body }
    } finally {
      open.delete(n)
      await sources.close()
    }
  }

  const before = await quotaLeft()
  const all: Outcome[] = []
  const queue = replies.entries()
  const worker = async () => {
    for (const [n, reply] of queue) all.push(await askOne(reply, n))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  assert.equal(all.length, replies.length)
  return { all, cost: before - (await quotaLeft()) }
}
