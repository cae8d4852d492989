import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Chasqui, ChasquiError } from '../../src/client/index.ts'
import { startSandbox } from './sandbox-server.ts'

const { url, makeKey } = await startSandbox()
const key = await makeKey('--rate', '100000', '--burst', '100000')

/** What a client says without asking anybody; null when it would ask. */
const refusalOf = async (method: string, query: object): Promise<ChasquiError | null> => {
  let isSent = false
  const fetch = async () => {
    isSent = true
    return new Response()
  }
  const client = new Chasqui({ url, key, fetch, retries: 0 })
  const ask = (method === 'indicadores.buscar' ? client.indicadores.buscar : client[method as 'ruc']) as (
    query: object,
  ) => Promise<unknown>
  const outcome = await ask(query).catch((error: unknown) => error)
  return !isSent && outcome instanceof ChasquiError ? outcome : null
}

interface Told {
  status: number
  codigo?: string
  mensaje?: string
  campo?: string
}

const askService = async (path: string, query: Record<string, string>): Promise<Told> => {
  const reply = await fetch(`${url}/api/${path}?${new URLSearchParams(query)}`, { headers: { authorization: key } })
  const { error } = (await reply.json()) as { error?: Omit<Told, 'status'> }
  return { status: reply.status, ...error }
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const text = fc.string({ unit: 'binary', maxLength: 12 })
const number = (length: number) =>
  fc.oneof(
    digits(length),
    fc.stringMatching(/^[0-9]{0,14}$/),
    digits(length).map((one) => ` ${one}\u00a0`),
    digits(length - 1).map((one) => `${one}٣`),
    digits(length).map((one) => `${one}\n`),
    text,
  )
const ruc = fc.oneof(
  number(11),
  fc.tuple(fc.constantFrom('10', '15', '16', '17', '20', '99'), digits(9)).map((two) => two.join('')),
)
const date = fc.oneof(
  fc.stringMatching(/^[0-9]{4}-[01][0-9]-[0-3][0-9]$/),
  fc.stringMatching(/^[0-9]{2,4}[-/][0-9]{1,2}[-/][0-9]{1,2}$/),
  fc.constantFrom('', ' ', '2026-02-30', '2024-02-29', '2026-02-29', '0000-01-01', '2026-11-13T00:00:00Z'),
)
const month = fc.oneof(
  fc.stringMatching(/^[0-9]{4}-[01][0-9]$/),
  fc.constantFrom('', '2026-00', '2026-1', '2026-10-01'),
)
const plate = fc.oneof(fc.stringMatching(/^[ A-Za-z0-9-]{0,10}$/), fc.constantFrom('abcß12', 'ſbc123', 'ABC–123'), text)
const name = fc.oneof(
  text,
  fc.constantFrom('ab', 'año', '😀😀', '😀😀😀a', 'a'.repeat(201), `${'a '.repeat(100)}`, 'e\u0301e\u0301'),
)
const flag = fc.constantFrom('1', 'true', '0', 'false', 'si', '', 'TRUE')
const document = fc.oneof(fc.stringMatching(/^[A-Za-z0-9-]{3,22}$/), text)
const limit = fc.oneof(fc.stringMatching(/^[0-9]{0,4}$/), fc.constantFrom('-1', '1.5', '1e1', '007'))

const fields = (shape: Record<string, fc.Arbitrary<string>>) => fc.record(shape, { requiredKeys: [] })

/** Method, path, and what may be asked. */
const QUESTIONS: [string, string, fc.Arbitrary<Partial<Record<string, string>>>][] = [
  ['ruc', 'ruc', fields({ numero: ruc })],
  ['dni', 'dni', fields({ numero: number(8) })],
  ['persona', 'persona', fields({ nombre: name, dni: number(8), detalle: flag })],
  ['nombre', 'nombre', fields({ q: name, limite: limit })],
  ['sanciones', 'sanciones', fields({ ruc, nombre: name })],
  ['soat', 'soat', fields({ placa: plate })],
  ['soat', 'soat', fields({ numero: plate })],
  ['tipoCambio', 'tipo-cambio', fields({ fecha: date })],
  ['tipoCambio', 'tipo-cambio', fields({ fecha: date, mes: month })],
  ['indicadores.buscar', 'indicadores/buscar', fields({ q: name, limite: limit })],
  ['indicadores', 'indicadores', fields({ codigo: fc.constantFrom('pbi', '', 'nada'), desde: date, hasta: date })],
  ['aml', 'aml', fields({ nombre: name, documento: document, detalle: flag })],
]

/** Needs the folding of names, or today's date: the service says it, and asks nothing for it. */
const LEFT_TO_THE_SERVICE = [
  / debe tener letras o dígitos$/,
  /^desde no puede ser posterior a hoy$/,
  /^mes debe ser el actual o uno anterior$/,
]
/** The client refuses before it is charged what the service answers with a 404, or does not find. */
const CANNOT_EXIST = /: el RUC no existe$/

for (const [method, path, queries] of QUESTIONS) {
  test(`${method} (${path}) refuses what the service refuses, in the same words, and nothing else`, async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const refusal = await refusalOf(method, query)
        // A live source may be asked only when both would ask it; that takes long and tells nothing here.
        if (!refusal && path === 'soat') return
        const told = await askService(path, query as Record<string, string>)
        if (LEFT_TO_THE_SERVICE.some((one) => one.test(told.mensaje ?? ''))) return
        if (!refusal) return assert.notEqual(told.status, 400, told.mensaje)
        assert.deepEqual([refusal.status, refusal.kind], [400, 'invalid'])
        if (CANNOT_EXIST.test(refusal.message)) {
          if (told.status === 404 && told.campo)
            assert.deepEqual([told.mensaje, told.campo], [refusal.message, refusal.campo])
          else assert.ok(told.status === 404 || told.status === 200, JSON.stringify(told))
          return
        }
        const { codigo, message, campo } = refusal
        assert.deepEqual(told, { status: 400, codigo, mensaje: message, ...(campo && { campo }) })
      }),
      { numRuns: 60 },
    )
  })
}

