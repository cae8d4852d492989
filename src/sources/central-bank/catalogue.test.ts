import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { UNGUARDED } from '../../../test/helpers/ask-source.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from '../../kernel/http/client.ts'
import { openCatalogue } from './catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

const CSV = readFileSync(new URL('fixtures/catalogue.csv', import.meta.url))
const CODES = ['PD04639PD', 'PD04640PD', 'PD04722MM', 'PN00026MM', 'PN01273PM', 'PN01770AM', 'PN02507AQ']
const PAGE = readFileSync(new URL('fixtures/unknown-code.html', import.meta.url))
const REPLY: UpstreamReply = { status: 200, headers: {}, contentType: 'text/csv', text: '' }

const upstreamOf = (body: Buffer | null) => {
  const asked: string[] = []
  const request = async (path: string, { sink }: UpstreamRequest = {}) => {
    asked.push(path)
    if (!body) throw new Failure('upstream-unavailable', 'La fuente no responde en este momento')
    sink?.(body)
    return REPLY
  }
  const upstream: Upstream = { request, visit: () => ({ request }) }
  return { upstream, asked }
}

test('the codes are read however the catalogue is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (sizes) => {
      const reader = readCatalogue()
      for (let at = 0, i = 0; at < CSV.length; i++) {
        const size = sizes[i % sizes.length] as number
        reader.feed(CSV.subarray(at, at + size))
        at += size
      }
      assert.deepEqual([...reader.codes()], CODES)
    }),
  )
})

test('a text that is not the catalogue has no codes', () => {
  for (const bytes of [PAGE, Buffer.alloc(0), Buffer.from('PD04640PDX;a\r\nXPD04640PD;b\r\n')]) {
    const reader = readCatalogue()
    reader.feed(bytes)
    assert.equal(reader.codes().size, 0)
  }
})

test('a catalogue cut in the middle of a line has no codes, because it lacks some that exist', () => {
  const last = CSV.toString('latin1').trimEnd()
  for (let end = last.lastIndexOf('\n') + 2; end <= last.length; end++) {
    const reader = readCatalogue()
    reader.feed(CSV.subarray(0, end))
    assert.equal(reader.codes().size, 0, `cut at ${end}`)
  }
})

test('what arrived whole needs no newline at its end, but a whole last line', () => {
  const read = (text: Buffer): number => {
    const reader = readCatalogue()
    reader.feed(text)
    return reader.codes(true).size
  }
  const bare = CSV.subarray(0, CSV.toString('latin1').trimEnd().length)
  assert.equal(read(bare), CODES.length)
  assert.equal(read(CSV), CODES.length)
  assert.equal(read(Buffer.concat([CSV, Buffer.from('PD00001XD;cut')])), 0)
  assert.equal(read(Buffer.concat([CSV, Buffer.from('Error')])), 0)
})

test('a first catalogue cut anywhere before the last certain series says of no code that there is none', async () => {
  const lastCertain = CSV.indexOf('\n', CSV.indexOf('PN01770AM'))
  for (let end = 0; end <= lastCertain; end += CSV[end] === 0x0a ? 1 : 13) {
    const next = CSV.indexOf('\n', end) + 1
    for (const at of [end, Math.min(next, lastCertain)]) {
      const catalogue = openCatalogue(upstreamOf(CSV.subarray(0, at)).upstream, limaClock('2026-11-15'))
      assert.equal(await catalogue.lookUp('PN01728AM', UNGUARDED), 'unreachable', `cut at ${at}`)
    }
  }
})

test('an old catalogue that cannot be read again still knows its series, but no longer says that there is none', async () => {
  let now = Date.parse('2026-11-15T12:00:00Z')
  let body = CSV
  const request = async (_path: string, { sink }: UpstreamRequest = {}) => {
    sink?.(body)
    return REPLY
  }
  const clock = limaClock(undefined, { now: () => now })
  const catalogue = openCatalogue({ request, visit: () => ({ request }) }, clock)
  assert.equal(await catalogue.lookUp('PN01728AM', UNGUARDED), 'unknown')
  now += 4 * 86_400_000
  // Far fewer series than before are half a catalogue.
  for (const odd of [PAGE, Buffer.from(CSV.toString('latin1').split('\n').slice(0, 2).join('\n'), 'latin1')]) {
    body = odd
    assert.equal(await catalogue.lookUp('PD04640PD', UNGUARDED), 'known')
    assert.equal(await catalogue.lookUp('PN01728AM', UNGUARDED), 'unreachable')
    now += 700_000
  }
})

test('the catalogue is loaded once and kept for days; a failed load is not repeated at once', async () => {
  let now = Date.parse('2026-11-15T12:00:00Z')
  const clock = limaClock(undefined, { now: () => now })
  const { upstream, asked } = upstreamOf(CSV)
  const catalogue = openCatalogue(upstream, clock)
  assert.deepEqual(await Promise.all(['PD04640PD', 'PN01728AM'].map((codigo) => catalogue.lookUp(codigo, UNGUARDED))), [
    'known',
    'unknown',
  ])
  assert.equal(asked.length, 1)
  now += 2 * 86_400_000
  await catalogue.lookUp('PD04640PD', UNGUARDED)
  assert.equal(asked.length, 1)
  now += 2 * 86_400_000
  await catalogue.lookUp('PD04640PD', UNGUARDED)
  assert.equal(asked.length, 2)

  const dead = upstreamOf(null)
  const unreachable = openCatalogue(dead.upstream, clock)
  assert.equal(await unreachable.lookUp('PD04640PD', UNGUARDED), 'unreachable')
  assert.equal(await unreachable.lookUp('PD04640PD', UNGUARDED), 'unreachable')
  assert.equal(dead.asked.length, 1)
  now += 700_000
  await unreachable.lookUp('PD04640PD', UNGUARDED)
  assert.equal(dead.asked.length, 2)
})

test('a question does not wait for a slow catalogue, and the next one finds it', async () => {
  let finish: () => void = () => {}
  const request = (_path: string, { sink }: UpstreamRequest = {}) =>
    new Promise<UpstreamReply>((resolve) => {
      finish = () => {
        sink?.(CSV)
        resolve(REPLY)
      }
    })
  const catalogue = openCatalogue({ request, visit: () => ({ request }) }, limaClock('2026-11-15'), 1)
  await assert.rejects(catalogue.lookUp('PD04640PD', UNGUARDED), { kind: 'upstream-unavailable' })
  finish()
  assert.equal(await catalogue.lookUp('PD04640PD', UNGUARDED), 'known')
})
