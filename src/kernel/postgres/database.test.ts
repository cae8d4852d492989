import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { runSql, testDatabase } from '../../../test/helpers/postgres.ts'
import { until } from '../../../test/helpers/until.ts'
import { notify } from '../sql/steps.ts'
import { addressProblem, serverName } from './connection.ts'
import { type PostgresDatabase as Database, type DatabaseOptions, openDatabase } from './database.ts'

const url = await testDatabase()
const MIGRATIONS = { notes: ['CREATE TABLE notes (n integer PRIMARY KEY)'] }
const opened: Database[] = []
after(async () => {
  for (const database of opened) await database.close()
})
const open = async (schema: string, options: Partial<DatabaseOptions> = {}): Promise<Database> => {
  const database = await openDatabase({ url, schema, migrations: MIGRATIONS, ...options })
  opened.push(database)
  return database
}
const endBackends = (): Promise<unknown> =>
  runSql(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'chasqui' AND datname = current_database()`,
  )

test('ten starts at the same moment on an empty database make one schema', async () => {
  const databases = await Promise.all(Array.from({ length: 10 }, () => open('together', { poolSize: 1 })))
  await Promise.all(
    databases.map((database, n) => database.query((sql) => sql.run('INSERT INTO notes VALUES ($1)', n))),
  )
  assert.deepEqual(await runSql(url, 'SELECT count(*)::int AS n FROM together.notes'), [{ n: 10 }])
})

test('a schema is brought up to date once, and one of a later version is refused', async () => {
  const next = { notes: [...MIGRATIONS.notes, 'ALTER TABLE notes ADD COLUMN text text'] }
  await open('versions')
  await open('versions', { migrations: next })
  await open('versions', { migrations: next })
  await assert.rejects(open('versions'), {
    kind: 'not-configured',
    message: 'La base de datos es de la versión 2 (notes); este programa conoce hasta la 1',
  })
})

test('a user who may only use an existing schema can start', async () => {
  await open('granted')
  const name = `plain_${process.pid}`
  await runSql(
    url,
    `CREATE ROLE ${name} LOGIN PASSWORD 'x'; GRANT USAGE, CREATE ON SCHEMA granted TO ${name};
     GRANT ALL ON ALL TABLES IN SCHEMA granted TO ${name}`,
  )
  const address = new URL(url)
  address.username = name
  address.password = 'x'
  const database = await open('granted', { url: address.href })
  assert.equal(await database.query((sql) => sql.run('INSERT INTO notes VALUES (1)')), 1)
  await database.close()
  await runSql(url, `DROP OWNED BY ${name}; DROP ROLE ${name}`)
})

test('a user who may not create the schema is told so', async () => {
  const name = `poor_${process.pid}`
  const database = new URL(url).pathname.slice(1)
  await runSql(url, `CREATE ROLE ${name} LOGIN PASSWORD 'x'; REVOKE CREATE ON DATABASE "${database}" FROM PUBLIC`)
  const address = new URL(url)
  address.username = name
  address.password = 'x'
  await assert.rejects(open('forbidden', { url: address.href }), {
    kind: 'not-configured',
    message: `El usuario de la base de datos ${address.host}/${database} no puede crear el esquema forbidden ni cambiar sus tablas`,
  })
  await runSql(url, `DROP ROLE ${name}`)
})

test('a password of any characters opens the database when it is encoded, and is never quoted when it is not', async () => {
  const password = `p@s/s:w#r?d%&=+ "'\\ñ[]`
  const name = `odd_${process.pid}`
  await runSql(url, `CREATE ROLE ${name} LOGIN SUPERUSER PASSWORD '${password.replaceAll("'", "''")}'`)
  const server = new URL(url)
  const through = (secret: string): string => `postgres://${name}:${secret}@${server.host}${server.pathname}`
  const database = await open('odd', { url: through(encodeURIComponent(password)) })
  assert.equal(await database.query((sql) => sql.run('INSERT INTO notes VALUES (1)')), 1)
  await database.close()
  await runSql(url, `DROP OWNED BY ${name}; DROP ROLE ${name}`)
  const parts = fc.array(fc.constantFrom('@', '/', '#', '?', ':', '%', ' ', 'ñ', '12', 'secreta'), { minLength: 1 })
  const property = fc.property(parts, (words) => {
    const address = through(`secreta${words.join('')}`)
    const told = addressProblem(address) ?? serverName(address)
    assert.ok(!told.includes('secreta') && !told.includes('12:'), told)
    if (addressProblem(address) === null) assert.equal(serverName(address), `${server.host}${server.pathname}`)
  })
  fc.assert(property, { numRuns: 500 })
})

test('connections that the server ended are replaced without anybody noticing, the listening one too', async () => {
  const troubles: (string | null)[] = []
  const database = await open('ended', { onTrouble: (code) => troubles.push(code) })
  let ticks = 0
  await database.addTick(async () => void ticks++)
  await database.query((sql) => sql.run('INSERT INTO notes VALUES (1)'))
  await endBackends()
  assert.equal(await database.transaction((sql) => sql.run('INSERT INTO notes VALUES (2)')), 1)
  const before = ticks
  await until(async () => ticks > before)
  const other = await open('ended')
  const heard = ticks
  await other.transaction((sql) => notify(sql))
  await until(async () => ticks > heard)
  assert.deepEqual(troubles, [])
})

