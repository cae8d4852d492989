import type { Client } from 'pg'
import type { Sql, Tick } from '../sql/database.ts'
import { connect, sqlOn } from './connection.ts'
import { lockKey } from './migrate.ts'
import { DatabaseTrouble, databaseUnavailable, isTimeout } from './trouble.ts'

/** Without a notification the ticks run this often: the safety net under LISTEN. */
const TICK_MS = 500
const RETRY_MS = 250

export interface WatchDeps {
  url: string
  schema: string
  /** Called when a tick went well. */
  onAlive: (sql: Sql) => Promise<void>
  /** Called when the connection is lost and could not be opened again at once. */
  onLost: (code: string) => void
  /** How often the event loop of this thread was held up for long. */
  longDelays: () => number
}

/**
 * One connection that listens for notifications, reads changes in order, and shows the others that this process runs: it
 * holds a shared advisory lock. It is opened again when it is lost.
 */
export class Watch {
  readonly #deps: WatchDeps
  readonly #ticks: Tick[] = []
  #client: Client | null = null
  #order: Promise<unknown> = Promise.resolve()
  #stopped = false
  #failures = 0
  #woken = false
  #wake: () => void = () => {}
  #loop: Promise<void> = Promise.resolve()

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Adds a tick and runs it once. The first one opens the connection. */
  async add(tick: Tick): Promise<void> {
    await this.run(tick)
    this.#ticks.push(tick)
    if (this.#ticks.length === 1) this.#loop = this.#run()
  }

  /** Runs statements on the watching connection, in order with the ticks: no later answer is older. */
  run<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const result = this.#order.then(async () => {
      if (this.#stopped) throw databaseUnavailable('closed')
      try {
        return await work(sqlOn(this.#client ?? (await this.#open())))
      } catch (error) {
        if (error instanceof DatabaseTrouble) this.#drop()
        throw error
      }
    })
    this.#order = result.catch(() => {})
    return result
  }

  /** Makes the next tick run now. */
  wake(): void {
    this.#woken = true
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.wake()
    await this.#loop
    await this.#order
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false
      const delays = this.#deps.longDelays()
      try {
        await this.run(async (sql) => {
          for (const tick of this.#ticks) await tick(sql)
          await this.#deps.onAlive(sql)
        })
        this.#failures = 0
        await this.#sleep(TICK_MS)
      } catch (error) {
        await this.#noteFailure(error, this.#deps.longDelays() > delays)
      }
    }
  }

  // A single lost connection is opened again without anybody noticing, and so is one that we kept waiting ourselves.
  async #noteFailure(error: unknown, wasHeldUp: boolean): Promise<void> {
    if (this.#stopped) return
    const trouble = error instanceof DatabaseTrouble ? error : new DatabaseTrouble('ERROR', error)
    if (wasHeldUp && isTimeout(trouble)) return
    this.#failures++
    if (this.#failures === 1 && !isTimeout(trouble)) return
    this.#deps.onLost(trouble.code)
    await this.#sleep(RETRY_MS)
  }

  #sleep(ms: number): Promise<void> {
    if (this.#woken || this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #open(): Promise<Client> {
    const { url, schema } = this.#deps
    const client = await connect(url, schema)
    try {
      client.on('notification', () => this.wake())
      client.on('error', () => this.wake())
      const sql = sqlOn(client)
      await sql.run(`LISTEN "${schema}"`)
      const lock = await sql.get<{ held: boolean }>(
        `SELECT pg_try_advisory_lock_shared(${lockKey(schema, 'use')}) AS held`,
      )
      if (!lock?.held) throw new DatabaseTrouble('RESTORING')
      this.#client = client
      return client
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  #drop(): void {
    this.#client?.end().catch(() => {})
    this.#client = null
  }
}
