import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { limaClock } from '../domain/lima-time.ts'
import type { PersonNames } from '../domain/records.ts'
import { Failure } from '../kernel/errors.ts'
import type { GuardEvent, GuardPolicy } from '../kernel/guard/guard.ts'
import { openLog } from '../kernel/log.ts'
import { logSourceEvent, openSourceList, questionKey, type SourceOptions } from './open-sources.ts'
import type { LiveSources, Source } from './source.ts'

const POLICY: GuardPolicy = {
  timeoutMs: 5_000,
  attempts: 1,
  spacingMs: 0,
  queue: 300,
  freshMs: 60_000,
  staleMs: 0,
  emptyMs: 60_000,
  breakMs: 30_000,
  blockedMs: 60_000,
}

const directory: Source = {
  id: 'public-dni-directory',
  policy: POLICY,
  open: (upstream) => ({
    personByDni: async (dni, { signal }) =>
      JSON.parse((await upstream.request(`/${dni}`, { signal })).text) as PersonNames | null,
  }),
}

const aggregator: Source = {
  id: 'aggregator-a',
  policy: POLICY,
  open: (upstream, { token }) =>
    token ? { personByDni: async (dni) => JSON.parse((await upstream.request(`/a/${dni}`)).text) } : {},
}

const insurance: Source = {
  id: 'insurance-registry',
  policy: POLICY,
  blockedWithoutToken: true,
  open: (_, { token }) => ({
    policyByPlate: async () => {
      if (!token) throw new Failure('upstream-blocked', 'La fuente exige una verificación captcha')
      return null
    },
  }),
}

const withSources = async (
  listener: RequestListener,
  use: (sources: LiveSources) => Promise<void>,
  { token, ...options }: Partial<SourceOptions> & { token?: string } = {},
): Promise<void> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings = { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token }
  const sources = openSourceList(
    [directory, aggregator, insurance],
    { 'public-dni-directory': settings, 'aggregator-a': settings, 'insurance-registry': settings },
    { clock: limaClock(), userAgent: 'Chasqui/0.0', ...options },
  )
  try {
    await use(sources)
  } finally {
    await sources.close()
    server.closeAllConnections()
    server.close()
  }
}

test('a source without its credential answers nothing', async () => {
  const ids = (sources: LiveSources) => sources.answering('personByDni').map(({ id }) => id)
  await withSources(
    () => {},
    async (sources) => {
      assert.deepEqual(ids(sources), ['public-dni-directory'])
      assert.deepEqual(sources.answering('series'), [])
    },
  )
  await withSources(
    () => {},
    async (sources) => assert.deepEqual(ids(sources), ['public-dni-directory', 'aggregator-a']),
    { token: 'held' },
  )
})

test('two hundred equal questions reach the source once, and the next one the cache', async () => {
  let asked = 0
  await withSources(
    (_, response) => {
      asked++
      response.end('{"numero":"00000012"}')
    },
    async (sources) => {
      const [provider] = sources.answering('personByDni')
      const answers = await Promise.all(Array.from({ length: 200 }, () => provider?.ask('00000012')))
      assert.ok(answers.every((one) => one?.value?.numero === '00000012' && one.channel === 'live'))
      assert.equal((await provider?.ask('00000012'))?.channel, 'cache')
      assert.equal(asked, 1)
    },
  )
})

test('a source that hangs does not delay another', () =>
  withSources(
    (request, response) => {
      if (request.url?.startsWith('/a/')) response.end('null')
    },
    async (sources) => {
      const [hanging, well] = sources.answering('personByDni')
      const stuck = Array.from({ length: 20 }, (_, i) => hanging?.ask(String(i)))
      const outcomes = Promise.allSettled(stuck)
      assert.equal((await well?.ask('1'))?.value, null)
      await sources.close()
      assert.ok((await outcomes).every(({ status }) => status === 'rejected'))
    },
    { token: 'held' },
  ))

test('the time-out of the settings ends the upstream request itself', async () => {
  const { promise: gone, resolve: hangUp } = Promise.withResolvers<void>()
  let hasArrived = false
  await withSources(
    (request) => {
      hasArrived = true
      request.socket.once('close', () => hangUp())
    },
    async (sources) => {
      const ask = () => sources.answering('personByDni')[0]?.ask('1') as Promise<unknown>
      // On a busy machine the time may be over before the request arrives.
      while (!hasArrived) await assert.rejects(ask(), { detail: 'timeout' })
      await gone
    },
    { timeoutMs: 100 },
  )
})

test('a source that asks for a verification is not configured without its token', () =>
  withSources(
    () => {},
    async (sources) => {
      const [provider] = sources.answering('policyByPlate')
      await assert.rejects(provider?.ask('ABC123') as Promise<unknown>, { kind: 'upstream-blocked' })
      const { estado, captchaBlocked, configurado } = sources.health()['insurance-registry']
      assert.deepEqual([estado, captchaBlocked, configurado], ['sin_configurar', true, false])
    },
  ))

