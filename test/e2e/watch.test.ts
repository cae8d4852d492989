import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Alert, WatchEvent } from '../../src/domain/records.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { publishUnFile, publishUsFiles, type UsEntry } from '../helpers/screening-files.ts'
import { chasqui, createKey, type RunningServer, startServer } from '../helpers/server.ts'
import { askUntil } from '../helpers/until.ts'

const SUBJECTS = 60
const folder = temporaryFolder()
const settings = {
  CHASQUI_DATA_DIR: join(folder, 'data'),
  CHASQUI_US_LIST_URL: join(folder, 'us'),
  CHASQUI_UN_LIST_URL: join(folder, 'un.xml'),
  CHASQUI_DATASET_FLOOR: '1',
  CHASQUI_WORKERS: '2',
}
const OTHERS = Array.from({ length: 20 }, (_, i): UsEntry => {
  return { number: 100 + i, name: `INVENTADO ${i}, Otro`, kind: 'individual', program: 'SDGT' }
})
const ZENOBIO: UsEntry = { number: 7, name: 'TARQUILLO, Zenobio', kind: 'individual', program: 'SDGT' }

const publish = (entries: readonly UsEntry[], day: string): void => {
  publishUsFiles(settings.CHASQUI_US_LIST_URL, entries, day)
  publishUnFile(settings.CHASQUI_UN_LIST_URL, [['ZZi.1', 'Brunilda Yarleque']], day)
  assert.equal(chasqui(settings, 'data', 'sync', 'us', 'un').code, 0)
}

test('a server that is killed while it screens: every subject is alerted once, and every unit charged once', async () => {
  publish(OTHERS, '2026-11-12')
  const { key } = await createKey(settings, '--persona', 'Rosa')
  let server = await startServer(settings)
  const ask = async <Data>(path: string, body?: object): Promise<Data> => {
    const reply = await fetch(`${server.url}/api/${path}`, {
      headers: { authorization: key, connection: 'close', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    assert.equal(reply.status, 200, await reply.clone().text())
    return ((await reply.json()) as { data: Data }).data
  }
  for (let i = 0; i < SUBJECTS; i++)
    await ask('vigilados', {
      referencia: `C-${i}`,
      tipo: 'persona',
      nombre: 'Zenobio Tarquillo',
      documento: '45871236',
    })
  publish([...OTHERS, ZENOBIO], '2026-11-13')
  const alerts = () => ask<Alert[]>('alertas?limite=500')
  const kill = async (one: RunningServer): Promise<void> => {
    await one.end('SIGKILL')
    server = await startServer(settings)
  }
  await askUntil(alerts, ({ length }) => length > 0, 5)
  await kill(server)
  const found = await askUntil(alerts, ({ length }) => length === SUBJECTS)
  assert.deepEqual(new Set(found.map(({ sujeto }) => sujeto.id)).size, SUBJECTS)
  const events = await ask<WatchEvent[]>('eventos?limite=999')
  assert.equal(events.filter(({ tipo }) => tipo === 'alerta.nueva').length, SUBJECTS)
  const { consumo } = await ask<{ consumo: unknown[] }>('uso')
  assert.deepEqual(consumo, [{ endpoint: 'vigilados', unidades: SUBJECTS }])
  assert.equal(await server.end(), 0)
  assert.equal((await runInProcess(settings, 'eventos', 'verificar')).code, 0)
  const holders = readdirSync(settings.CHASQUI_DATA_DIR, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(settings.CHASQUI_DATA_DIR, name)).isFile())
    .filter((name) => readFileSync(join(settings.CHASQUI_DATA_DIR, name)).includes('45871236'))
  assert.deepEqual([holders, server.output().includes('45871236')], [[], false])
})
