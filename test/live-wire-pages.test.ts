import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limaClock } from '../src/domain/lima-time.ts'
import type { PersonNames } from '../src/domain/records.ts'
import { openSourceList } from '../src/sources/open-sources.ts'
import { publicDniDirectory } from '../src/sources/public-dni-directory/index.ts'
import { taxauth } from '../src/sources/taxauth/index.ts'
import { AGENT, askAt, fixture, UNGUARDED } from './helpers/ask-source.ts'
import { type LoopbackReply, type SeenRequest, serveLoopback } from './helpers/loopback.ts'

const TAXAUTH = '/cl-ti-itmrconsruc'
const visitable =
  (page: Buffer | string, headers: Record<string, string> = {}) =>
  ({ method }: SeenRequest): LoopbackReply =>
    method === 'GET'
      ? {
          headers: { 'set-cookie': ['TS01=abc; Path=/', 'app=1; Path=/cl-ti-itmrconsruc'] },
          body: fixture('taxauth', 'form.html'),
        }
      : { headers, body: page }

test('the taxpayer page is visited as its form asks, under our own name and with the token as it is', async () => {
  await askAt(taxauth, visitable(fixture('taxauth', 'record-company.html')), async ({ taxpayerByRuc }, seen) => {
    assert.equal((await taxpayerByRuc?.('20000000125'))?.razonSocial, 'COMERCIAL EJEMPLO - LIMA S.A.C.')
    const [form, query] = seen as [SeenRequest, SeenRequest]
    assert.equal(form.path, `${TAXAUTH}/FrameCriterioBusquedaWeb.jsp`)
    assert.equal(query.path, `${TAXAUTH}/jcrS00Alias`)
    assert.equal(query.headers.cookie?.split('; ').sort().join('; '), 'TS01=abc; app=1')
    assert.equal(query.headers['user-agent'], AGENT)
    assert.equal(query.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.match(query.headers.referer ?? '', /^http:\/\/127\.0\.0\.1:\d+\/cl-ti-itmrconsruc\/FrameCriterio/)
    assert.match(query.headers.origin ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(query.body)), {
      accion: 'consPorRuc',
      nroRuc: '20000000125',
      nrodoc: '',
      razSoc: '',
      tipdoc: '1',
      token: 'the-operators-own',
      modo: '1',
      contexto: 'ti-it',
      rbtnTipo: '1',
      search1: '20000000125',
      search2: '',
      search3: '',
      codigo: '',
    })
  })
})

for (const charset of ['utf-8', 'ISO-8859-1', 'windows-1251']) {
  test(`letters survive a header that claims ${charset}`, async () => {
    const headers = { 'content-type': `text/html; charset=${charset}` }
    for (const [name, ruc, expected] of [
      ['record-latin1.html', '20550001234', 'ÑANDÚ Y COMPAÑÍA E.I.R.L.'],
      ['record-mixed.html', '20480004567', 'ASOCIACIÓN PESQUERA LA NIÑA'],
      ['record-struck-off.html', '20600000773', 'PEÑA & ÑAHUI - MINERÍA DEL SUR - EN LIQUIDACIÓN S.R.L.'],
    ] as const) {
      await askAt(taxauth, visitable(fixture('taxauth', name), headers), async ({ taxpayerByRuc }) => {
        assert.equal((await taxpayerByRuc?.(ruc))?.razonSocial, expected)
      })
    }
  })
}

test('a person is found by document, then opened from the list without another search', async () => {
  const answer = (request: SeenRequest, n: number): LoopbackReply =>
    n === 1 ? visitable('')(request) : { body: fixture('taxauth', n === 2 ? 'list-by-dni.html' : 'record-person.html') }
  await askAt(taxauth, answer, async ({ personByDni }, seen) => {
    assert.deepEqual(await personByDni?.('00000012'), {
      numero: '00000012',
      apellidoPaterno: 'DE LA ROSA',
      apellidoMaterno: 'QUISPE',
      nombres: 'ANA MARIA',
      nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
    })
    const [, list, record] = seen.map(({ body }) => new URLSearchParams(body))
    assert.equal(list?.get('accion'), 'consPorTipdoc')
    assert.equal(list?.get('nrodoc'), '00000012')
    assert.equal(record?.get('accion'), 'consPorRuc')
    assert.equal(record?.get('actReturn'), '1')
    assert.equal(record?.get('numRnd'), '1413385332')
    assert.equal(seen.length, 3)
  })
})

/** The directory behind its guard, at a server whose forms expire so many times. */
const askDirectory = async (expiries: number): Promise<{ answer: Promise<unknown>; seen: SeenRequest[] }> => {
  await using server = await serveLoopback(({ method }, n) => {
    if (method === 'GET') {
      return { headers: { 'set-cookie': `session=${n}; Path=/` }, body: fixture('public-dni-directory', 'form.html') }
    }
    if (n / 2 <= expiries) return { status: 419, body: '<title>Page Expired</title>' }
    return { body: fixture('public-dni-directory', 'result-th.html') }
  })
  const settings = { 'public-dni-directory': { origin: server.origin } }
  const options = { clock: limaClock('2026-11-15'), userAgent: AGENT, spacingMs: 0 }
  const sources = openSourceList([publicDniDirectory], settings, options)
  const answer = sources.answering('personByDni')[0]?.ask('00000012') as Promise<unknown>
  await answer.catch(() => {})
  await sources.close()
  return { answer, seen: server.seen }
}

test('the directory is sent its own form, and visited anew when that has expired', async () => {
  const { answer, seen } = await askDirectory(1)
  assert.equal(((await answer) as { value: PersonNames }).value.apellidoPaterno, 'DE LA ROSA')
  assert.deepEqual(
    seen.map(({ method, headers }) => [method, headers.cookie]),
    [
      ['GET', undefined],
      ['POST', 'session=1'],
      ['GET', undefined],
      ['POST', 'session=3'],
    ],
  )
  const sent = seen.at(-1) as SeenRequest
  assert.match(sent.headers['content-type'] ?? '', /^multipart\/form-data; boundary=/)
  assert.match(sent.body, /name="_token"\r\n\r\nZb3kQ9invented/)
  assert.match(sent.body, /name="dni"\r\n\r\n00000012\r\n/)
})

test('a form that expires twice is a failure, and is not sent a third time', async () => {
  const { answer, seen } = await askDirectory(9)
  await assert.rejects(answer, { kind: 'upstream-unavailable' })
  assert.equal(seen.filter(({ method }) => method === 'POST').length, 2)
})

test('there is a pause between the two queries of one question', async () => {
  const events: string[] = []
  const answer = (request: SeenRequest, n: number): LoopbackReply => {
    events.push(request.method)
    return n === 1
      ? visitable('')(request)
      : { body: fixture('taxauth', n === 2 ? 'list-by-dni.html' : 'record-person.html') }
  }
  const call = { ...UNGUARDED, pause: async () => void events.push('pause') }
  await askAt(
    taxauth,
    answer,
    async ({ personByDni }) => assert.equal((await personByDni?.('00000012'))?.nombres, 'ANA MARIA'),
    call,
  )
  assert.deepEqual(events, ['GET', 'POST', 'pause', 'POST'])
})