test('a source that asks for a verification is asked like any other with its token', () =>
  withSources(
    () => {},
    async (sources) => {
      assert.equal((await sources.answering('policyByPlate')[0]?.ask('ABC123'))?.value, null)
      const { estado, captchaBlocked, configurado } = sources.health()['insurance-registry']
      assert.deepEqual([estado, captchaBlocked, configurado], ['ok', false, true])
    },
    { token: 'held' },
  ))

test('health lists every provider, and shows a bot wall as blocked', async () => {
  const events: [string, GuardEvent['type']][] = []
  let page = '<html><title>Just a moment...</title></html>'
  await withSources(
    (_, response) => response.end(page),
    async (sources) => {
      const before = sources.health()
      assert.equal(Object.keys(before).length, 8)
      assert.equal(before['central-bank'].estado, 'sin_configurar')
      assert.equal(before['aggregator-a'].configurado, false)
      assert.deepEqual(before['public-dni-directory'], {
        estado: 'ok',
        captchaBlocked: false,
        ultimoExito: null,
        ultimoError: null,
        circuito: 'cerrado',
        configurado: true,
      })
      const ask = (dni: string) => sources.answering('personByDni')[0]?.ask(dni) as Promise<unknown>
      await assert.rejects(ask('1'), { kind: 'upstream-blocked' })
      const blocked = sources.health()['public-dni-directory']
      assert.deepEqual([blocked.estado, blocked.captchaBlocked], ['bloqueado', true])
      assert.match(blocked.ultimoError ?? '', /^\d{4}-\d\d-\d\dT/)
      page = 'null'
      await assert.rejects(ask('2'), { kind: 'upstream-blocked' })
      assert.equal(sources.activity().get('public-dni-directory')?.calls, 1)
      assert.deepEqual(events[0], ['public-dni-directory', 'blocked'])
    },
    { onEvent: (provider, { type }) => events.push([provider, type]) },
  )
})

test('equal questions have one key, different questions have different keys', () => {
  const window = { codigo: 'PD04640PD', desde: '2026-01-01', hasta: '2026-02-01' }
  const shuffled = { hasta: '2026-02-01', codigo: 'PD04640PD', desde: '2026-01-01' }
  assert.equal(questionKey('series', [window]), questionKey('series', [shuffled]))
  assert.notEqual(questionKey('series', [window]), questionKey('series', [{ ...window, hasta: '2026-02-02' }]))
  assert.notEqual(questionKey('personByDni', ['1']), questionKey('taxpayersByDni', ['1']))
})

test('a provider with two sources has the health of the worse and the activity of both', async () => {
  const sourceAt = (path: string, question: 'personByDni' | 'taxpayersByDni'): Source => ({
    id: 'public-dni-directory',
    policy: POLICY,
    open: (upstream) => ({ [question]: async () => JSON.parse((await upstream.request(path)).text) }),
  })
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/well' ? 200 : 500).end('null'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sources = openSourceList(
    [sourceAt('/well', 'personByDni'), sourceAt('/ill', 'taxpayersByDni')],
    { 'public-dni-directory': { origin } },
    { clock: limaClock(), userAgent: 'Chasqui/0.0' },
  )
  try {
    await sources.answering('personByDni')[0]?.ask('00000001')
    assert.equal(sources.health()['public-dni-directory'].estado, 'ok')
    await assert.rejects(async () => sources.answering('taxpayersByDni')[0]?.ask('00000001'))
    const { estado, ultimoExito, ultimoError } = sources.health()['public-dni-directory']
    assert.equal(estado, 'degradado')
    assert.ok(ultimoExito && ultimoError)
    const { calls, failures } = sources.activity().get('public-dni-directory') ?? {}
    assert.deepEqual([calls, failures], [2, 1])
  } finally {
    await sources.close()
    server.closeAllConnections()
    server.close()
  }
})

test('the log reports changed and blocked sources, not every call', () => {
  const lines: string[] = []
  const logEvent = logSourceEvent(openLog({ write: (line) => void lines.push(line) }))
  logEvent('central-bank', { type: 'called', outcome: 'answer', ms: 3 })
  logEvent('central-bank', { type: 'called', outcome: 'upstream-unavailable', ms: 3, detail: 'status 502' })
  logEvent('taxauth-tc', { type: 'called', outcome: 'upstream-changed', ms: 3, detail: 'no table' })
  logEvent('insurance-registry', { type: 'blocked' })
  const logged = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    logged.map(({ level, source, detail, event }) => ({ level, source, detail, event })),
    [
      { level: 50, source: 'taxauth-tc', detail: 'no table', event: undefined },
      { level: 40, source: 'insurance-registry', detail: undefined, event: 'blocked' },
    ],
  )
})
