import type { FastifyInstance } from 'fastify'
import { Delivery, WatchEvent, Webhook, WebhookCreated } from '../../domain/records.ts'
import type { Query } from '../../endpoints/shared/clean-query.ts'
import { parameter } from '../../endpoints/shared/parameters.ts'
import { Type } from '../../kernel/schema.ts'
import { required } from '../../lookups/shared/input.ts'
import type { WebhookRequests } from '../../watch/webhooks/webhooks.ts'
import { ownedBy, ownerOf } from './vigilancia.ts'
import { answer, BODY_FAILURES, options } from './vigilancia-operations.ts'

const ID = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Identificador del aviso', example: '0'.repeat(32) }),
})

const PUT = options({
  endpoint: 'avisos',
  operationId: 'avisos-poner',
  summary: 'Registra una dirección a la que se envían los eventos',
  description:
    'Según Standard Webhooks 1.0.0: cada evento es un POST con `webhook-id`, `webhook-timestamp` y `webhook-signature` (v1 y v1a), y se repite durante tres días hasta un 2xx. ' +
    'La dirección debe ser pública; se comprueba al registrarla y cada vez que se envía. La misma otra vez da un secreto nuevo: el anterior firma también durante un día. Un 410 lo desactiva.',
  facts: { failures: BODY_FAILURES, success: 'unconditional' },
  schema: {
    body: Type.Object(
      { url: parameter('Dirección https://', { example: 'https://receptor.example.com/eventos' }) },
      { $id: 'NuevoAviso' },
    ),
    response: { 200: answer(WebhookCreated) },
  },
})

const LIST = options({
  endpoint: 'avisos',
  operationId: 'avisos',
  summary: 'Los avisos de la cuenta',
  description: 'Sin sus secretos. No cuesta cuota.',
  facts: { failures: [] },
  schema: { response: { 200: answer(Type.Array(Webhook)) } },
})

const REMOVE = options({
  endpoint: 'avisos',
  operationId: 'avisos-borrar',
  summary: 'Deja de enviar eventos a una dirección',
  description: 'Borra el aviso y sus entregas pendientes; responde lo que era.',
  facts: { failures: ['not-found'], success: 'unconditional' },
  schema: { params: ID, response: { 200: answer(Webhook) } },
})

const TEST = options({
  endpoint: 'avisos',
  operationId: 'avisos-prueba',
  summary: 'Envía un evento de prueba a una dirección',
  description: 'Escribe un evento `aviso.prueba`, que se envía solo a este aviso; `/entregas` dice qué pasó con él.',
  facts: { failures: ['not-found'], success: 'unconditional' },
  schema: { params: ID, response: { 200: answer(WatchEvent) } },
})

const DELIVERIES = options({
  endpoint: 'avisos',
  operationId: 'avisos-entregas',
  summary: 'Las últimas entregas de un aviso',
  description: 'Las más recientes primero, cien como máximo. De la respuesta del receptor se guarda solo el código.',
  facts: { failures: ['not-found'] },
  schema: { params: ID, response: { 200: answer(Type.Array(Delivery)) } },
})

/** `/api/avisos`: webhooks. The routes of the watch read the bodies. */
export const webhookRoutes = (api: FastifyInstance, webhooks: WebhookRequests): void => {
  api.post('/avisos', PUT, async (request) => {
    const { accountId, keyId } = ownerOf(request)
    const url = required('url', (request.body as Query).url)
    return { ok: true, data: await webhooks.putWebhook({ accountId, keyId, url }) }
  })
  api.get('/avisos', LIST, async (request) => ({
    ok: true,
    data: await webhooks.listWebhooks(ownerOf(request).accountId),
  }))
  api.delete('/avisos/:id', REMOVE, async (request) => ({
    ok: true,
    data: await webhooks.removeWebhook(ownedBy(request)),
  }))
  api.post('/avisos/:id/prueba', TEST, async (request) => ({
    ok: true,
    data: await webhooks.testWebhook(ownedBy(request)),
  }))
  api.get('/avisos/:id/entregas', DELIVERIES, async (request) => ({
    ok: true,
    data: await webhooks.listDeliveries(ownedBy(request)),
  }))
}
