import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../kernel/errors.ts'
import type { Fleet, FleetAnswer, FleetQuestion, SharedState } from '../../kernel/guard/fleet.ts'
import type { GuardPolicy } from '../../kernel/guard/guard.ts'
import { isRejection, queueFull } from '../../kernel/guard/rejection.ts'
import type { PostgresDatabase as Database } from '../../kernel/postgres/database.ts'
import {
  eraseOldAnswers,
  type Finish,
  finishTurn,
  keepTurn,
  leaveTurn,
  look,
  type Outcome,
  readStates,
  register,
  type SourceTurn,
  takeTurn,
} from './statements.ts'

export { SOURCES_MIGRATIONS } from './statements.ts'

const POLL_MS = 50
const KEEP_MS = 1_000
/** A turn outlasts the longest call by this: while the database is away nobody can say that the call goes on. */
const AFTER_CALL_MS = 2_000
const ERASE_MS = 60_000
const MAX_BACKOFF_MS = 300_000

/** Makes the fleet of one source; its name is the same in all processes that ask the same source. */
export type OpenFleet = (name: string, policy: GuardPolicy) => Fleet

/** The fleets of all sources on one database. */
export const openFleets = async (database: Database): Promise<OpenFleet> => {
  const sources = new Map<string, SharedSource>()
  let erasedAt = performance.now()
  await database.addTick(async (sql) => {
    const states = await readStates(sql)
    for (const [name, source] of sources) source.tellState(states.get(name))
    if (performance.now() - erasedAt < ERASE_MS) return
    erasedAt = performance.now()
    await eraseOldAnswers(sql)
  })
  return (name, policy) => {
    const source = new SharedSource(database, name, policy)
    sources.set(name, source)
    return source
  }
}

/** One source as all processes on the database share it: the turn to call, the pace, the state and the answers. */
class SharedSource implements Fleet {
  readonly #database: Database
  readonly #name: string
  readonly #policy: GuardPolicy
  readonly #turn: SourceTurn
  #listener: (state: SharedState) => void = () => {}
  #isCalling = false

  constructor(database: Database, name: string, policy: GuardPolicy) {
    this.#database = database
    this.#name = name
    this.#policy = policy
    this.#turn = { source: name, holder: randomUUID(), turnMs: policy.timeoutMs + AFTER_CALL_MS }
  }

  watchState(listener: (state: SharedState) => void): void {
    this.#listener = listener
  }

  /** During a call of our own the state is about to change: what was read before does not count. */
  tellState(state: SharedState | undefined): void {
    if (state && !this.#isCalling) this.#listener(state)
  }

  question(key: string): FleetQuestion {
    const question = createHash('sha256').update(key).digest('hex')
    let since: number | null = null
    const find = async <T>(): Promise<{ answer: FleetAnswer<T> | null; spacingMs: number }> => {
      const seen = await this.#look(question, since)
      since ??= seen.now
      this.tellState(seen.state)
      const { answer, spacingMs } = seen
      return { answer: answer && { value: readOutcome<T>(answer.outcome), ageMs: answer.ageMs }, spacingMs }
    }
    return {
      find: async <T>() => (await find<T>()).answer,
      ask: async <T>(call: () => Promise<T>, signal: AbortSignal) => {
        const { timeoutMs, queue, spacingMs: paceMs } = this.#policy
        const end = performance.now() + Math.max(2 * timeoutMs, queue * paceMs)
        for (;;) {
          const { answer, spacingMs } = await find<T>()
          if (answer) return answer
          if (spacingMs <= 0 && (await this.#takeTurn())) break
          if (performance.now() > end) throw queueFull()
          const waitMs = spacingMs > 0 ? spacingMs : POLL_MS * (0.5 + Math.random())
          await pause(waitMs, undefined, { signal }).catch(() => {
            throw queueFull()
          })
        }
        return this.#inTurn(question, async () => (await find<T>()).answer, call)
      },
    }
  }

  /** Another process may have answered between our last look and our turn. */
  async #inTurn<T>(
    question: string,
    find: () => Promise<FleetAnswer<T> | null>,
    call: () => Promise<T>,
  ): Promise<FleetAnswer<T>> {
    const found = await find().catch(async (error) => {
      await this.#leave()
      throw error
    })
    if (found) {
      await this.#leave()
      return found
    }
    this.#isCalling = true
    const keeping = setInterval(() => this.#run(keepTurn).catch(() => {}), KEEP_MS)
    let outcome: Outcome | null = null
    try {
      const value = await call()
      outcome = { value: value ?? null }
      return { value, ageMs: null }
    } catch (error) {
      if (error instanceof Failure && !isRejection(error)) outcome = { failure: writeFailure(error) }
      throw error
    } finally {
      clearInterval(keeping)
      await this.#finish(question, outcome)
      this.#isCalling = false
    }
  }

  /** The answer counts also when the others cannot be told: the turn then ends by itself. */
  async #finish(question: string, outcome: Outcome | null): Promise<void> {
    const { spacingMs, freshMs, emptyMs, breakMs, blockedMs } = this.#policy
    const isFailure = outcome !== null && 'failure' in outcome
    const isEmpty = outcome !== null && 'value' in outcome && isEmptyValue(outcome.value)
    const backoffMs = isFailure ? Math.min(MAX_BACKOFF_MS, outcome.failure.facts.retryAfterMs ?? 0) : 0
    const finish = {
      source: this.#name,
      holder: this.#turn.holder,
      question,
      outcome,
      spacingMs,
      freshMs: isFailure ? 0 : isEmpty ? emptyMs : freshMs,
      breakMs,
      blockedMs,
      backoffMs,
    }
    const write = (what: Finish) => this.#database.transaction((sql) => finishTurn(sql, what))
    // An answer that the database cannot hold must not keep the others from their turn.
    await write(finish)
      .catch(() => write({ ...finish, outcome: null }))
      .catch(() => {})
  }

  async #look(question: string, since: number | null) {
    const seen = await this.#database.query((sql) => look(sql, this.#name, question, since))
    if (seen) return seen
    await this.#database.query((sql) => register(sql, this.#name))
    return (await this.#database.query((sql) => look(sql, this.#name, question, since))) as NonNullable<typeof seen>
  }

  #takeTurn(): Promise<boolean> {
    return this.#database.query((sql) => takeTurn(sql, this.#turn))
  }

  async #leave(): Promise<void> {
    await this.#run(leaveTurn).catch(() => {})
  }

  #run(work: typeof keepTurn): Promise<void> {
    return this.#database.query((sql) => work(sql, this.#turn))
  }
}

const isEmptyValue = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0)

const writeFailure = ({ kind, message, campo, detail, retryAfterMs }: Failure) => ({
  kind,
  mensaje: message,
  facts: {
    ...(campo !== undefined && { campo }),
    ...(detail !== undefined && { detail }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  },
})

const readOutcome = <T>(outcome: Outcome): T => {
  if ('value' in outcome) return outcome.value as T
  const { kind, mensaje, facts } = outcome.failure
  throw new Failure(kind, mensaje, facts)
}
