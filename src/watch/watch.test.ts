import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { openTestDatabase, schemaOf, testDatabase } from '../../test/helpers/postgres.ts'
import { until } from '../../test/helpers/until.ts'
import { listedParty, openTestWatch, type TestWatch, WatchedLists } from '../../test/helpers/watched-world.ts'
import type { Alert } from '../domain/records.ts'
import type { Database } from '../kernel/sql/database.ts'
import { setFourEyes } from './store/accounts.ts'
import { WATCH_MIGRATIONS } from './store/migrations.ts'
import { openFolderWatch } from './store/open-store.ts'

const url = await testDatabase()
const folder = temporaryFolder()
const closing: (() => unknown)[] = []
after(async () => {
  for (const close of closing.reverse()) await close()
})

const ENGINES: Record<string, (name: string) => Promise<Database>> = {
  sqlite: (name) => openFolderWatch(`${folder}/${name}`),
  postgres: (name) => openTestDatabase(url, schemaOf(name), { watch: WATCH_MIGRATIONS }),
}

const ZENOBIO = listedParty('US', '7', ['ZENOBIO TARQUILLO HUANCA'], { births: ['20 Jan 1960'] })
const REASONS = { descartada: 'otro_nacimiento', confirmada: 'verificado_con_cliente' } as const