test('a wrong check digit or prefix sends nothing; a client that does not check sends it', async () => {
  const digit = await refusalOf('ruc', { numero: '20000000124' })
  assert.deepEqual(
    [digit?.message, digit?.campo, digit?.codigo],
    ['El dígito verificador no corresponde: el RUC no existe', 'numero', 'parametro_invalido'],
  )
  assert.equal((await refusalOf('ruc', { numero: '30000000122' }))?.campo, 'numero')
  assert.equal((await refusalOf('sanciones', { ruc: '20000000124' }))?.campo, 'ruc')
  // Foreign suppliers have numbers of another kind in the list of sanctions.
  assert.equal(await refusalOf('sanciones', { ruc: '99000000124' }), null)
  const unchecked = new Chasqui({ url, key, checkRuc: false })
  assert.equal(await unchecked.ruc('20000000124', { nullIfNotFound: true }), null)
})

const NO_TEXTS: [method: string, query: unknown, campo: string][] = [
  ['tipoCambio', new Date(), 'fecha'],
  ['tipoCambio', { fecha: new Date() }, 'fecha'],
  ['ruc', ['20000000125'], 'numero'],
  ['aml', { nombre: { texto: 'ana' } }, 'nombre'],
  ['nombre', Symbol('x'), 'q'],
]
for (const [method, query, campo] of NO_TEXTS) {
  test(`a ${Object.prototype.toString.call(query)} given to ${method} is refused, not left out`, async () => {
    const refusal = await refusalOf(method, query as object)
    assert.deepEqual([refusal?.codigo, refusal?.campo], ['parametro_invalido', campo])
  })
}

test('a name that does not count is not looked at, whatever it is', async () => {
  assert.equal(await refusalOf('sanciones', { ruc: '20000000125', nombre: {} }), null)
})
