import { OutcomeUnknown } from '../../kernel/postgres/trouble.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { joinInstance } from './instances.ts'
import { type NumberedSettlements, settle } from './settlements.ts'
import type { Instance, Settlement } from './store.ts'

/**
 * Sends the settlements of this process, one after the other. One whose answer got lost is kept and sent again under its
 * number before any other, so that it counts once: its units may have been returned already.
 */
export class Settling {
  readonly #database: Database
  readonly #joined: () => Instance | null
  #order: Promise<unknown> = Promise.resolve()
  #unknown: NumberedSettlements | null = null
  #number = 0

  constructor(database: Database, joined: () => Instance | null) {
    this.#database = database
    this.#joined = joined
  }

  send(instanceId: string, nowMs: number, settlements: Settlement[]): Promise<void> {
    return this.#inOrder(async () => {
      await this.#sendUnknown()
      const sent = { instanceId, nowMs, settlements, number: ++this.#number }
      try {
        await this.#write(sent)
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error
        this.#unknown = sent
      }
    })
  }

  /** Resolves when nothing is left whose outcome is unknown. */
  finish(): Promise<void> {
    return this.#inOrder(() => this.#sendUnknown())
  }

  async #sendUnknown(): Promise<void> {
    if (!this.#unknown) return
    await this.#write(this.#unknown)
    this.#unknown = null
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#order.then(work)
    this.#order = done.catch(() => {})
    return done
  }

  #write(sent: NumberedSettlements): Promise<void> {
    return this.#database.transaction(async (sql) => {
      if (await settle(sql, this.#database.dialect, sent)) return
      const joined = this.#joined()
      if (joined?.id !== sent.instanceId) return
      await joinInstance(sql, joined, sent.nowMs)
      await sql.run('UPDATE instances SET settled = $2 WHERE id = $1', joined.id, sent.number)
    })
  }
}