let tests = 0
for (const [engine, open] of Object.entries(ENGINES)) {
  describe(`the watch on ${engine}`, () => {
    let database: Database
    let lists: WatchedLists
    let watch: TestWatch
    let today: string
    const clock = { now: () => Date.now(), limaDate: () => today, untilLimaMidnightMs: () => 1 }
    const start = (options: { units?: () => number } = {}): TestWatch => {
      const started = openTestWatch({ database, lists, clock, ...options })
      closing.push(() => started.stop())
      return started
    }
    const alerts = (estado?: Alert['estado']) =>
      watch.requests.listAlerts({ accountId: 'acc', most: 100, ...(estado && { estado }) })
    const onlyAlert = async (): Promise<Alert> => {
      const all = await alerts()
      assert.equal(all.length, 1)
      return all[0] as Alert
    }
    const decide = async (decision: keyof typeof REASONS, persona = 'Rosa', more: { venceEl?: string } = {}) =>
      watch.requests.decideAlert({
        ...{ accountId: 'acc', id: (await onlyAlert()).id, persona },
        query: { decision, motivo: REASONS[decision], nota: 'visto', ...more },
      })
    const eventKinds = async (): Promise<string[]> =>
      (await watch.requests.listEvents({ accountId: 'acc', most: 100 })).map(({ tipo }) => tipo)
    const publish = async (...parties: Parameters<WatchedLists['publish']>[0]): Promise<void> => {
      lists.publish(parties)
      await watch.settled()
    }

    beforeEach(async () => {
      today = '2026-11-15'
      const name = `${engine}-${++tests}`
      database = await open(name)
      if (engine === 'sqlite') closing.push(() => database.close())
      lists = new WatchedLists()
      watch = start()
    })

    test('who comes on a list is alerted once, and the proof that nothing was there before is kept', async () => {
      const id = await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await watch.settled()
      assert.deepEqual(await alerts(), [])
      await publish(ZENOBIO)
      const alert = await onlyAlert()
      assert.deepEqual(
        [alert.sujeto.id, alert.clase, alert.estado, alert.causa, alert.parte.nombre, alert.comparacion?.coincidencia],
        [id, 'lista', 'abierta', 'nueva', 'ZENOBIO TARQUILLO HUANCA', 'exacto'],
      )
      assert.ok(alert.comparacion?.motivos.length)
      await publish(ZENOBIO)
      assert.deepEqual(await eventKinds(), [
        ...['sujeto.alta', 'revision', 'ronda.terminada', 'revision', 'alerta.nueva', 'ronda.terminada'],
        'ronda.terminada',
      ])
      const [, clean] = await watch.requests.listEvents({ accountId: 'acc', most: 2 })
      assert.equal(clean?.resultado, 'sin_coincidencias')
      const subject = await watch.requests.findSubject({ accountId: 'acc', id })
      assert.equal(subject.alertasAbiertas, 1)
      assert.equal(subject.sinRevisarDesde, null)
      assert.deepEqual(Object.keys(subject.ediciones ?? {}), ['us', 'un'])
    })

    test('a dismissal stays quiet until a fact that tells who it is changes', async () => {
      await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await publish(ZENOBIO)
      const decided = await decide('descartada')
      assert.deepEqual([decided.estado, decided.venceEl], ['descartada', '2027-11-15'])
      assert.equal(decided.decisiones[0]?.visto.parte.nombre, 'ZENOBIO TARQUILLO HUANCA')
      assert.deepEqual(decided.decisiones[0]?.visto.ediciones, { us: '0003', un: '0004' })
      const remarked = { ...ZENOBIO, record: { ...ZENOBIO.record, remarks: 'otra', addresses: ['Lima'] } }
      await publish(remarked as typeof ZENOBIO)
      assert.deepEqual([(await onlyAlert()).estado, (await onlyAlert()).suprimidas], ['descartada', 1])
      await publish(listedParty('US', '7', ['ZENOBIO TARQUILLO HUANCA'], { births: ['20 Jan 1960', '1961'] }))
      const opened = await onlyAlert()
      assert.deepEqual([opened.estado, opened.causa], ['abierta', 'cambiada'])
      assert.deepEqual(opened.cambios, [
        { campo: 'nacimientos', antes: ['20 Jan 1960'], ahora: ['1961', '20 Jan 1960'] },
      ])
      assert.deepEqual(
        opened.decisiones.map(({ estado }) => estado),
        ['reemplazada'],
      )
    })

    test('a party that leaves is withdrawn, and is for a person again when it returns', async () => {
      await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await publish(ZENOBIO)
      await decide('confirmada')
      await publish()
      const left = await onlyAlert()
      assert.deepEqual([left.estado, left.cambios[0]?.campo, left.decisiones.length], ['retirada', 'lista', 1])
      await assert.rejects(decide('descartada'), { kind: 'invalid-input', campo: 'decision' })
      await publish(ZENOBIO)
      assert.deepEqual([(await onlyAlert()).estado, (await onlyAlert()).causa], ['abierta', 'reabierta'])
    })

    test('a dismissal outlives that the party leaves and returns, and an entry that is renumbered', async () => {
      await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await publish(ZENOBIO)
      await decide('descartada')
      await publish()
      assert.equal((await onlyAlert()).estado, 'retirada')
      await publish(ZENOBIO)
      assert.equal((await onlyAlert()).estado, 'descartada')
      await publish({ ...ZENOBIO, referencia: '70007' })
      assert.deepEqual(
        [(await onlyAlert()).estado, (await onlyAlert()).parte.entradas[0]?.referencia],
        ['descartada', '70007'],
      )
    })

    test('a dismissal expires, and another subject under the same reference opens it', async () => {
      const facts = { referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' }
      await watch.put(facts)
      await publish(ZENOBIO)
      await decide('descartada', 'Rosa', { venceEl: '2026-11-20' })
      today = '2026-11-21'
      await until(async () => (await onlyAlert()).estado === 'abierta')
      assert.equal((await onlyAlert()).causa, 'vencida')
      await decide('descartada')
      await watch.put({ ...facts, pais: 'PE' })
      await until(async () => (await onlyAlert()).estado === 'abierta')
      assert.deepEqual(
        (await onlyAlert()).cambios.map(({ campo }) => campo),
        ['sujeto'],
      )
      assert.equal((await watch.requests.listSubjects({ accountId: 'acc', most: 10 })).length, 1)
    })

    test('four eyes: a decision takes effect when another person repeats it', async () => {
      await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await publish(ZENOBIO)
      await setFourEyes(database, 'acc', 'descartes')
      assert.equal((await decide('descartada', 'Rosa')).estado, 'abierta')
      await assert.rejects(decide('descartada', 'Rosa'), { kind: 'forbidden' })
      const decided = await decide('descartada', 'Julio')
      assert.equal(decided.estado, 'descartada')
      assert.deepEqual(
        decided.decisiones.map(({ estado, persona, confirma }) => [estado, persona, confirma]),
        [
          ['reemplazada', 'Rosa', undefined],
          ['vigente', 'Julio', 'Rosa'],
        ],
      )
      assert.deepEqual((await eventKinds()).slice(-2), ['alerta.propuesta', 'alerta.decidida'])
      await assert.rejects(
        watch.requests.decideAlert({
          accountId: 'acc',
          id: decided.id,
          persona: null,
          query: { decision: 'escalada', motivo: 'otro', nota: 'x' },
        }),
        { kind: 'forbidden' },
      )
    })

    test('a watched RUC that is struck off is an alert of the register', async () => {
      const ruc = '20000000125'
      lists.taxpayers.set(ruc, { estado: 'ACTIVO', condicion: 'HABIDO' })
      await watch.put({ referencia: 'P-1', tipo: 'empresa', nombre: 'Inventada S.A.C.', ruc })
      await publish()
      assert.deepEqual(await alerts(), [])
      lists.taxpayers.set(ruc, { estado: 'BAJA', condicion: 'HABIDO' })
      lists.sanctions.set(ruc, ['0001-2026'])
      await publish()
      const alert = await onlyAlert()
      assert.deepEqual(
        [alert.clase, alert.comparacion, alert.parte.registro],
        [
          'registro',
          null,
          {
            ...{ ruc, estado: 'BAJA', condicion: 'HABIDO', sanciones: ['0001-2026 (DEFINITIVO)'] },
            sinCapacidadOperativa: 'sin_datos',
          },
        ],
      )
      lists.taxpayers.delete(ruc)
      lists.publish([])
      const id = alert.sujeto.id
      await until(
        async () => (await watch.requests.findSubject({ accountId: 'acc', id })).motivoSinRevisar === 'registro',
      )
      assert.equal((await onlyAlert()).estado, 'abierta')
    })

    test('a party on two lists is one alert, also when it leaves one of them', async () => {
      await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      const other = listedParty('UN', 'QDi.7', ['ZENOBIO TARQUILLO HUANCA'], { births: ['20 Jan 1960'] })
      await publish(ZENOBIO)
      await decide('descartada')
      await publish(ZENOBIO, other)
      const both = await onlyAlert()
      assert.deepEqual(
        [both.estado, both.parte.entradas.map(({ fuente, referencia }) => `${fuente}:${referencia}`).sort()],
        ['descartada', ['UN:QDi.7', 'US:7']],
      )
      await publish(other)
      assert.equal((await onlyAlert()).estado, 'descartada')
      const namesake = listedParty('UN', 'QDi.8', ['ZENOBIO TARQUILLO HUANCA'], { births: ['3 Mar 1999'] })
      await publish(other, namesake)
      assert.equal((await alerts()).length, 2)
    })

    test('sanctions begin and end at midnight, and who has no operating capacity is told until somebody knows better', async () => {
      const ruc = '20000000125'
      lists.taxpayers.set(ruc, { estado: 'ACTIVO', condicion: 'HABIDO' })
      lists.ssco.set(ruc, 'no')
      const id = await watch.put({ referencia: 'P-1', tipo: 'empresa', nombre: 'Inventada S.A.C.', ruc })
      await publish()
      assert.deepEqual(await alerts(), [])
      lists.sanctions.set(ruc, ['0001-2026'])
      today = '2026-11-16'
      await until(async () => (await alerts('abierta')).length === 1)
      lists.sanctions.delete(ruc)
      today = '2026-11-17'
      await until(async () => (await alerts('retirada')).length === 1)
      lists.ssco.set(ruc, 'si')
      await publish()
      const alert = await onlyAlert()
      assert.deepEqual([alert.estado, alert.parte.registro?.sinCapacidadOperativa], ['abierta', 'si'])
      lists.ssco.delete(ruc)
      await publish()
      assert.equal((await onlyAlert()).estado, 'abierta')
      lists.ssco.set(ruc, 'no')
      await publish()
      assert.equal((await onlyAlert()).estado, 'retirada')
      assert.equal((await watch.requests.findSubject({ accountId: 'acc', id })).sinRevisarDesde, null)
    })

    test('a list that a subject names and that is not loaded leaves that subject unchecked, and nobody else', async () => {
      const id = await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca', listas: ['US', 'UE'] })
      const other = await watch.put({ referencia: 'C-2', nombre: 'Zenobio Tarquillo Huanca', listas: ['UN'] })
      await watch.put({ referencia: 'C-3', nombre: 'Zenobio Tarquillo Huanca' })
      lists.publish([ZENOBIO])
      const find = (one: string) => watch.requests.findSubject({ accountId: 'acc', id: one })
      await until(async () => (await find(id)).motivoSinRevisar === 'listas')
      assert.deepEqual([(await find(id)).revisado, (await find(id)).sinRevisarDesde !== null], [null, true])
      await until(async () => (await alerts()).length === 1)
      assert.deepEqual([(await find(other)).alertasAbiertas, (await find(other)).motivoSinRevisar], [0, null])
    })

    test('without units a subject stays, unchecked, and says so; each month costs one', async () => {
      await watch.stop()
      let units = 1
      watch = start({ units: () => units })
      const first = await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await watch.settled()
      const second = await watch.put({ referencia: 'C-2', nombre: 'Zenobio Tarquillo Huanca' })
      const find = (id: string) => watch.requests.findSubject({ accountId: 'acc', id })
      await until(async () => (await find(second)).sinRevisarDesde !== null)
      assert.deepEqual([(await find(second)).revisado, (await find(second)).motivoSinRevisar], [null, 'cuota'])
      assert.equal((await find(first)).sinRevisarDesde, null)
      const cost = () =>
        database.get<{ units: number }>('SELECT cost_month AS month, cost_units AS units FROM watch_accounts')
      assert.deepEqual({ ...(await cost()) }, { month: '2026-11', units: 1 })
      assert.equal((await watch.activity()).pendientes, 1)
      units = 2
      today = '2026-12-01'
      await database.run('UPDATE watch_subjects SET retry_at = 0')
      await until(async () => (await find(second)).revisado !== null && (await cost())?.units === 2)
      assert.deepEqual({ ...(await cost()) }, { month: '2026-12', units: 2 })
    })

    test('several instances screen every subject once, and one that is behind goes back to nothing', async () => {
      const behind = new WatchedLists()
      const others = [start(), start()]
      const late = openTestWatch({ database, lists: behind, clock })
      closing.push(() => late.stop())
      for (let i = 0; i < 150; i++)
        await watch.put({ referencia: `C-${i}`, nombre: 'Zenobio Tarquillo Huanca' }, `acc-${i % 3}`)
      await publish(ZENOBIO)
      await Promise.all(others.map((other) => other.settled()))
      const found = await database.all<{ n: number }>('SELECT count(*) AS n FROM watch_alerts GROUP BY subject_id')
      assert.deepEqual([found.length, found.every(({ n }) => n === 1)], [150, true])
      const events = await watch.requests.listEvents({ accountId: 'acc-0', most: 1_000 })
      assert.equal(events.filter(({ tipo }) => tipo === 'alerta.nueva').length, 50)
      assert.equal(events.filter(({ tipo }) => tipo === 'alerta.retirada').length, 0)
    })

    test('an erased subject is gone with its alerts, and the events stay whole', async () => {
      const id = await watch.put({ referencia: 'C-1', nombre: 'Zenobio Tarquillo Huanca' })
      await publish(ZENOBIO)
      const alert = await onlyAlert()
      await watch.requests.removeSubject({ accountId: 'acc', id })
      const { findSubject, findAlert, removeSubject } = watch.requests
      await assert.rejects(findSubject({ accountId: 'acc', id }), { kind: 'not-found' })
      await assert.rejects(findAlert({ accountId: 'acc', id: alert.id }), { kind: 'not-found' })
      await assert.rejects(removeSubject({ accountId: 'acc', id }), { kind: 'not-found' })
      assert.deepEqual(await alerts(), [])
      assert.equal((await eventKinds()).at(-1), 'sujeto.borrado')
    })
  })
}
