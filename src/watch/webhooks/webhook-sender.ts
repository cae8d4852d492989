import { setTimeout as pause } from 'node:timers/promises'
import type { LimaClock } from '../../domain/lima-time.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { type EventRow, readEvents } from '../store/events.ts'
import {
  behindWebhooks,
  type DeliveryRow,
  disableWebhook,
  enqueue,
  findWebhook,
  forgetDeliveries,
  noteDelivery,
  takeDeliveries,
  type WebhookRow,
} from '../store/webhooks.ts'
import type { Vault } from '../vault.ts'
import { type DialOutcome, type DialSettings, dial } from './dial.ts'
import { signedHeaders, type WebhookSecrets } from './signature.ts'

/** What is sealed of a webhook: the address may hold a secret too. */
export interface SealedWebhook extends WebhookSecrets {
  url: string
}

export interface WebhooksDeps {
  database: Database
  vault: Vault
  clock: Pick<LimaClock, 'now'>
  log: Log
  newId(): string
  dialing: DialSettings
  /** How often deliveries that are due are looked for; a second unless said. */
  pollMs?: number
}

/** When a message is sent again, as Standard Webhooks proposes; together a little over three days. */
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const RETRIES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
const GONE = 410
const POLL_MS = 1_000
const TROUBLE_MS = 1_000
/** Messages that are on their way at the same time, of different webhooks. */
const MOST_AT_ONCE = 8
/** Longer than a message may take. */
const HOLD_MS = 40_000
const EVENTS_AT_A_TIME = 500
const KEPT_MS = 30 * 24 * HOUR

/**
 * Delivers events to webhooks. An event is in the log before anybody is told; each webhook knows up to where its events were
 * handed over, and each delivery how often it was tried. So nothing is lost by a kill, and what is sent again has the same id.
 */
export class WebhookSender {
  readonly #deps: WebhooksDeps
  readonly #stopping = new AbortController()
  #running: Promise<void> | null = null
  #wake: () => void = () => {}
  #isWoken = false

  constructor(deps: WebhooksDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#running ??= this.#run()
  }

  wake(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Ends when the messages under way have been answered. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { log, database, clock } = this.#deps
    const { signal } = this.#stopping
    let forgottenMs = 0
    while (!signal.aborted) {
      try {
        this.#isWoken = false
        for (const webhook of await behindWebhooks(database)) await this.#enqueue(webhook)
        const due = await takeDeliveries(database, clock.now(), { most: MOST_AT_ONCE, holdMs: HOLD_MS })
        await Promise.all(due.map((delivery) => this.#deliver(delivery)))
        if (due.length > 0) continue
        if (clock.now() - forgottenMs > HOUR) await forgetDeliveries(database, clock.now() - KEPT_MS)
        forgottenMs = clock.now()
        await this.#idle()
      } catch (error) {
        log.error(errorFacts(error), 'webhooks cannot be sent')
        await pause(TROUBLE_MS, undefined, { signal, ref: false }).catch(() => {})
      }
    }
  }

  async #enqueue(webhook: WebhookRow): Promise<void> {
    const { database, clock } = this.#deps
    const rows = await readEvents(database, webhook.accountId, webhook.cursor, EVENTS_AT_A_TIME)
    const last = rows.at(-1)?.number
    if (last === undefined) return
    const numbers = rows.filter(({ body }) => isFor(webhook, body)).map(({ number }) => number)
    await database.transaction((sql) => enqueue(sql, webhook, { numbers, last, nowMs: clock.now() }))
  }

  async #deliver(delivery: DeliveryRow): Promise<void> {
    const { database, vault, clock, dialing, log } = this.#deps
    const webhook = await findWebhook(database, delivery.webhookId)
    if (!webhook) return
    const [event] = await readEvents(database, webhook.accountId, delivery.number - 1, 1)
    const attempts = delivery.attempts + 1
    const ended = { ...delivery, attempts, atMs: clock.now() }
    if (webhook.state !== 'activo' || event?.number !== delivery.number)
      return noteDelivery(database, { ...ended, attempts: delivery.attempts, state: 'fallido', outcome: 'desactivado' })
    const { url, ...secrets } = vault.open<SealedWebhook>(webhook.sealed, webhook.id)
    const message = messageOf(event, Math.floor(clock.now() / 1000))
    const outcome = await dial(url, { body: message.body, headers: signedHeaders(message, secrets) }, dialing)
    await noteDelivery(database, { ...ended, ...nextStep(outcome, attempts, clock.now()) })
    if (!('status' in outcome) || outcome.status !== GONE) return
    log.warn({ webhook: webhook.id }, 'the receiver of a webhook is gone: switched off')
    await disableWebhook(database, webhook.id)
  }

  async #idle(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (this.#isWoken || this.#stopping.signal.aborted) return
    const timer = setTimeout(resolve, this.#deps.pollMs ?? POLL_MS).unref()
    await promise
    clearTimeout(timer)
  }
}

/** A test is for one webhook alone. */
const isFor = ({ id }: WebhookRow, body: string): boolean => {
  const { aviso } = JSON.parse(body) as { aviso?: string }
  return aviso === undefined || aviso === id
}

/** The message of an event: ids and kinds, nobody's name. */
const messageOf = ({ body }: EventRow, timestamp: number) => {
  const { id, tipo, fecha, persona: _, ...data } = JSON.parse(body) as Record<string, unknown>
  return { id: String(id), timestamp, body: JSON.stringify({ type: tipo, timestamp: fecha, data }) }
}

const nextStep = (
  outcome: DialOutcome,
  attempts: number,
  nowMs: number,
): Pick<DeliveryRow, 'state' | 'outcome' | 'nextAtMs'> => {
  const status = 'status' in outcome ? outcome.status : 0
  const text = 'status' in outcome ? String(status) : outcome.error
  if (status >= 200 && status < 300) return { state: 'entregado', outcome: text, nextAtMs: nowMs }
  const waitMs = RETRIES_MS[attempts - 1]
  if (status === GONE || waitMs === undefined) return { state: 'fallido', outcome: text, nextAtMs: nowMs }
  return { state: 'pendiente', outcome: text, nextAtMs: nowMs + waitMs }
}
