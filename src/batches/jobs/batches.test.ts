import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openTestBatches, type TestBatches } from '../../../test/helpers/batches.ts'
import { closeAfterTests, temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { openTestDatabase, schemaOf, testDatabase } from '../../../test/helpers/postgres.ts'
import { until } from '../../../test/helpers/until.ts'
import { limaClock } from '../../domain/lima-time.ts'
import type { BatchRecord } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { silentLog } from '../../kernel/log.ts'
import type { Database } from '../../kernel/sql/database.ts'
import type { Lookups } from '../../services.ts'
import { JOBS_MIGRATIONS } from '../stored-jobs.ts'
import type { BatchJob } from './batch-job.ts'
import type { BatchCost } from './running-batch.ts'

const url = await testDatabase()
const whenDone = closeAfterTests()
const folder = temporaryFolder(whenDone)

/** Where a test holds answers up, and whether one is held. */
interface Gate {
  wait: Promise<void> | null
  isReached: boolean
  /** In place of every answer. */
  failure?: Failure | null
}

/** Answers about any name; a test may hold it up. */
const lookups = (asked: string[], gate: Gate): Lookups =>
  ({
    aml: async ({ nombre }: { nombre: string }) => {
      if (gate.wait) {
        gate.isReached = true
        await gate.wait
      }
      asked.push(nombre)
      if (gate.failure) throw gate.failure
      return { data: { query: nombre, total: 0, matches: [], listasActualizadas: '' }, origins: [], maxAgeSeconds: 0 }
    },
  }) as unknown as Lookups

/** An account with so many units, by the rules of the store. */
const accountOf = (first: number) => {
  let quota = first
  const charged = new Map<string, number>()
  const used = () => [...charged.values()].reduce((sum, units) => sum + units, 0)
  const revoked = new Set<string>()
  return {
    used,
    revoked,
    give: (units: number) => {
      quota += units
    },
    hasKeyEnded: (keyId: string) => revoked.has(keyId),
    chargeJob: async ({ jobId, total, lowers }: BatchCost) => {
      const before = charged.get(jobId) ?? 0
      const change = total >= before ? Math.min(total - before, quota - used()) : lowers ? total - before : 0
      charged.set(jobId, before + change)
      return before + change
    },
  }
}

const ENGINES: Record<string, (name: string) => Promise<Database | null>> = {
  sqlite: async () => null,
  postgres: async (name) => {
    const database = await openTestDatabase(url, schemaOf(name), { jobs: JOBS_MIGRATIONS })
    whenDone(() => database.close())
    return database
  },
}

let rooms = 0
for (const [engine, openDatabase] of Object.entries(ENGINES)) {
  describe(`batches on ${engine}`, async () => {
    let nowMs = Date.parse('2026-11-13T12:00:00-05:00')
    const clock = limaClock('2026-11-13', { now: () => nowMs })
    const room = async (options: { quota?: number; rows?: number } = {}) => {
      const name = `batches-${engine}-${++rooms}`
      const database = await openDatabase(name)
      const account = accountOf(options.quota ?? 1_000_000)
      const asked: string[] = []
      const gate: Gate = { wait: null, isReached: false }
      // Instances of a fleet have folders of their own.
      const open = async (instance = 1): Promise<TestBatches> => {
        const dataDir = join(folder, database ? `${name}-${instance}` : name)
        mkdirSync(dataDir, { recursive: true })
        const batches = await openTestBatches({
          ...{ dataDir, database, clock, log: silentLog(), accounts: account, lookups: lookups(asked, gate) },
          limits: { rows: options.rows ?? 10_000 },
        })
        whenDone(() => batches.stop())
        return batches
      }
      return { account, asked, gate, open, dataDir: join(folder, name), database }
    }
    const owner = { accountId: 'acc', keyId: 'key' }
    const upload = (batches: TestBatches, text: string): string => {
      const path = batches.store.work.newFile()
      writeFileSync(path, text, { mode: 0o600 })
      assert.ok(path.startsWith(batches.uploads.folder))
      return path
    }
    const create = (batches: TestBatches, text: string, of = owner): Promise<BatchRecord> =>
      batches.requests.createBatch({ upload: { path: upload(batches, text), tipo: 'aml', named: {} }, owner: of })
    const namesOf = (count: number): string =>
      `nombre\n${Array.from({ length: count }, (_, i) => `PERSONA ${i}`).join('\n')}\n`
    const find = (batches: TestBatches, id: string, accountId = 'acc') => batches.requests.findBatch({ accountId, id })
    const end = async (batches: TestBatches, id: string, state = 'terminado'): Promise<BatchRecord> => {
      await until(async () => (await find(batches, id)).estado === state)
      return find(batches, id)
    }
    const resultOf = async (batches: TestBatches, id: string): Promise<Record<string, string>[]> =>
      JSON.parse(readFileSync(await batches.requests.batchResult({ accountId: 'acc', id, format: 'json' }), 'utf8'))

    /** The names of a batch's files. */
    const keptOf = async (id: string, dataDir: string, database: Database | null): Promise<string[]> => {
      const path = join(dataDir, 'batches', id)
      if (!database) return existsSync(path) ? readdirSync(path).sort() : []
      const parts = await database.all<{ part: string }>(
        'SELECT DISTINCT part FROM job_files WHERE job_id = $1 ORDER BY part',
        id,
      )
      return parts.map(({ part }) => part)
    }

    test('every row is in the result once, in order, and is charged once', async () => {
      const { open, account } = await room()
      const batches = await open()
      const { id, estado, filas } = await create(batches, namesOf(1_234))
      assert.deepEqual([estado, filas], ['en_cola', 1_234])
      const done = await end(batches, id)
      assert.deepEqual([done.procesadas, done.conCoincidencia, done.noRevisadas], [1_234, 0, 0])
      const rows = await resultOf(batches, id)
      assert.deepEqual(
        rows.map(({ nombre }) => nombre),
        Array.from({ length: 1_234 }, (_, i) => `PERSONA ${i}`),
      )
      assert.equal(account.used(), 1_234)
    })

    test('when the units are spent in the middle the rest is told apart, and nothing more is charged', async () => {
      const { open, account, asked } = await room({ quota: 700 })
      const batches = await open()
      const { id } = await create(batches, namesOf(2_000))
      const done = await end(batches, id)
      assert.deepEqual([done.procesadas, done.noRevisadas], [2_000, 1_300])
      const rows = await resultOf(batches, id)
      assert.equal(rows.filter(({ resultado }) => resultado === 'sin_coincidencias').length, 700)
      assert.ok(
        rows.slice(700).every(({ resultado, motivo }) => resultado === 'no_revisado' && /cuota/.test(motivo as string)),
      )
      assert.equal(account.used(), 700)
      assert.ok(asked.length <= 1_000)
    })

    const goOn = (batches: TestBatches, id: string, keyId = 'key') =>
      batches.requests.continueBatch({ accountId: 'acc', id, keyId })

    test('what was not checked is asked about again in the same batch, and only that is charged', async () => {
      const { account, asked, open, dataDir, database } = await room({ quota: 700 })
      const batches = await open()
      const { id } = await create(batches, `${namesOf(1_000)}#N/A\n`)
      const stopped = await end(batches, id)
      assert.deepEqual([stopped.noRevisadas, stopped.pendientes, stopped.detenidoPor], [301, 301, 'cuota'])
      account.give(200)
      assert.notEqual((await goOn(batches, id)).estado, 'cancelado')
      const second = await end(batches, id)
      assert.deepEqual(
        [second.noRevisadas, second.pendientes, second.detenidoPor, account.used()],
        [101, 101, 'cuota', 900],
      )
      account.give(1_000)
      await goOn(batches, id)
      const third = await end(batches, id)
      assert.deepEqual([third.noRevisadas, third.pendientes, third.detenidoPor, account.used()], [1, 0, null, 1_000])
      const rows = await resultOf(batches, id)
      assert.deepEqual(
        rows.slice(0, -1).map(({ nombre, resultado }) => `${nombre} ${resultado}`),
        Array.from({ length: 1_000 }, (_, i) => `PERSONA ${i} sin_coincidencias`),
      )
      assert.match(String(rows.at(-1)?.motivo), /#N\/A/)
      assert.equal(new Set(asked).size, 1_000)
      // A row without a fault of its own is not there any more: the same row is refused for the same reason.
      await goOn(batches, id)
      assert.deepEqual([(await end(batches, id)).noRevisadas, account.used()], [1, 1_000])
      // The earlier result goes after the new one is noted.
      await until(
        async () => (await keptOf(id, dataDir, database)).filter((name) => name.startsWith('rows-')).length === 1,
      )
    })

    test('rows that a list was to blame for are asked about again; a batch without any stays as it is', async () => {
      const { account, asked, gate, open } = await room()
      const batches = await open()
      gate.failure = new Failure('dataset-unavailable', 'La lista no está cargada')
      const { id } = await create(batches, namesOf(3))
      const failed = await end(batches, id)
      assert.deepEqual([failed.noRevisadas, failed.pendientes, failed.detenidoPor], [3, 3, null])
      gate.failure = null
      await goOn(batches, id)
      assert.deepEqual([(await end(batches, id)).noRevisadas, account.used()], [0, 3])
      const before = asked.length
      assert.equal((await goOn(batches, id)).estado, 'terminado')
      assert.equal(asked.length, before)
      await assert.rejects(batches.requests.continueBatch({ accountId: 'other', id, keyId: 'key' }), {
        kind: 'not-found',
      })
    })

    test('a batch that goes on elsewhere in the middle of it has every row once', async () => {
      const { account, asked, gate, open } = await room({ quota: 100 })
      const first = await open(1)
      const { id } = await create(first, namesOf(1_000))
      await end(first, id)
      account.give(2_000)
      await goOn(first, id)
      await until(async () => asked.length > 400)
      await first.stop()
      const second = await open(2)
      gate.wait = null
      const done = await end(second, id)
      assert.deepEqual([done.noRevisadas, done.procesadas, account.used()], [0, 1_000, 1_000])
      assert.deepEqual(
        (await resultOf(second, id)).map(({ nombre }) => nombre),
        Array.from({ length: 1_000 }, (_, i) => `PERSONA ${i}`),
      )
    })

    test('when the key that goes on is revoked the batch is what it was, and nothing more is charged', async () => {
      const { account, asked, open } = await room({ quota: 100 })
      const batches = await open()
      const { id } = await create(batches, namesOf(5_000))
      await end(batches, id)
      account.give(10_000)
      await goOn(batches, id, 'other key')
      await until(async () => asked.length > 800)
      account.revoked.add('other key')
      const done = await end(batches, id)
      assert.deepEqual([done.procesadas, done.noRevisadas, account.used()], [5_000, 4_900, 100])
      const rows = await resultOf(batches, id)
      assert.equal(rows.filter(({ resultado }) => resultado === 'sin_coincidencias').length, 100)
      await goOn(batches, id)
      assert.deepEqual([(await end(batches, id)).noRevisadas, account.used()], [0, 5_000])
    })

    test('an instance that stops gives its batch back; another goes on from there', async () => {
      const { open, account, asked, gate } = await room()
      const one = await open(1)
      const held = Promise.withResolvers<void>()
      const { id } = await create(one, namesOf(3_000))
      await until(async () => (await find(one, id)).procesadas > 0)
      gate.wait = held.promise
      const stopping = one.stop()
      gate.wait = null
      held.resolve()
      await stopping
      const before = asked.length
      const two = await open(2)
      const done = await end(two, id)
      assert.equal(done.procesadas, 3_000)
      const rows = await resultOf(two, id)
      assert.deepEqual(
        rows.map(({ nombre }) => nombre),
        Array.from({ length: 3_000 }, (_, i) => `PERSONA ${i}`),
      )
      assert.equal(account.used(), 3_000)
      assert.ok(before > 0 && asked.length < 3_000 + 600)
    })

    test('a batch that is taken up again and again has one copy of its result', async () => {
      const { open, dataDir, database } = await room()
      let batches = await open()
      const { id } = await create(batches, namesOf(2_000))
      for (let seen = 0, more = 0; more < 3; more++) {
        await until(async () => (await find(batches, id)).procesadas > seen)
        seen = (await find(batches, id)).procesadas
        await batches.stop()
        batches = await open()
      }
      await end(batches, id)
      assert.equal((await resultOf(batches, id)).length, 2_000)
      const kept = await keptOf(id, dataDir, database)
      assert.deepEqual(
        kept.map((name) => name.slice(0, 5)),
        ['colum', 'rows-', 'uploa'],
      )
    })

    test('an instance that lost its batch without knowing it changes neither result nor charge', async () => {
      const { open, account, gate } = await room()
      const one = await open(1)
      const held = Promise.withResolvers<void>()
      const { id } = await create(one, namesOf(2_000))
      await until(async () => (await find(one, id)).procesadas > 0)
      gate.wait = held.promise
      await until(async () => gate.isReached)
      // Silent for longer than it may be.
      nowMs += 60_000
      const two = await open(2)
      gate.wait = null
      two.requests.listBatches('acc')
      const done = await end(two, id)
      held.resolve()
      await one.stop()
      assert.equal(done.procesadas, 2_000)
      assert.deepEqual(
        (await resultOf(two, id)).map(({ nombre }) => nombre),
        Array.from({ length: 2_000 }, (_, i) => `PERSONA ${i}`),
      )
      assert.equal(account.used(), 2_000)
    })

    test('an upload that is not whole is not read, and leaves no copy', async () => {
      const { open } = await room()
      const batches = await open()
      const { id } = await create(batches, namesOf(3))
      await end(batches, id)
      const { files, jobs } = batches.store
      const { bytes = 0 } = ((await jobs.find('acc', id)) as BatchJob).task
      for (const other of [bytes - 1, bytes + 1]) await assert.rejects(files.upload(id, other), /not whole/)
      const { path, drop } = await files.upload(id, bytes)
      assert.match(readFileSync(path, 'utf8'), /PERSONA 0[\s\S]*PERSONA 2/)
      await drop()
      // The runner may still be letting go of its own.
      await until(async () => readdirSync(batches.uploads.folder).every((name) => name.startsWith('lock')))
    })

    test('batches of several accounts take turns', async () => {
      const { open } = await room()
      const batches = await open()
      const long = await create(batches, namesOf(8_000))
      const short = await create(batches, namesOf(10), { accountId: 'other', keyId: 'key-2' })
      await until(async () => (await find(batches, short.id, 'other')).estado === 'terminado')
      assert.equal((await find(batches, long.id)).estado, 'procesando')
      await batches.requests.removeBatch({ accountId: 'acc', id: long.id })
    })

    test('a batch of another account is not there', async () => {
      const { open } = await room()
      const batches = await open()
      const { id } = await create(batches, namesOf(1))
      await end(batches, id)
      const other = { accountId: 'other', id }
      await assert.rejects(batches.requests.findBatch(other), { kind: 'not-found' })
      await assert.rejects(batches.requests.batchResult({ ...other, format: 'csv' }), { kind: 'not-found' })
      await assert.rejects(batches.requests.removeBatch(other), { kind: 'not-found' })
      assert.deepEqual(await batches.requests.listBatches('other'), [])
      assert.equal((await find(batches, id)).estado, 'terminado')
    })

    test('what is removed stops, is erased at once and is not there any more', async () => {
      const { open, gate, dataDir, database } = await room()
      const batches = await open()
      const held = Promise.withResolvers<void>()
      gate.wait = held.promise
      const { id } = await create(batches, namesOf(5_000))
      await until(async () => (await find(batches, id)).estado === 'procesando')
      const removing = batches.requests.removeBatch({ accountId: 'acc', id })
      await until(async () =>
        find(batches, id).then(
          () => false,
          ({ kind }) => kind === 'not-found',
        ),
      )
      gate.wait = null
      held.resolve()
      assert.equal((await removing).estado, 'cancelado')
      await batches.stop()
      assert.deepEqual(await keptOf(id, dataDir, database), [])
    })

    test('a batch whose key is revoked is cancelled, and nothing that stood in its file is kept', async () => {
      const { open, account, gate, dataDir, database } = await room()
      const batches = await open()
      const held = Promise.withResolvers<void>()
      gate.wait = held.promise
      const { id } = await create(batches, namesOf(3_000).replace('nombre', 'cliente'))
      account.revoked.add('key')
      gate.wait = null
      held.resolve()
      const { estado, filas, columnas } = await end(batches, id, 'cancelado')
      assert.deepEqual([estado, filas, columnas], ['cancelado', 3_000, []])
      assert.deepEqual(await keptOf(id, dataDir, database), [])
      await assert.rejects(batches.requests.batchResult({ accountId: 'acc', id, format: 'csv' }), {
        kind: 'unfinished',
      })
    })

    test('expired batches are not there, and their files are erased by the next start', async () => {
      const { open, dataDir, database } = await room()
      const batches = await open()
      const { id } = await create(batches, namesOf(2))
      await end(batches, id)
      nowMs += 24 * 3_600_000
      await assert.rejects(find(batches, id), { kind: 'not-found' })
      await batches.stop()
      const next = await open()
      await until(async () => (await next.store.jobs.list('acc')).length === 0)
      await until(async () =>
        database
          ? (await database.all('SELECT 1 FROM job_files')).length === 0
          : readdirSync(join(dataDir, 'batches')).every((one) => one.startsWith('work-')),
      )
    })

    test('an account keeps twenty batches at most', async () => {
      const { open } = await room()
      const batches = await open()
      for (let i = 0; i < 20; i++) await create(batches, namesOf(1))
      await assert.rejects(create(batches, namesOf(1)), { kind: 'rate-limited' })
      assert.equal((await create(batches, namesOf(1), { accountId: 'other', keyId: 'k' })).filas, 1)
    })

    test('a file with more rows than allowed is refused, and nothing of it is kept', async () => {
      const { open } = await room({ rows: 10 })
      const batches = await open()
      await assert.rejects(create(batches, namesOf(11)), { kind: 'file-too-large' })
      assert.ok(readdirSync(batches.uploads.folder).every((name) => name.startsWith('lock')))
      assert.equal((await create(batches, namesOf(10))).filas, 10)
    })

    if (engine === 'postgres') {
      test('an erasure waits until the instance that works on the batch has let go of its copy', async () => {
        const { open, gate } = await room()
        const one = await open(1)
        const held = Promise.withResolvers<void>()
        gate.wait = held.promise
        const { id } = await create(one, namesOf(600))
        await until(async () => gate.isReached)
        const copies = (): string[] => readdirSync(one.uploads.folder).filter((name) => !name.startsWith('lock'))
        assert.equal(copies().length, 1)
        const two = await open(2)
        const removing = two.requests.removeBatch({ accountId: 'acc', id })
        await until(async () =>
          find(one, id).then(
            () => false,
            () => true,
          ),
        )
        gate.wait = null
        held.resolve()
        await removing
        assert.deepEqual(copies(), [])
      })

      test('an instance without the upload takes it from the database, and any instance sends the result', async () => {
        const { open, gate } = await room()
        const one = await open(1)
        const held = Promise.withResolvers<void>()
        gate.wait = held.promise
        const { id } = await create(one, namesOf(600))
        gate.wait = null
        held.resolve()
        const two = await open(2)
        await end(two, id)
        assert.equal((await resultOf(one, id)).length, 600)
        assert.equal((await resultOf(two, id)).length, 600)
      })
    }

    if (engine === 'sqlite') {
      test('files are readable by their owner alone', async () => {
        const { open, dataDir } = await room()
        const batches = await open()
        const { id } = await create(batches, namesOf(3))
        await end(batches, id)
        const root = join(dataDir, 'batches')
        const modes = (path: string): number[] => [
          statSync(path).mode & 0o077,
          ...(statSync(path).isDirectory() ? readdirSync(path).flatMap((one) => modes(join(path, one))) : []),
        ]
        assert.ok(readdirSync(join(root, id)).length >= 2)
        assert.ok([statSync(root).mode & 0o077, ...modes(join(root, id))].every((mode) => mode === 0))
      })
    }
  })
}
