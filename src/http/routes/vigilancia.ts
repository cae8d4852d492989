import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyHolder } from '../../accounts/index.ts'
import { badParameter, cleanQuery, type Query } from '../../endpoints/shared/clean-query.ts'
import { Failure } from '../../kernel/errors.ts'
import { limitInput } from '../../lookups/shared/input.ts'
import { type SubjectQuery, subjectInput } from '../../watch/subject.ts'
import type { WatchRequests } from '../../watch/watch.ts'
import { batchQuestion } from '../request/batch-question.ts'
import { batchCreator, type CreateDeps } from '../request/upload.ts'
import { watchAnswers } from '../watch-questions.ts'
import { readJsonBodies } from './json-bodies.ts'
import {
  DECIDE,
  EVENTS_PAGE,
  FIND_ALERT,
  FIND_SUBJECT,
  LIST_ALERTS,
  LIST_EVENTS,
  LIST_SUBJECTS,
  PUT_SUBJECT,
  REMOVE_SUBJECT,
} from './vigilancia-operations.ts'

export interface WatchDeps extends CreateDeps {
  watch: WatchRequests
}

const NDJSON = 'application/x-ndjson'

/** `/api/vigilados`, `/api/alertas`, `/api/eventos`: who is watched, what came up, and all that happened. */
export const watchRoutes = (api: FastifyInstance, deps: WatchDeps): void => {
  const { watch, lookups, clock } = deps
  const answers = watchAnswers(watch, () => clock.limaDate())
  const createBatch = batchCreator(deps)
  readJsonBodies(api, cleanBody)
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })

  api.post('/vigilados', PUT_SUBJECT, async (request, reply) => {
    if (request.body instanceof Readable) {
      const query = { ...(request.query as Query), tipo: 'vigilados' }
      return createBatch(request, reply, batchQuestion(query, ownerOf(request)))
    }
    const { accountId, keyId } = ownerOf(request)
    const { facts, aviso } = await subjectInput(request.body as SubjectQuery, lookups)
    const { subject } = await watch.putSubject({ accountId, keyId, facts })
    return { ok: true, data: subject, ...(aviso !== undefined && { aviso }) }
  })
  api.get('/vigilados', LIST_SUBJECTS, async (request) => ({
    ok: true,
    ...(await answers.vigilados(ownerOf(request).accountId, request.query as Query)),
  }))
  api.get('/vigilados/:id', FIND_SUBJECT, async (request) => ({
    ok: true,
    data: await watch.findSubject(ownedBy(request)),
  }))
  api.delete('/vigilados/:id', REMOVE_SUBJECT, async (request) => ({
    ok: true,
    data: await watch.removeSubject(ownedBy(request)),
  }))
  api.get('/alertas', LIST_ALERTS, async (request) => ({
    ok: true,
    ...(await answers.alertas(ownerOf(request).accountId, request.query as Query)),
  }))
  api.get('/alertas/:id', FIND_ALERT, async (request) => ({ ok: true, data: await watch.findAlert(ownedBy(request)) }))
  api.post('/alertas/:id/decisiones', DECIDE, async (request) => {
    const { persona } = ownerOf(request)
    const query = request.body as Query
    return { ok: true, data: await watch.decideAlert({ ...ownedBy(request), persona, query }) }
  })
  api.get('/eventos', LIST_EVENTS, async (request, reply) => {
    const { desde, limite } = request.query as Query
    const most = limitInput(limite, EVENTS_PAGE)
    const after = cursorInput(desde)
    const events = await watch.listEvents({ accountId: ownerOf(request).accountId, after, most })
    if (request.headers.accept?.includes(NDJSON)) {
      reply.type(NDJSON).serializer((text: string) => text)
      return events.map((event) => `${JSON.stringify(event)}\n`).join('')
    }
    return { ok: true, data: events, siguiente: events.at(-1)?.numero ?? after ?? 0 }
  })
}

/** A null counts as absent. Of lists, `listas` is the only one. */
const cleanBody = (body: unknown): Query => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Failure('invalid-input', 'El cuerpo debe ser un objeto JSON')
  const { listas, ...texts } = body as Record<string, unknown>
  const given = Object.entries(texts).filter(([, value]) => value !== null && value !== undefined)
  for (const [name, value] of given) if (typeof value !== 'string') throw badParameter(name, 'debe ser un texto')
  if (listas === undefined || listas === null) return cleanQuery(Object.fromEntries(given) as Query)
  if (!Array.isArray(listas) || !listas.every((one) => typeof one === 'string'))
    throw badParameter('listas', 'debe ser un arreglo de textos')
  return { ...cleanQuery(Object.fromEntries(given) as Query), listas } as never
}

/** The hooks have let nobody pass without a key. */
export const ownerOf = ({ call }: FastifyRequest): KeyHolder => call.holder as KeyHolder

export const ownedBy = (request: FastifyRequest): { accountId: string; id: string } => ({
  accountId: ownerOf(request).accountId,
  id: (request.params as { id: string }).id,
})

const cursorInput = (desde: string | undefined): number | undefined => {
  if (desde === undefined) return undefined
  if (/^(?:0|[1-9][0-9]{0,14})$/.test(desde)) return Number(desde)
  throw new Failure('invalid-input', 'desde debe ser el número de un evento', { campo: 'desde' })
}
