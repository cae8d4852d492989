import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromBufferPromise } from 'yauzl'
import { startSandbox } from '../main.ts'
import { pretendRegister } from '../world/register/index.ts'
import { padron } from './padron.ts'

const onlyEntry = async (body: Buffer): Promise<{ name: string; text: Buffer }> => {
  const zip = await fromBufferPromise(body)
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
    return { name: entry.fileName, text: Buffer.concat(chunks) }
  }
  throw new Error('an empty zip')
}

test('the register is served as a zip, conditionally and in parts', async () => {
  const sandbox = await startSandbox({ upstreams: [padron], today: '2026-11-15' })
  try {
    const url = sandbox.settings.CHASQUI_PADRON_URL as string
    const reply = await fetch(url)
    const body = Buffer.from(await reply.arrayBuffer())
    const { name, text } = await onlyEntry(body)
    assert.equal(name, 'padron_reducido_ruc.txt')
    assert.ok(text.equals(pretendRegister().text()))

    const etag = reply.headers.get('etag') as string
    const lastModified = reply.headers.get('last-modified') as string
    for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': lastModified }]) {
      assert.equal((await fetch(url, { headers: headers as Record<string, string> })).status, 304)
    }

    const half = body.length >> 1
    const range = { range: `bytes=${half}-`, 'accept-encoding': 'identity' }
    const rest = await fetch(url, { headers: { ...range, 'if-range': etag } })
    assert.equal(rest.status, 206)
    assert.ok(Buffer.from(await rest.arrayBuffer()).equals(body.subarray(half)))
    assert.equal((await fetch(url, { headers: { ...range, 'if-range': '"older"' } })).status, 200)
    assert.equal((await fetch(url, { headers: { range: `bytes=${body.length}-` } })).status, 416)
  } finally {
    await sandbox.close()
  }
})

test('the open-data file is served beside it', async () => {
  const sandbox = await startSandbox({ upstreams: [padron], today: '2026-11-15' })
  try {
    const reply = await fetch(sandbox.settings.CHASQUI_PADRON_TIPOS_URL as string)
    const { name, text } = await onlyEntry(Buffer.from(await reply.arrayBuffer()))
    assert.match(name, /^PadronRUC_[0-9]{6}\.csv$/)
    assert.match(text.toString(), /^RUC,Estado,Condicion,Tipo,/)
    assert.equal((await fetch(new URL('/other', sandbox.settings.CHASQUI_PADRON_URL))).status, 404)
  } finally {
    await sandbox.close()
  }
})
