import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../errors.ts'
import type { Sql } from '../sql/database.ts'
import { connect, serverName, sqlOn } from './connection.ts'
import { DatabaseTrouble } from './trouble.ts'

const OLDEST_SERVER = 140_000
/** Another process may be migrating; it is waited for. */
const MIGRATION_MS = 60_000
const RETRY_MS = 1_000
/** The login was refused: waiting does not help. */
const REFUSED = ['28000', '28P01']
const NO_RIGHT = '42501'

/** The statements of each part of the schema, one entry per version; an entry is never edited once released. */
export type Migrations = Record<string, readonly string[]>

export interface MigrationOptions {
  url: string
  /** Everything of ours lives in it; the sandbox has one of its own. */
  schema: string
  migrations: Migrations
  /** How long a server that is away is waited for. */
  waitMs?: number
  /** Called with the code of a trouble with the server, and with null when it is over. */
  onTrouble?: (code: string | null) => void
}

/** The key of an advisory lock of one schema. Locks belong to the database, which may hold several schemas of ours. */
export const lockKey = (schema: string, purpose: string): string => `hashtextextended('${schema}/${purpose}', 0)`

/** Makes the schema and brings it up to date. Of several processes that start together one does it, the others wait. */
const migrate = async (url: string, schema: string, migrations: Migrations): Promise<void> => {
  const client = await connect(url, schema, { query_timeout: MIGRATION_MS })
  try {
    const sql = sqlOn(client)
    await checkServer(sql, url)
    await sql.run('BEGIN')
    await sql.run(`SELECT pg_advisory_xact_lock(${lockKey(schema, 'migrate')})`)
    await makeSchema(sql, schema)
    for (const [part, versions] of Object.entries(migrations)) await migratePart(sql, part, versions)
    await sql.run('COMMIT')
  } finally {
    await client.end().catch(() => {})
  }
}

const checkServer = async (sql: Sql, url: string): Promise<void> => {
  const row = await sql.get<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  )
  if (row && row.number >= OLDEST_SERVER) return
  const mensaje = `El servidor ${serverName(url)} es PostgreSQL ${row?.version ?? 'desconocido'}; se necesita la versión 14 o posterior`
  throw new Failure('not-configured', mensaje)
}

// IF NOT EXISTS alone asks for the right to create schemas even when there is nothing to create.
const makeSchema = async (sql: Sql, schema: string): Promise<void> => {
  const found = await sql.get('SELECT 1 FROM pg_namespace WHERE nspname = $1', schema)
  if (!found) await sql.run(`CREATE SCHEMA "${schema}"`)
  await sql.run('CREATE TABLE IF NOT EXISTS schema_parts (part text PRIMARY KEY, version integer NOT NULL)')
}

const migratePart = async (sql: Sql, part: string, versions: readonly string[]): Promise<void> => {
  const row = await sql.get<{ version: number }>('SELECT version FROM schema_parts WHERE part = $1', part)
  const version = row?.version ?? 0
  if (version > versions.length) {
    const mensaje = `La base de datos es de la versión ${version} (${part}); este programa conoce hasta la ${versions.length}`
    throw new Failure('not-configured', mensaje)
  }
  for (const statements of versions.slice(version)) await sql.run(statements)
  await sql.run(
    `INSERT INTO schema_parts (part, version) VALUES ($1, $2) ON CONFLICT (part) DO UPDATE SET version = excluded.version`,
    part,
    versions.length,
  )
}

/** The same once the server is there. */
export const migrateWhenThere = async (options: MigrationOptions): Promise<void> => {
  const { url, schema, migrations, waitMs = 0, onTrouble } = options
  let isWaiting = false
  for (const end = performance.now() + waitMs; ; ) {
    try {
      await migrate(url, schema, migrations)
      if (isWaiting) onTrouble?.(null)
      return
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_RIGHT) throw noRight(url, schema)
      if (!(error instanceof DatabaseTrouble)) throw error
      if (REFUSED.includes(error.code) || performance.now() >= end) throw notOpened(url, error)
      if (!isWaiting) onTrouble?.(error.code)
      isWaiting = true
      await pause(RETRY_MS)
    }
  }
}

const noRight = (url: string, schema: string): Failure =>
  new Failure(
    'not-configured',
    `El usuario de la base de datos ${serverName(url)} no puede crear el esquema ${schema} ni cambiar sus tablas`,
  )

const notOpened = (url: string, { code }: DatabaseTrouble): Failure => {
  const why = REFUSED.includes(code) ? 'el servidor rechaza el usuario o su clave' : code
  return new Failure('store-unavailable', `No se pudo abrir la base de datos ${serverName(url)}: ${why}`, {
    detail: code,
  })
}
