import { OutcomeUnknown } from '../../kernel/postgres/trouble.ts'
import type { Database } from '../../kernel/sql/database.ts'
import { PROCEDURES } from './procedures.ts'
import type { NumberedSettlements } from './settlements.ts'

/**
 * Sends the settlements of this process, one after the other. One whose answer got lost is kept and sent again under its
 * number before any other, so that it counts once: its units may have been returned already.
 */
export class Settling {
  readonly #database: Database
  #order: Promise<unknown> = Promise.resolve()
  #unknown: NumberedSettlements | null = null
  #number = 0

  constructor(database: Database) {
    this.#database = database
  }

  send(settled: Omit<NumberedSettlements, 'number'>): Promise<void> {
    return this.#inOrder(async () => {
      await this.#sendUnknown()
      const sent = { ...settled, number: ++this.#number }
      try {
        await this.#database.call(PROCEDURES, 'settle', sent)
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
    await this.#database.call(PROCEDURES, 'settle', this.#unknown)
    this.#unknown = null
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#order.then(work)
    this.#order = done.catch(() => {})
    return done
  }
}
