import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { FAULTS, type Fault, startSandbox } from './main.ts'
import type { PretendUpstream } from './upstream.ts'

const GREETING = JSON.stringify({ saludo: 'hola, señora', de: 'alguien inventado' })

const greeter: PretendUpstream = {
  id: 'greeter',
  settings: (address) => ({ CHASQUI_GREETER_URL: address, CHASQUI_GREETER_TOKEN: 'invented' }),
  handle: ({ form, query }) => ({
    headers: { 'content-type': 'application/json' },
    body: form.size ? JSON.stringify(Object.fromEntries(form)) : query.get('text') === null ? GREETING : 'text',
  }),
  faults: { 'other-record': () => ({ body: 'somebody else' }) },
}

const plain: PretendUpstream = {
  id: 'plain',
  settings: (address) => ({ CHASQUI_PLAIN_URL: address }),
  handle: () => ({ body: 'plain' }),
}

const withSandbox = async (
  use: (sandbox: Awaited<ReturnType<typeof startSandbox>>, address: string) => Promise<void>,
  now?: () => number,
): Promise<void> => {
  const sandbox = await startSandbox({ upstreams: [greeter, plain], ...(now && { now }) })
  try {
    await use(sandbox, sandbox.settings.CHASQUI_GREETER_URL as string)
  } finally {
    await sandbox.close()
  }
}

const ask = async (address: string): Promise<{ status: number; type: string; text: string; wait: string }> => {
  const { statusCode, headers, body } = await request(address, { reset: true })
  const text = await body.text()
  return { status: statusCode, type: String(headers['content-type']), text, wait: String(headers['retry-after']) }
}

test('a pretend upstream gives its settings and answers', () =>
  withSandbox(async (sandbox, address) => {
    assert.equal(sandbox.settings.CHASQUI_GREETER_TOKEN, 'invented')
    assert.deepEqual(await ask(address), { status: 200, type: 'application/json', text: GREETING, wait: 'undefined' })
    assert.equal((await ask(`${address}/?text=`)).text, 'text')
  }))

test('urlencoded and multipart forms are read', () =>
  withSandbox(async (_, address) => {
    const parts = new FormData()
    parts.append('dni', '00000012')
    parts.append('_token', 'ñ')
    for (const body of [parts, new URLSearchParams({ dni: '00000012', _token: 'ñ' })]) {
      const reply = await fetch(address, { method: 'POST', body })
      assert.deepEqual(await reply.json(), { dni: '00000012', _token: 'ñ' })
    }
  }))

/** What a client meets under each fault; `hang` has a test of its own. */
const MEETS: Record<Exclude<Fault, 'hang'>, (address: string) => Promise<void>> = {
  slow: async (address) => assert.equal((await ask(address)).text, GREETING),
  down: (address) => assert.rejects(ask(address)),
  reset: (address) => assert.rejects(ask(address)),
  truncate: (address) => assert.rejects(ask(address)),
  error: async (address) => assert.equal((await ask(address)).status, 502),
  'rate-limited': async (address) => {
    const { status, wait } = await ask(address)
    assert.deepEqual([status, wait], [429, '5'])
  },
  captcha: async (address) => assert.match((await ask(address)).text, /Just a moment/),
  firewall: async (address) => {
    const { status, text } = await ask(address)
    assert.equal(status, 200)
    assert.match(text, /Request Rejected/)
  },
  redesigned: async (address) => assert.match((await ask(address)).text, /nuevo portal/),
  'wrong-type': async (address) => assert.equal((await ask(address)).type, 'application/pdf'),
  garbage: async (address) => {
    const { type, text } = await ask(address)
    assert.equal(type, 'application/json')
    assert.throws(() => JSON.parse(text))
  },
  'other-record': async (address) => assert.equal((await ask(address)).text, 'somebody else'),
}

for (const [fault, meets] of Object.entries(MEETS)) {
  test(`a ${fault} upstream behaves so until the fault ends`, () =>
    withSandbox(async ({ faults }, address) => {
      faults.set('greeter', fault as Fault, { delayMs: 1 })
      await meets(address)
      faults.set('greeter', null)
      assert.equal((await ask(address)).text, GREETING)
    }))
}

test('a hanging upstream never answers, while the others do', () =>
  withSandbox(async ({ faults, settings }, address) => {
    faults.set('greeter', 'hang')
    const hungUp = new AbortController()
    let over = false
    const asked = request(address, { signal: hungUp.signal }).finally(() => {
      over = true
    })
    for (let i = 0; i < 5; i++) assert.equal((await ask(settings.CHASQUI_PLAIN_URL as string)).text, 'plain')
    assert.equal(over, false)
    hungUp.abort()
    await assert.rejects(asked, { name: 'AbortError' })
  }))

test('a fault with a time limit ends by itself', async () => {
  let now = 1_000
  await withSandbox(
    async ({ faults }, address) => {
      faults.set('greeter', 'error', { forMs: 500, status: 503 })
      assert.equal((await ask(address)).status, 503)
      now += 500
      assert.equal((await ask(address)).status, 200)
      assert.equal(faults.current('greeter'), null)
    },
    () => now,
  )
})

test('an unknown upstream or fault is refused, and the list names the supported ones', () =>
  withSandbox(async ({ faults }) => {
    assert.throws(() => faults.set('nobody', 'down'), RangeError)
    assert.throws(() => faults.set('plain', 'other-record'), RangeError)
    faults.set('plain', 'down')
    const [first, second] = faults.list()
    assert.deepEqual(first, { upstream: 'greeter', supported: FAULTS, active: null })
    assert.equal(second?.active?.fault, 'down')
    assert.ok(!second?.supported.includes('other-record'))
    faults.clear()
    assert.ok(faults.list().every(({ active }) => active === null))
  }))
