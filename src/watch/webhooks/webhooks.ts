import type { Delivery, WatchEvent, Webhook, WebhookCreated } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { takeAccountTurn, useKey } from '../store/accounts.ts'
import { appendEvents, hashAt, readEvents } from '../store/events.ts'
import {
  findWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  saveWebhook,
  type WebhookRow,
} from '../store/webhooks.ts'
import { addressProblem, checkedAddresses, type DialSettings } from './dial.ts'
import { newKeyPair, newSecret, publicKeyText } from './signature.ts'
import { type SealedWebhook, WebhookSender, type WebhooksDeps } from './webhook-sender.ts'

interface Owned {
  accountId: string
  id: string
}

/** Webhooks as the edge asks about them. */
export type WebhookRequests = {
  /** Registers an address; one that is registered already gets a new secret, and the old one counts for another day. */
  putWebhook(input: { accountId: string; keyId: string; url: string }): Promise<WebhookCreated>
  listWebhooks(accountId: string): Promise<Webhook[]>
  removeWebhook(webhook: Owned): Promise<Webhook>
  /** Writes an event that is delivered to this webhook alone. */
  testWebhook(webhook: Owned): Promise<WatchEvent>
  listDeliveries(webhook: Owned): Promise<Delivery[]>
}

const MOST_WEBHOOKS = 10
const MOST_DELIVERIES = 100
/** How long two secrets count after a rotation. */
const ROTATION_MS = 86_400_000

export interface Webhooks {
  requests: WebhookRequests
  stop(): Promise<void>
}

export const openWebhooks = (deps: WebhooksDeps): Webhooks => {
  const { database, vault, clock, newId, dialing } = deps
  const sender = new WebhookSender(deps)
  sender.start()
  const toWebhook = ({ id, sealed, state, createdAtMs }: WebhookRow): Webhook => {
    const { url, key } = vault.open<SealedWebhook>(sealed, id)
    return { id, url, estado: state, clavePublica: publicKeyText(key), creado: new Date(createdAtMs).toISOString() }
  }
  const mustFind = async (sql: Pick<Database, 'get'>, { accountId, id }: Owned): Promise<WebhookRow> => {
    const row = await findWebhook(sql as Database, id)
    if (row?.accountId !== accountId)
      throw new Failure('not-found', 'No hay un aviso con ese identificador', { campo: 'id' })
    return row
  }
  const requests: WebhookRequests = {
    putWebhook: async ({ accountId, keyId, url }) => {
      await refuseAddress(url, dialing)
      const secreto = newSecret()
      const row = await database.transaction(
        async (sql) => {
          await takeAccountTurn(sql, accountId)
          await useKey(sql, accountId, keyId)
          const all = await listWebhooks(sql, accountId)
          const known = all.find(({ id, sealed }) => vault.open<SealedWebhook>(sealed, id).url === url)
          if (!known && all.length >= MOST_WEBHOOKS)
            throw new Failure('invalid-input', `Una cuenta puede tener ${MOST_WEBHOOKS} avisos`, { campo: 'url' })
          const id = known?.id ?? newId()
          const before = known && vault.open<SealedWebhook>(known.sealed, id)
          const untilMs = clock.now() + ROTATION_MS
          const earlier = (before?.secrets ?? []).slice(0, 1).map(({ text }) => ({ text, untilMs }))
          const secrets = [{ text: secreto, untilMs: null }, ...earlier]
          const content: SealedWebhook = { url, secrets, key: before?.key ?? newKeyPair() }
          const saved: WebhookRow = {
            ...{ id, accountId, sealed: vault.seal(content, id), state: 'activo' },
            ...{
              createdAtMs: known?.createdAtMs ?? clock.now(),
              cursor: known?.cursor ?? (await lastEvent(sql, accountId)),
            },
          }
          await saveWebhook(sql, saved)
          return saved
        },
        { durable: true },
      )
      sender.wake()
      return { ...toWebhook(row), secreto }
    },
    listWebhooks: async (accountId) => (await listWebhooks(database, accountId)).map(toWebhook),
    removeWebhook: async (webhook) => {
      const row = await mustFind(database, webhook)
      await database.transaction((sql) => removeWebhook(sql, row.id), { durable: true })
      return toWebhook(row)
    },
    testWebhook: async (webhook) => {
      const { accountId } = webhook
      const event = await database.transaction(
        async (sql) => {
          await takeAccountTurn(sql, accountId)
          const { id, state } = await mustFind(sql, webhook)
          if (state !== 'activo')
            throw new Failure('invalid-input', 'El aviso está desactivado: regístrelo de nuevo', { campo: 'id' })
          await appendEvents(sql, accountId, [{ tipo: 'aviso.prueba', aviso: id }], { nowMs: clock.now(), newId })
          const before = (await lastEvent(sql, accountId)) - 1
          const [event] = await readEvents(sql, accountId, before, 1)
          return { ...JSON.parse(event?.body ?? '{}'), previo: await hashAt(sql, accountId, before), hash: event?.hash }
        },
        { durable: true },
      )
      sender.wake()
      return event as WatchEvent
    },
    listDeliveries: async (webhook) => {
      const { id } = await mustFind(database, webhook)
      return (await listDeliveries(database, id, MOST_DELIVERIES)).map(
        ({ number, state, attempts, outcome, atMs, nextAtMs }) => ({
          ...{ evento: number, estado: state, intentos: attempts, resultado: outcome },
          fecha: new Date(atMs).toISOString(),
          siguiente: state === 'pendiente' ? new Date(nextAtMs).toISOString() : null,
        }),
      )
    },
  }
  return { requests, stop: () => sender.stop() }
}

const lastEvent = async (sql: Pick<Database, 'get'>, accountId: string): Promise<number> =>
  (await sql.get<{ events: number }>('SELECT events FROM watch_accounts WHERE account_id = $1', accountId))?.events ?? 0

/** Refuses an address that is not public. It is checked again whenever it is dialled. */
const refuseAddress = async (url: string, dialing: DialSettings): Promise<void> => {
  const problem = addressProblem(url, dialing)
  if (problem) throw new Failure('invalid-input', `url ${problem}`, { campo: 'url' })
  const addresses = await checkedAddresses(new URL(url).hostname, dialing)
  if (addresses === 'dns')
    throw new Failure('invalid-input', 'url tiene un nombre que no se puede resolver', { campo: 'url' })
  if (addresses === 'direccion')
    throw new Failure('invalid-input', 'url debe llevar a una dirección pública', { campo: 'url' })
}
