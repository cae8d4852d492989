import { QuestionReader } from '../domain/screening/match/question.ts'
import type { Attributes, Trace } from '../kernel/tracing/tracer.ts'
import { whenReady } from '../kernel/when-ready.ts'
import { purchaseLookup } from '../lookups/compras/purchase-day.ts'
import type { Answer } from '../lookups/shared/answer.ts'
import { ENDPOINTS, type Listed } from './index.ts'
import type { Query } from './shared/clean-query.ts'
import type { AnyLookup, LookupDeps, LookupOf } from './shared/endpoint.ts'

/** The lookups by their paths, as the edges and the batches call them. */
export type Lookups = {
  [One in Listed as One['path']]: LookupOf<ReturnType<Awaited<ReturnType<One['lookup']>>>>
} & {
  /** Of a row of purchases. Batches alone ask it. */
  compras: ReturnType<typeof purchaseLookup>
}

// Whoever imports this file answers, and needs them all.
const MAKERS = await Promise.all(ENDPOINTS.map(async ({ path, lookup }) => [path, await lookup()] as const))

interface JoinedRooms extends Omit<LookupDeps, 'register' | 'list' | 'courtBans' | 'related'> {
  padron: LookupDeps['register']
  sanciones: LookupDeps['list']
  judiciales: LookupDeps['courtBans']
  vinculados: LookupDeps['related']
}

/** Joins sources and lists into the lookups. In every HTTP thread, over what that thread can reach. */
export const joinLookups = ({ padron, sanciones, judiciales, vinculados, ...rest }: JoinedRooms): Lookups => {
  const lists = { register: padron, list: sanciones, courtBans: judiciales, related: vinculados }
  const deps = { ...rest, ...lists, questions: new QuestionReader() }
  const lookups = MAKERS.map(([path, make]) => [path, traced(path, make(deps))])
  return { ...Object.fromEntries(lookups), compras: purchaseLookup(deps) }
}

/** The lookup of a path that may have none, such as `health`. */
export const lookupAt = (lookups: Lookups, path: string) =>
  (lookups as unknown as Record<string, ((query: Query) => Answer<unknown> | Promise<Answer<unknown>>) | undefined>)[
    path
  ]

/** The one place where a lookup gets its span: for whoever asks with a trace. */
const traced = (name: string, lookup: AnyLookup): AnyLookup => {
  const start = { name: `lookup ${name}`, kind: 'internal', attributes: { 'chasqui.lookup': name } } as const
  return (query, trace?: Trace) =>
    trace
      ? trace.span(start, (span) =>
          whenReady(lookup(query, span), (answer) => {
            span.set(originAttributes(answer))
            return answer
          }),
        )
      : lookup(query)
}

const originAttributes = ({ origins }: Answer<unknown>): Attributes => ({
  'chasqui.providers': origins.map(({ provider }) => provider),
  'chasqui.channels': origins.map(({ channel }) => channel),
})
