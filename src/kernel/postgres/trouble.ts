import { Failure } from '../errors.ts'

const RETRY_AFTER_MS = 2_000

/** SQLSTATE classes that are about the server, not about the statement: connection, resources, operator, system, internal. */
const SERVER_CLASSES = ['08', '53', '57', '58', 'XX']
/** Read-only server, transaction ended because we were silent, no such database, refused login, lock not free, schema gone. */
const SERVER_STATES = ['25006', '25P03', '3D000', '28000', '28P01', '55P03', '3F000', '42P01']
/** The server gave up waiting for another transaction. */
const CONFLICTS = ['40001', '40P01']

/** The server cannot be used: the code is SQLSTATE's or the system's. */
export class DatabaseTrouble extends Error {
  override readonly name: string = 'DatabaseTrouble'
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`the database cannot be used: ${code}`, { cause })
    this.code = code
  }
}

/** The connection was lost after COMMIT was sent: nobody knows yet whether the transaction took place. */
export class OutcomeUnknown extends DatabaseTrouble {
  override readonly name = 'OutcomeUnknown'
}

/** What a caller gets while the database cannot be used. `detail` is the cause, for the log. */
export const databaseUnavailable = (code: string): Failure =>
  new Failure('store-unavailable', 'El almacén no está disponible; intente de nuevo en unos segundos', {
    detail: code,
    retryAfterMs: RETRY_AFTER_MS,
  })

/** For callers who cannot use the difference: a transaction of which nobody knows is a failed one. */
export const asUnavailable = (error: unknown): never => {
  throw error instanceof OutcomeUnknown ? databaseUnavailable(error.code) : error
}

/** An error of the driver as trouble with the server; an error of the statement as it is. */
export const readQueryError = (error: unknown): Error => {
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  if (severity === undefined) return new DatabaseTrouble(systemCode(error), error)
  const state = String(code)
  const isServer = SERVER_CLASSES.includes(state.slice(0, 2)) || SERVER_STATES.includes(state)
  return isServer ? new DatabaseTrouble(state, error) : (error as Error)
}

/** Whatever goes wrong while connecting is trouble with the server. */
export const readConnectError = (error: unknown): DatabaseTrouble => new DatabaseTrouble(systemCode(error), error)

/** True when the same transaction may succeed at once. */
export const isConflict = (error: unknown): boolean => CONFLICTS.includes(String((error as { code?: unknown })?.code))

/** True when the server did not answer in time: asking again at once would only take as long. */
export const isTimeout = ({ code }: DatabaseTrouble): boolean => code === 'ETIMEDOUT' || code === '57014'

/** All connections of this process were in use for too long. That says nothing about the server. */
export const POOL_FULL = 'POOL_FULL'

// The driver tells a time-out and a closed connection by its message alone.
const systemCode = (error: unknown): string => {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') return code
  if (message === 'timeout exceeded when trying to connect') return POOL_FULL
  if (/timeout/i.test(message)) return 'ETIMEDOUT'
  return /SSL/.test(message) ? 'ENOTLS' : 'ECONNRESET'
}
