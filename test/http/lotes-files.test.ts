import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { JOBS_MIGRATIONS } from '../../src/batches/stored-jobs.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { testApp } from '../helpers/app.ts'
import { openTestDatabase, testDatabase } from '../helpers/postgres.ts'
import { askUntil, until } from '../helpers/until.ts'

/** Stands in every file of these tests, in its header and in its rows. */
const WORD = 'ZENOBIOTARQUILLO'
const FORMATS = ['csv', 'xlsx', 'json'] as const
const url = await testDatabase()
const clock = limaClock('2026-11-13')

interface Lote {
  id: string
  estado: string
  procesadas: number
  columnas: { nombre: string }[]
}

/** Where rows are held up while a test looks around. */
let gate: Promise<void> | null = null

const openInstance = (database: Awaited<ReturnType<typeof openTestDatabase>> | null) =>
  testApp({
    ...{ clock, database, batches: { rows: 10_000, hours: 2, bytes: 2 ** 23 } },
    lookups: {
      aml: async ({ nombre = '' }) => {
        await gate
        return {
          data: { query: nombre, total: 0, matches: [], listasActualizadas: '' },
          ...{ origins: [], maxAgeSeconds: 0, dependsOnToday: false },
        } as never
      },
    },
  })

const ENGINES = {
  sqlite: async () => null,
  postgres: () => openTestDatabase(url, 'lotes', { jobs: JOBS_MIGRATIONS }),
}