test('a statement that fails is no trouble of the server, and its transaction is undone', async () => {
  const database = await open('failing')
  const work = database.transaction(async (sql) => {
    await sql.run('INSERT INTO notes VALUES (1)')
    await sql.run('INSERT INTO notes VALUES (1)')
  })
  await assert.rejects(work, { code: '23505' })
  assert.equal(database.isUsable, true)
  assert.deepEqual(await database.query((sql) => sql.all('SELECT n FROM notes')), [])
})

test('of two transactions that wait for each other both take place', async () => {
  const database = await open('deadlock')
  await database.query((sql) => sql.run('INSERT INTO notes VALUES (1), (2)'))
  const lock = (first: number, second: number) =>
    database.transaction(async (sql) => {
      await sql.run('UPDATE notes SET n = n WHERE n = $1', first)
      await sql.run('SELECT pg_sleep(0.05)')
      await sql.run('UPDATE notes SET n = n WHERE n = $1', second)
    })
  await Promise.all([lock(1, 2), lock(2, 1)])
  assert.equal(database.isUsable, true)
})

test('a server that cannot write is in trouble until it can', async () => {
  const troubles: (string | null)[] = []
  const database = await open('readonly', { onTrouble: (code) => troubles.push(code) })
  await database.addTick(async () => {})
  const readOnly = (value: string) =>
    runSql(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = ${value}`)
  await readOnly('on')
  await endBackends()
  await assert.rejects(
    database.query((sql) => sql.run('INSERT INTO notes VALUES (1)')),
    { kind: 'store-unavailable' },
  )
  assert.equal(database.isUsable, false)
  const [{ name = '' } = {}] = (await runSql(url, 'SELECT current_database() AS name')) as { name?: string }[]
  await runSql(url, `BEGIN READ WRITE; ALTER DATABASE "${name}" RESET default_transaction_read_only; COMMIT`)
  await endBackends()
  await until(async () => database.isUsable)
  assert.equal(await database.query((sql) => sql.run('INSERT INTO notes VALUES (1)')), 1)
  assert.deepEqual(troubles, ['25006', null])
})

test('answers that wait because this process itself is busy are no trouble of the server', async () => {
  const troubles: (string | null)[] = []
  const database = await open('busy', { onTrouble: (code) => troubles.push(code) })
  await database.addTick((sql) => sql.run('SELECT pg_sleep(0.05)').then(() => {}))
  let blocksMs = 4_200
  const first = database.query((sql) => sql.all('SELECT 7 AS n'))
  const second = database.transaction(async (sql) => {
    await sql.run('INSERT INTO notes VALUES (1)')
    // Once, for longer than a statement may take and than a transaction may rest.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blocksMs)
    blocksMs = 0
    return sql.run('UPDATE notes SET n = 2 WHERE n = 1')
  })
  assert.deepEqual(await first, [{ n: 7 }])
  assert.equal(await second, 1)
  assert.deepEqual(troubles, [])
  assert.equal(database.isUsable, true)
})

test('calls that find all connections in use fail alone; the server is not in trouble', async () => {
  const troubles: (string | null)[] = []
  const database = await open('full', { poolSize: 1, onTrouble: (code) => troubles.push(code) })
  const held = Promise.withResolvers<void>()
  const holding = database.query(() => held.promise)
  await assert.rejects(
    database.query((sql) => sql.all('SELECT n FROM notes')),
    { kind: 'store-unavailable', detail: 'POOL_FULL' },
  )
  held.resolve()
  await holding
  assert.deepEqual(await database.query((sql) => sql.all('SELECT n FROM notes')), [])
  assert.deepEqual(troubles, [])
})

test('a server that is away at the start is waited for, then named without its password', async () => {
  const dead = new URL(url)
  dead.port = '9'
  const troubles: (string | null)[] = []
  const started = performance.now()
  const opening = open('away', { url: dead.href, waitMs: 1_500, onTrouble: (code) => troubles.push(code) })
  await assert.rejects(opening, (error: Error) => {
    assert.match(error.message, /^No se pudo abrir la base de datos 127\.0\.0\.1:9\/\w+: ECONNREFUSED$/)
    return !JSON.stringify(error, Object.getOwnPropertyNames(error)).includes(dead.password)
  })
  assert.ok(performance.now() - started >= 1_500)
  assert.deepEqual(troubles, ['ECONNREFUSED'])
})

test('addresses of every usual form are understood; others are refused without being quoted', () => {
  const good: [string, string][] = [
    ['postgres://u:p@db.example:6432/chasqui', 'db.example:6432/chasqui'],
    ['postgresql://u:p@db/chasqui?sslmode=verify-full', 'db:5432/chasqui'],
    ['postgres://u:p@[::1]/chasqui', '[::1]:5432/chasqui'],
    ['postgres:///chasqui?host=/run/postgresql', '/run/postgresql:5432/chasqui'],
    ['postgres://u:p@/chasqui?host=/run/postgresql', '/run/postgresql:5432/chasqui'],
    ['postgres://u:p@%2Frun%2Fpostgresql/chasqui', '/run/postgresql:5432/chasqui'],
  ]
  for (const [address, name] of good) assert.deepEqual([addressProblem(address), serverName(address)], [null, name])
  const bad = ['mysql://u:secreta@h/d', 'secreta', 'postgres://u:secreta@h/d?sslmode=prefer', 'http://secreta@h']
  for (const address of bad) {
    const problem = addressProblem(address)
    assert.ok(problem && !problem.includes('secreta'), address)
  }
})
