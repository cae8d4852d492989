import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FAULTS } from '../../sandbox/main.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { runInProcess } from '../helpers/command-line.ts'
import { codeIn, docRows } from '../helpers/doc-tables.ts'
import { freePort } from '../helpers/free-port.ts'
import { SANDBOX_TODAY, sandboxData } from '../helpers/sandbox-data.ts'
import { chasqui, createKey, startServer } from '../helpers/server.ts'
import { askUntil } from '../helpers/until.ts'

const settings = {
  CHASQUI_DATA_DIR: sandboxData(),
  CHASQUI_ADMIN_PORT: String(await freePort()),
  // Long enough for a slow source, short enough to see one hang.
  CHASQUI_SOURCE_TIMEOUT_MS: '3500',
  CHASQUI_TODAY: SANDBOX_TODAY,
}
const server = await startServer(settings, ['serve', '--sandbox'])
const printedKey = /chq_test_\S+/.exec(server.output())?.[0] as string

interface Reply {
  status: number
  headers: Headers
  body: { data?: unknown; error?: { codigo: string } } & Record<string, unknown>
}

/** Asks as the documentation writes it: values as they are read, not as they are sent. */
const ask = async (question: string, key = printedKey): Promise<Reply> => {
  const [path, query = ''] = question.split('?')
  const fields = [...query.matchAll(/([^&=]+)=([^&]*)/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value,
  ])
  const reply = await fetch(`${server.url}${path}?${new URLSearchParams(fields)}`, { headers: { authorization: key } })
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Reply['body'] }
}

/** Asks again until a state that an earlier question left behind is over. */
const askForStatus = (question: () => string, ...statuses: number[]): Promise<Reply> =>
  askUntil(
    () => ask(question()),
    ({ status }) => statuses.includes(status),
  )

let plates = 100
/** About a plate that nobody has asked for yet, so that no answer is a remembered one. */
const newPlate = (): string => `/api/soat?placa=XY${plates++}Z`
const insuranceAnswers = (): Promise<Reply> => askForStatus(newPlate, 200, 404)

const valueAt = (root: unknown, path: string): unknown =>
  path.split('.').reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], root)

const remaining = ({ headers }: Reply): number => Number(/"quota";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

const setFault = async (upstream: string, fault: string): Promise<void> => {
  const address = `http://127.0.0.1:${settings.CHASQUI_ADMIN_PORT}/sandbox/faults/${upstream}?fault=${fault}`
  assert.equal((await fetch(address, { method: 'PUT' })).status, 200)
}

const rows = docRows('sandbox.md')

const samples = rows.filter(([question = '', status = '']) => /^`\/api/.test(question) && /^\d{3}$/.test(status))
for (const [cell, status, shown] of samples) {
  const [question = ''] = codeIn(cell)
  test(`docs/sandbox.md: ${question} is ${status}`, async () => {
    const reply = await askForStatus(() => question, Number(status))
    assert.equal(reply.status, Number(status), JSON.stringify(reply.body))
    for (const claim of codeIn(shown).filter((code) => code.includes(': '))) {
      const [path = '', value] = [claim.slice(0, claim.indexOf(': ')), claim.slice(claim.indexOf(': ') + 2)]
      const said = [reply.body.error, reply.body.data, reply.body].map((root) => valueAt(root, path))
      assert.equal(String(said.find((one) => one !== undefined)), value, claim)
    }
  })
}

test('every endpoint and every sample outcome is documented', async () => {
  const endpoints = new Set(samples.map(([cell]) => /\/api\/[a-z-]+/.exec(cell ?? '')?.[0]))
  assert.equal(endpoints.size, 11)
  assert.deepEqual(new Set(samples.map(([, status]) => status)), new Set(['200', '400', '404', '502', '503']))
})

const faultRows = rows.filter(([fault = '', does]) => does && FAULTS.some((one) => fault === `\`${one}\``))
for (const [cell, , promised = ''] of faultRows) {
  const [fault = ''] = codeIn(cell)
  test(`docs/sandbox.md: ${fault} is ${promised}, costs nothing and ends`, async () => {
    await insuranceAnswers()
    const before = remaining(await ask('/api/health'))
    await setFault('insurance-registry', fault)
    const reply = await ask(newPlate())
    await setFault('insurance-registry', '')
    if (fault === 'slow') return assert.ok(reply.status === 200 || reply.status === 404)
    assert.equal(`${reply.status} \`${reply.body.error?.codigo}\``, /^\d{3} `\w+`/.exec(promised)?.[0])
    if (promised.includes('Retry-After')) assert.ok(Number(reply.headers.get('retry-after')) > 0)
    assert.equal(remaining(await ask('/api/health')), before)
    const health = (await ask('/api/health')).body.providers as Record<
      string,
      { estado: string; captchaBlocked: boolean }
    >
    assert.equal(health['insurance-registry']?.captchaBlocked, fault === 'captcha')
    assert.notEqual(health['insurance-registry']?.estado, 'ok')
    const after = await insuranceAnswers()
    assert.ok(after.body.error?.codigo !== reply.body.error?.codigo, JSON.stringify(after.body))
  })
}