for (const [engine, openDatabase] of Object.entries(ENGINES)) {
  describe(`files of batches on ${engine}`, async () => {
    const database = await openDatabase()
    const one = await openInstance(database)
    const { key } = one
    const ask = (path: string, method: 'GET' | 'DELETE' = 'GET') =>
      one.inject({ method, url: `/api/lotes${path && `/${path}`}`, headers: { authorization: key } })
    const start = async (text: string): Promise<Lote> => {
      const reply = await one.inject({
        ...{ method: 'POST', url: '/api/lotes?tipo=aml', payload: text },
        headers: { authorization: key, 'content-type': 'text/csv' },
      })
      assert.equal(reply.statusCode, 202, reply.body)
      return reply.json().data
    }
    const look = async (id: string): Promise<Lote> => (await ask(id)).json().data
    const finish = async (id: string): Promise<Lote> =>
      askUntil(
        () => look(id),
        ({ estado }) => estado === 'terminado',
      )
    const fileOf = (rows: number): string =>
      `nombre,${WORD}\n${Array.from({ length: rows }, (_, i) => `${WORD} PERSONA ${i},${i}`).join('\n')}\n`
    /** Files of the data folder, and tables of the database, that hold the word. */
    const holders = async (): Promise<string[]> => {
      const inFiles = readdirSync(one.dataDir, { recursive: true })
        .map(String)
        .filter((name) => statSync(join(one.dataDir, name), { throwIfNoEntry: false })?.isFile())
        .filter((name) => readFileSync(join(one.dataDir, name)).includes(WORD))
      if (!database) return inFiles
      const found = await database.query((sql) =>
        sql.all<{ name: string }>(
          `SELECT 'jobs' AS name FROM jobs WHERE jobs::text LIKE '%${WORD}%'
           UNION ALL SELECT 'job_files' FROM job_files WHERE encode(bytes, 'escape') LIKE '%${WORD}%'`,
        ),
      )
      return [...inFiles, ...found.map(({ name }) => name)]
    }

    test('twenty downloads at once of each format are all the same, and whole', async () => {
      const { id } = await start(fileOf(1_200))
      await finish(id)
      const wanted = Array.from({ length: 60 }, (_, i) => FORMATS[i % 3] as (typeof FORMATS)[number])
      const replies = await Promise.all(wanted.map((formato) => ask(`${id}/resultado?formato=${formato}`)))
      assert.ok(replies.every(({ statusCode }) => statusCode === 200))
      for (const formato of FORMATS) {
        const bodies = replies.filter((_, i) => wanted[i] === formato).map(({ rawPayload }) => rawPayload)
        assert.equal(bodies.length, 20)
        assert.ok(
          bodies.every((body) => body.equals(bodies[0] as Buffer)),
          formato,
        )
      }
      const rows = JSON.parse(String(replies[2]?.body)) as Record<string, string>[]
      assert.deepEqual(
        rows.map((row) => row[WORD]),
        Array.from({ length: 1_200 }, (_, i) => String(i)),
      )
      assert.notDeepEqual(await holders(), [])
      assert.equal((await ask(id, 'DELETE')).statusCode, 200)
      assert.deepEqual(await holders(), [])
    })

    test('an erasure in the middle of work and of downloads leaves nothing', async () => {
      const { id: done } = await start(fileOf(800))
      await finish(done)
      const downloads = FORMATS.map((formato) => ask(`${done}/resultado?formato=${formato}`))
      const held = Promise.withResolvers<void>()
      gate = held.promise
      const { id: running } = await start(fileOf(800))
      await until(async () => (await look(running)).estado === 'procesando')
      const erasures = [ask(done, 'DELETE'), ask(running, 'DELETE')]
      await until(async () => (await ask(running)).statusCode === 404)
      gate = null
      held.resolve()
      assert.deepEqual(
        (await Promise.all(erasures)).map(({ statusCode }) => statusCode),
        [200, 200],
      )
      assert.deepEqual(await holders(), [])
      for (const { statusCode } of await Promise.all(downloads)) assert.ok([200, 404].includes(statusCode))
      assert.deepEqual(await holders(), [])
    })

    test('a caller who hangs up in the middle of a download leaves nothing', async () => {
      const { id } = await start(fileOf(3_000))
      await finish(id)
      const address = await one.app.listen({ port: 0, host: '127.0.0.1' })
      await new Promise<void>((resolve, reject) => {
        const call = request(`${address}/api/lotes/${id}/resultado?formato=json`, { headers: { authorization: key } })
        call.on('response', (reply) => reply.once('data', () => reply.destroy()).once('close', resolve))
        call.on('error', reject).end()
      })
      await ask(id, 'DELETE')
      assert.deepEqual(await holders(), [])
    })

    test('a result of which a piece is missing is a failure, and none of it is sent', async () => {
      const { id } = await start(fileOf(800))
      await finish(id)
      await damage(id)
      for (const formato of FORMATS) {
        const reply = await ask(`${id}/resultado?formato=${formato}`)
        assert.equal(reply.statusCode, 500, formato)
        assert.doesNotMatch(reply.body, /PERSONA/)
      }
      await ask(id, 'DELETE')
      assert.deepEqual(await holders(), [])
      assert.doesNotMatch(one.logged(), new RegExp(WORD))
    })

    test('names of columns are whole in the result, short in a record, and not in a list', async () => {
      const names = Array.from({ length: 900 }, (_, i) => `${i} ${'columna larga '.repeat(14)}`.trim())
      const rows = `${['Ana Paz', ...names.map((_, i) => i)].join(';')}\n`
      const ids: string[] = []
      for (let n = 0; n < 5; n++) ids.push((await start(`nombre;${names.join(';')}\n${rows}`)).id)
      const { columnas } = await finish(ids[0] as string)
      assert.equal(columnas.length, 901)
      assert.equal(columnas[0]?.nombre, 'nombre')
      assert.ok(JSON.stringify(columnas).length < 100_000)
      assert.ok((await ask('')).body.length < 5_000)
      const result = await ask(`${ids[0]}/resultado?formato=csv`)
      assert.ok(result.body.replace('\ufeff', '').startsWith(`nombre;${names.join(';')};resultado;`))
      for (const id of ids) await ask(id, 'DELETE')
    })

    /** Takes rows away from the middle of a result; what is left has the bytes that it should have, where that can be. */
    const damage = async (id: string): Promise<void> => {
      if (database) {
        const second = `SELECT start FROM job_files WHERE job_id = $1 AND part LIKE 'rows-%' ORDER BY start OFFSET 1 LIMIT 1`
        await database.query((sql) => sql.run(`DELETE FROM job_files WHERE job_id = $1 AND start = (${second})`, id))
        return
      }
      const folder = join(one.dataDir, 'batches', id)
      const rows = join(folder, readdirSync(folder).find((name) => name.startsWith('rows-')) as string)
      const [first = '', gone = '', ...others] = readFileSync(rows, 'utf8').split('\n')
      writeFileSync(rows, [first, '\n'.repeat(gone.length), ...others].join('\n'))
    }
  })
}
