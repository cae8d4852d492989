import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type PostgresDatabase as Database, openDatabase } from '../../src/kernel/postgres/database.ts'
import type { Migrations } from '../../src/kernel/postgres/migrate.ts'
import { startPostgres } from '../engines/postgres.ts'
import { closeAfterTests, forProcess } from './cleanup.ts'

// Registered when this module is loaded: inside a test, `after` would run when that test ends.
const whenDone = forProcess(closeAfterTests)

/** `scripts/test.js` starts one server for all test files; a file that is run by itself starts its own. */
const startOwn = async (): Promise<string> => {
  const server = await startPostgres()
  whenDone(() => server.stop())
  return server.url
}
let own: Promise<string> | undefined

export const runSql = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** An empty database for this test file; its address holds a password. */
export const testDatabase = async (): Promise<string> => {
  const shared = process.env.TEST_POSTGRES_URL
  const serverUrl = shared ?? (await (own ??= startOwn()))
  const server = new URL(serverUrl)
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  await runSql(serverUrl, `CREATE DATABASE ${name}`)
  whenDone(() => runSql(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`))
  server.pathname = `/${name}`
  return server.href
}

/** A schema of its own for everything that shares `folder`. */
export const schemaOf = (folder: string): string =>
  `test_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`

/** Closed with the test file at the latest: an open connection would keep a file alive whose test has failed. */
export const openTestDatabase = async (url: string, schema: string, migrations: Migrations): Promise<Database> => {
  const database = await openDatabase({ url, schema, migrations, poolSize: 3 })
  whenDone(() => database.close())
  return database
}
