import { setTimeout as pause } from 'node:timers/promises'
import { connect, sqlOn } from './connection.ts'
import { lockKey } from './migrate.ts'
import { DatabaseTrouble, databaseUnavailable } from './trouble.ts'

const POLL_MS = 1_000

/** A right that one process on the database holds at a time. */
export interface Turn {
  release(): Promise<void>
}

interface TurnSettings {
  url: string
  schema: string
  /** What the turn is for; the same in all processes that take turns. */
  name: string
}

/**
 * Waits until no other process holds the turn. It belongs to a connection of its own, so it passes on when the holder
 * ends in any way. A lock is tried and tried again, because a statement may not last as long as somebody's turn.
 */
export const waitForTurn = async ({ url, schema, name }: TurnSettings, signal: AbortSignal): Promise<Turn> => {
  const client = await connect(url, schema).catch(reject)
  try {
    const sql = sqlOn(client)
    for (;;) {
      signal.throwIfAborted()
      const lock = await sql.get<{ held: boolean }>(`SELECT pg_try_advisory_lock(${lockKey(schema, name)}) AS held`)
      if (lock?.held) return { release: () => client.end().catch(() => {}) }
      await pause(POLL_MS * (0.5 + Math.random()), undefined, { signal })
    }
  } catch (error) {
    client.end().catch(() => {})
    return reject(error)
  }
}

const reject = (error: unknown): never => {
  throw error instanceof DatabaseTrouble ? databaseUnavailable(error.code) : error
}