test('docs/sandbox.md has a row for every fault', () => assert.equal(faultRows.length, FAULTS.length))

for (const [broken = '', cell, answer = ''] of rows.filter(([broken]) => broken?.includes('` is `'))) {
  const [upstream = '', fault = ''] = codeIn(broken)
  const [question = ''] = codeIn(cell)
  test(`docs/sandbox.md: while ${upstream} is ${fault}, ${question} is ${answer}`, async () => {
    await setFault(upstream, fault)
    const { status, body } = await ask(question)
    await setFault(upstream, '')
    assert.equal(status, Number(answer.slice(0, 3)), JSON.stringify(body))
    assert.equal(body.error?.codigo ?? body.proveedor, codeIn(answer)[0])
  })
}

const KEY_OPTIONS = rows.flatMap(([cell]) => codeIn(cell).filter((code) => code.startsWith('keys create')))
const keyLike = async (name: string): Promise<string> => {
  const command = KEY_OPTIONS.find((each) => each.includes(`--name ${name}`)) as string
  return (await createKey(settings, ...command.split(' ').slice(2))).key
}

test('docs/sandbox.md: keys that run out, are too slow, may not or do not exist', async () => {
  const outcome = async (question: string, key: string): Promise<unknown[]> => {
    const { status, body, headers } = await ask(question, key)
    return [status, body.error?.codigo, Number(headers.get('retry-after')) > 0]
  }
  const short = await keyLike('corta')
  assert.deepEqual(await outcome('/api/ruc?numero=20000000125', short), [200, undefined, false])
  assert.deepEqual(await outcome('/api/ruc?numero=20000000125', short), [429, 'cuota_agotada', true])
  const slow = await keyLike('lenta')
  const twice = [
    await outcome('/api/health', slow),
    await outcome('/api/health', slow),
    await outcome('/api/health', slow),
  ]
  assert.deepEqual(twice.at(-1), [429, 'limite_excedido', true])
  assert.deepEqual(await outcome('/api/dni?numero=00000012', await keyLike('una')), [403, 'sin_permiso', false])
  assert.deepEqual(await outcome('/api/dni?numero=00000012', 'chq_live_nada'), [401, 'no_autenticado', false])
})

const COMMANDS: [args: string[], code: number, shown: RegExp][] = [
  [['ruc', '20000000125'], 0, /COMERCIAL EJEMPLO - LIMA S\.A\.C\./],
  [['dni', '00000012'], 0, /DE LA ROSA/],
  [['persona', '--dni', '00000201'], 0, /LUZ MARINA/],
  [['nombre', 'comercial', 'ejemplo'], 0, /20000000125/],
  [['sanciones', '--ruc', '20000009459'], 0, /0788-2026-TCP-S1/],
  [['soat', 'ABC123'], 0, /VIGENTE/],
  [['tipo-cambio'], 0, /2026-11-13|13\/11\/2026/],
  [['indicadores', 'inflacion'], 0, /PN01273PM/],
  [['aml', 'Tarquillo', 'Zenobio'], 0, /CHUQUIPOMA/],
  [['soat', 'NAD123'], 1, /no tiene SOAT/],
  [['dni', '123'], 2, /8 dígitos/],
  [['soat', 'ERR123'], 3, /no responde/],
]

