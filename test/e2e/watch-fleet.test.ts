import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Alert, WatchEvent } from '../../src/domain/records.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { testDatabase } from '../helpers/postgres.ts'
import { publishUnFile, publishUsFiles, type UsEntry } from '../helpers/screening-files.ts'
import { chasqui, createKey, type Settings, startServer } from '../helpers/server.ts'
import { askUntil, until } from '../helpers/until.ts'

const SUBJECTS = 600
/** One of so many comes on a list. */
const SHARE = 6
const LISTED = SUBJECTS / SHARE
const folder = temporaryFolder()
const settings: Settings = {
  CHASQUI_DATA_DIR: join(folder, 'data'),
  CHASQUI_DATABASE_URL: await testDatabase(),
  CHASQUI_US_LIST_URL: join(folder, 'us'),
  CHASQUI_UN_LIST_URL: join(folder, 'un.xml'),
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_WORKERS: '1',
  CHASQUI_WEBHOOK_PRIVATE: '1',
}
const OTHERS = Array.from({ length: 20 }, (_, i): UsEntry => {
  return { number: 100 + i, name: `INVENTADO ${i}, Otro`, kind: 'individual', program: 'SDGT' }
})
const ZENOBIO: UsEntry = { number: 7, name: 'TARQUILLO, Zenobio', kind: 'individual', program: 'SDGT' }

const publish = (entries: readonly UsEntry[], day: string): void => {
  publishUsFiles(settings.CHASQUI_US_LIST_URL as string, entries, day)
  publishUnFile(settings.CHASQUI_UN_LIST_URL as string, [['ZZi.1', 'Brunilda Yarleque']], day)
  assert.equal(chasqui(settings, 'data', 'sync', 'us', 'un').code, 0)
}

/** Who receives webhooks: each message by its id, and what it says. */
const received = new Map<string, Set<string>>()
const receiver = createServer((request, reply) => {
  let body = ''
  request.on('data', (piece) => {
    body += piece
  })
  request.on('end', () => {
    const id = String(request.headers['webhook-id'])
    received.set(id, (received.get(id) ?? new Set()).add(body))
    reply.end()
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
after(() => receiver.close())

test('of three instances on PostgreSQL one is killed while they screen: nobody is skipped, nothing is doubled or lost', async () => {
  publish(OTHERS, '2026-11-12')
  const { key } = await createKey(settings)
  const servers = await Promise.all(Array.from({ length: 3 }, () => startServer(settings)))
  const [first, ...others] = servers
  assert.ok(first && others[0])
  const ask = async <Data>(path: string, body?: string, type = 'application/json'): Promise<Data> => {
    const reply = await fetch(`${others[0]?.url}/api/${path}`, {
      headers: { authorization: key, connection: 'close', ...(body && { 'content-type': type }) },
      ...(body && { method: 'POST', body }),
    })
    assert.ok(reply.ok, await reply.clone().text())
    return ((await reply.json()) as { data: Data }).data
  }
  const rows = Array.from(
    { length: SUBJECTS },
    (_, i) => `C-${i},${i % SHARE === 0 ? 'Zenobio Tarquillo' : 'Casimiro Yupanqui'}`,
  )
  const { id } = await ask<{ id: string }>(
    'vigilados?tipoSujeto=persona',
    `referencia,nombre\n${rows.join('\n')}`,
    'text/csv',
  )
  await askUntil(
    () => ask<{ estado: string }>(`lotes/${id}`),
    ({ estado }) => estado === 'terminado',
  )
  const checked = async () => {
    const { data } = (await (
      await fetch(`${others[0]?.url}/api/health`, { headers: { authorization: key } })
    ).json()) as {
      data: { vigilancia: { pendientes: number; sujetos: number } }
    }
    return data.vigilancia
  }
  await askUntil(checked, ({ pendientes, sujetos }) => sujetos === SUBJECTS && pendientes === 0)

  await ask('avisos', JSON.stringify({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` }))
  publish([...OTHERS, ZENOBIO], '2026-11-13')
  await askUntil(
    () => ask<Alert[]>('alertas?limite=1'),
    ({ length }) => length > 0,
    5,
  )
  await first.end('SIGKILL')
  await askUntil(checked, ({ pendientes }) => pendientes === 0)
  const alerts = await ask<Alert[]>('alertas?limite=500')
  assert.deepEqual([alerts.length, new Set(alerts.map(({ sujeto }) => sujeto.id)).size], [LISTED, LISTED])
  const events: WatchEvent[] = []
  for (let desde = 0; ; desde = events.length) {
    const page = await ask<WatchEvent[]>(`eventos?limite=999&desde=${desde}`)
    events.push(...page)
    if (page.length < 999) break
  }
  assert.equal(events.filter(({ tipo }) => tipo === 'alerta.nueva').length, LISTED)
  const told = events.filter(({ tipo }) => tipo === 'alerta.nueva').map((event) => event.id)
  await until(async () => told.every((one) => received.has(one)))
  assert.ok([...received.values()].every((bodies) => bodies.size === 1))
  assert.deepEqual((await ask<{ consumo: unknown[] }>('uso')).consumo, [{ endpoint: 'vigilados', unidades: SUBJECTS }])
  for (const server of others) assert.equal(await server.end(), 0)
  assert.equal((await runInProcess(settings, 'eventos', 'verificar')).code, 0)
})
