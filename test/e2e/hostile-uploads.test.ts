import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { workbookOf } from '../../src/batches/fixtures/files.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { createKey, startServer } from '../helpers/server.ts'
import { until } from '../helpers/until.ts'

const dataDir = temporaryFolder()
const settings = { CHASQUI_DATA_DIR: dataDir, CHASQUI_TODAY: '2026-11-13' }
const server = await startServer(settings)
const keys = await Promise.all(Array.from({ length: 3 }, async () => (await createKey(settings)).key))
const [first = '', second = '', other = ''] = keys

/** Small, and takes the whole time that an upload may take. */
const text = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const worst = await workbookOf({
  sheets: {
    Hoja: `<row>${text('A1', 'Nombre')}</row><row>${text('A2', 'ANA')}</row><row>${'<c r="A3"/>'.repeat(2e7)}</row>`,
  },
})

const preview = (key: string, body: string | Buffer<ArrayBuffer>): Promise<Response> =>
  fetch(`${server.url}/api/lotes/vista?tipo=aml`, { method: 'POST', headers: { authorization: key }, body })
const uploads = (): number =>
  readdirSync(join(dataDir, 'batches'), { recursive: true }).filter((name) => /[0-9a-f-]{36}$/.test(String(name)))
    .length

test('the worst uploads of two accounts let a third one in, and end with the service', {
  timeout: 240_000,
}, async () => {
  const small = (): Promise<number> => preview(other, 'nombre\nAna Paz\n').then(({ status }) => status)
  assert.equal(await small(), 200)
  const hostile = [first, second].flatMap((key) =>
    Array.from({ length: 4 }, () => preview(key, worst as Buffer<ArrayBuffer>)),
  )
  const ended = hostile.map((reply) => reply.then(() => 'a hostile upload was answered before'))
  await until(async () => uploads() >= hostile.length)
  assert.equal(await Promise.race([small(), ...ended]), 200)

  // Never sent to its end.
  const head = `POST /api/lotes/vista?tipo=aml HTTP/1.1\r\nhost: x\r\nauthorization: ${other}\r\ncontent-length: 100\r\n\r\n`
  const unfinished = connect(server.port, '127.0.0.1').on('error', () => {})
  unfinished.write(`${head}nombre\n`)
  await until(async () => uploads() > hostile.length)
  const stopped = server.end()
  for (const reply of await Promise.all(hostile)) {
    assert.equal(reply.status, 503)
    assert.match(await reply.text(), /"codigo":"sobrecarga".*deteniendo/)
  }
  assert.equal(await stopped, 0)
  assert.equal(uploads(), 0)
})