for (const [args, code, shown] of COMMANDS) {
  test(`chasqui ${args.join(' ')} ends with ${code}`, async () => {
    const there = ['--url', server.url, '--key', printedKey]
    const human = await runInProcess(settings, ...args, ...there)
    assert.equal(human.code, code, human.err)
    assert.match(human.out + human.err, shown)
  })
}

test('a program reads the wire answer and the same exit codes', async () => {
  const none = await runInProcess(settings, 'soat', 'NAD123', '--json', '--url', server.url, '--key', printedKey)
  assert.equal(none.code, 1)
  assert.equal(JSON.parse(none.out).error.codigo, 'no_encontrado')
})

test('without a server, a lookup in the sandbox waits for the lists it reads', async () => {
  const apart = { CHASQUI_DATA_DIR: temporaryFolder(), CHASQUI_TODAY: settings.CHASQUI_TODAY }
  const listed = chasqui(apart, 'aml', 'Tarquillo Zenobio', '--sandbox')
  assert.equal(listed.code, 0, listed.err)
  assert.match(listed.out, /CHUQUIPOMA/)
})

test('a wrong address is a failure of the source, not somebody who was not found', async () => {
  const wrong = await runInProcess(
    settings,
    'ruc',
    '20000000125',
    '--url',
    `${server.url}/docs/nada`,
    '--key',
    printedKey,
  )
  assert.equal(wrong.code, 3)
})

test('chasqui sandbox sets and ends a fault, and refuses an unknown one', async () => {
  const broken = await runInProcess(settings, 'sandbox', 'fault', 'central-bank', 'down', '--seconds', '60')
  assert.equal(broken.code, 0, broken.err)
  assert.match((await runInProcess(settings, 'sandbox', 'faults')).out, /^central-bank +down /m)
  assert.equal((await ask('/api/indicadores?codigo=pbi')).status, 502)
  assert.equal((await runInProcess(settings, 'sandbox', 'fault', 'central-bank', 'none')).code, 0)
  assert.equal((await askForStatus(() => '/api/indicadores?codigo=pbi', 200)).status, 200)
  assert.equal((await runInProcess(settings, 'sandbox', 'fault', 'central-bank', 'other-record')).code, 2)
  assert.equal((await runInProcess(settings, 'sandbox', 'fault', 'nadie', 'down')).code, 2)
})

/** The calls of a README with the answers it shows below them. */
const readmeSamples = (name: string): [call: string, answer: string][] =>
  [
    ...readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8').matchAll(
      /(?:ask|pedir) 'http:\/\/127\.0\.0\.1:8080(\S+)'\n```\n+```json\n(.+)\n```/g,
    ),
  ].map(([, call = '', answer = '']) => [call, answer])

// The time of the load is the only thing that no two sandboxes share.
const withoutLoadTime = (text: string): string => text.replace(/"listaActualizada":"[^"]+"/, '"listaActualizada":""')

for (const readme of ['README.md', 'README.es.md']) {
  test(`${readme} shows five calls with the answers of the sandbox`, async () => {
    const shown = readmeSamples(readme)
    assert.equal(shown.length, 5)
    for (const [call, answer] of shown) {
      const reply = await fetch(server.url + call, { headers: { authorization: printedKey } })
      assert.equal(withoutLoadTime(await reply.text()), withoutLoadTime(answer), call)
    }
  })
}

test('after all of that the log names no person', async () => {
  assert.equal(await server.end(), 0)
  assert.doesNotMatch(
    server.output().slice(server.output().indexOf('Pruebe')),
    /\b00000012\b|00000201|ABC123|CHUQUIPOMA/,
  )
})
