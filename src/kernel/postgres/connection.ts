import type { Client, ClientConfig } from 'pg'
import type { Sql } from '../sql/database.ts'
import { POSTGRES } from '../sql/dialect.ts'
import { readConnectError, readQueryError } from './trouble.ts'

/** A frozen server must be noticed within five seconds, so every wait is shorter. */
const CONNECT_MS = 3_000
const STATEMENT_MS = 3_000
const ANSWER_MS = 3_500
/** A process that stops in the middle of a transaction must not hold up the others for long. */
const IDLE_IN_TRANSACTION_MS = 4_000
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full']
const INT8 = 20

/** Why this address cannot be one of a PostgreSQL server; null when it can. Never quotes the address: it holds a password. */
export const addressProblem = (url: string): string | null => {
  const address = readAddress(url)
  if (!address) return 'debe tener la forma postgres://usuario:clave@servidor:puerto/base'
  // Part of a password would be taken for the server, and named in messages.
  if (/[@#]/.test(address.pathname + address.search + address.hash)) {
    return 'necesita la clave codificada: @ es %40, / es %2F, # es %23, ? es %3F'
  }
  const mode = address.searchParams.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode)) return `admite sslmode ${SSL_MODES.join(', ')}`
  if (mode === 'verify-ca' && !address.searchParams.has('sslrootcert')) {
    return 'necesita sslrootcert con sslmode=verify-ca'
  }
  return null
}

/** Server and database, without user and password. */
export const serverName = (url: string): string => {
  const address = readAddress(url)
  const host = address?.searchParams.get('host') ?? address?.hostname ?? ''
  return `${decodeURIComponent(host) || 'localhost'}:${address?.port || 5432}${address?.pathname ?? ''}`
}

// The driver accepts an empty host after the user, which stands for a socket; URL does not.
const readAddress = (url: string): URL | null => {
  const address = URL.parse(url) ?? URL.parse(url.replace('@/', '@localhost/'))
  return address && /^postgres(?:ql)?:$/.test(address.protocol) ? address : null
}

/** What the driver needs. `sslmode` means what it means to every other PostgreSQL client. */
export const connectionConfig = (url: string): ClientConfig => ({
  connectionString: readAddress(url)?.searchParams.has('sslmode') ? `${url}&uselibpqcompat=true` : url,
  application_name: 'chasqui',
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: ANSWER_MS,
  keepAlive: true,
})

/** The settings of every connection, as one statement. */
export const sessionSettings = (schema: string, statementMs = STATEMENT_MS): string => `
  SET search_path = "${schema}";
  SET statement_timeout = ${statementMs};
  SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS};
  SET client_min_messages = warning`

/** The driver, loaded only by installations that use it. Counts are numbers: none of ours comes near 2^53. */
export const loadDriver = async () => {
  const { default: driver } = await import('pg')
  driver.types.setTypeParser(INT8, Number)
  return driver
}

/** One connection outside the pool. */
export const connect = async (url: string, schema: string, options: ClientConfig = {}): Promise<Client> => {
  const { Client } = await loadDriver()
  try {
    const client = new Client({ ...connectionConfig(url), ...options })
    // Reported by the next statement, or by `end`.
    client.on('error', () => {})
    await client.connect()
    await client.query(sessionSettings(schema, options.query_timeout))
    return client
  } catch (error) {
    throw readConnectError(error)
  }
}

type Queryable = Pick<Client, 'query'>

export const sqlOn = (client: Queryable): Sql => {
  const query = async (sql: string, values: unknown[]) => {
    try {
      return await client.query(sql, values)
    } catch (error) {
      throw readQueryError(error)
    }
  }
  return {
    dialect: POSTGRES,
    all: async <Row>(sql: string, ...values: unknown[]) => (await query(sql, values)).rows as Row[],
    get: async <Row>(sql: string, ...values: unknown[]) => (await query(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  }
}
