import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { PretendReply, PretendRequest } from '../../sandbox/upstream.ts'
import { procurementList } from '../../sandbox/upstreams/procurement-list.ts'
import { parseExport } from '../../src/datasets/procurement-sanctions/parse.ts'
import { hasValidCheckDigit } from '../../src/domain/ruc.ts'

const folder = mkdtempSync(join(tmpdir(), 'chasqui-pretend-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const asked = new URL(procurementList.settings('http://127.0.0.1:1').CHASQUI_PROCUREMENT_LIST ?? '')
const request: PretendRequest = {
  method: 'GET',
  path: asked.pathname,
  query: asked.searchParams,
  headers: {},
  body: Buffer.alloc(0),
  form: new URLSearchParams(),
}
const parse = ({ body }: PretendReply) => {
  const path = join(folder, 'export')
  writeFileSync(path, body)
  return parseExport(path)
}

test('the pretend export is read like the real one, with nothing lost', async () => {
  const reply = await procurementList.handle(request)
  const { sanctions, counts } = await parse(reply)
  assert.deepEqual(counts, { fines: 351, duplicates: 12, broken: 0 })
  assert.equal(sanctions.length, 1_260)
  const invented = sanctions.filter(({ ruc }) => ruc.startsWith('2099'))
  assert.ok(invented.length === 1_250 && invented.every(({ ruc }) => hasValidCheckDigit(ruc)))
  assert.ok(sanctions.some(({ datesReadable }) => !datesReadable))
  const etag = String(reply.headers?.etag)
  assert.equal((await procurementList.handle({ ...request, headers: { 'if-none-match': etag } })).status, 304)
})

test('its redesign is noticed', async () => {
  const redesigned = await procurementList.faults?.redesigned?.(request)
  assert.ok(redesigned)
  await assert.rejects(parse(redesigned), { kind: 'upstream-changed' })
})
