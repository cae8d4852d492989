import { Failure } from '../errors.ts'
import type { Sql } from '../sql/database.ts'
import { connect, serverName, sqlOn } from './connection.ts'

const OLDEST_SERVER = 140_000
/** Another process may be migrating; it is waited for. */
const MIGRATION_MS = 60_000

/** The statements of each part of the schema, one entry per version; an entry is never edited once released. */
export type Migrations = Record<string, readonly string[]>

/** The key of an advisory lock of one schema. Locks belong to the database, which may hold several schemas of ours. */
export const lockKey = (schema: string, purpose: string): string => `hashtextextended('${schema}/${purpose}', 0)`

/** Makes the schema and brings it up to date. Of several processes that start together one does it, the others wait. */
export const migrate = async (url: string, schema: string, migrations: Migrations): Promise<void> => {
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
