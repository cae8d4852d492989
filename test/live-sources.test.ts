import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Fault, type Sandbox, startSandbox } from '../sandbox/main.ts'
import { aggregatorA } from '../sandbox/upstreams/aggregator-a.ts'
import { aggregatorB } from '../sandbox/upstreams/aggregator-b.ts'
import { insuranceRegistry } from '../sandbox/upstreams/insurance-registry.ts'
import { publicDniDirectory } from '../sandbox/upstreams/public-dni-directory.ts'
import { taxauth } from '../sandbox/upstreams/taxauth.ts'
import { PLATE_SAMPLES } from '../sandbox/world/plates.ts'
import { SAMPLES } from '../sandbox/world/register/index.ts'
import { limaClock } from '../src/domain/lima-time.ts'
import type { ProviderId } from '../src/domain/records.ts'
import type { FailureKind } from '../src/kernel/errors.ts'
import { soatLookup } from '../src/lookups/soat.ts'
import { openSources } from '../src/sources/index.ts'
import type { LiveSources, Questions } from '../src/sources/source.ts'

const TODAY = '2026-11-15'

let sandbox: Sandbox
before(async () => {
  const upstreams = [taxauth, publicDniDirectory(), aggregatorA, aggregatorB, insuranceRegistry]
  sandbox = await startSandbox({ upstreams, today: TODAY })
})
after(() => sandbox.close())

interface OpenOptions {
  now?: () => number
  timeoutMs?: number | undefined
  insuranceToken?: string | undefined
}

const open = (options: OpenOptions = {}): LiveSources => {
  const { settings } = sandbox
  const at = (name: string, token = settings[`CHASQUI_${name}_TOKEN`]) => ({
    origin: settings[`CHASQUI_${name}_URL`] as string,
    token,
  })
  return openSources(
    {
      'taxauth-scraper': at('TAXAUTH'),
      'public-dni-directory': at('DNI_DIRECTORY'),
      'aggregator-a': at('AGGREGATOR_A'),
      'aggregator-b': at('AGGREGATOR_B'),
      'insurance-registry':
        'insuranceToken' in options ? { ...at('INSURANCE'), token: options.insuranceToken } : at('INSURANCE'),
    },
    {
      clock: limaClock(TODAY, { now: options.now ?? Date.now }),
      userAgent: 'Chasqui/0.0 (+test)',
      timeoutMs: options.timeoutMs,
      spacingMs: 0,
    },
  )
}

const ask = async (sources: LiveSources, id: ProviderId, question: keyof Questions, arg: string): Promise<unknown> => {
  const provider = sources.answering(question).find((one) => one.id === id)
  assert.ok(provider, `${id} does not answer ${question}`)
  return (await (provider.ask as (arg: string) => Promise<{ value: unknown }>)(arg)).value
}

/** Each source with a question it knows the answer of, and one that it knows to be nothing. */
const ASKED: readonly [ProviderId, keyof Questions, known: string, nobody: string][] = [
  ['taxauth-scraper', 'taxpayerByRuc', SAMPLES.activeCompany.ruc, SAMPLES.unknownRuc.ruc],
  ['taxauth-scraper', 'taxpayersByDni', '00000012', SAMPLES.unknownDni.dni],
  ['taxauth-scraper', 'personByDni', '00000012', SAMPLES.unknownDni.dni],
  ['public-dni-directory', 'personByDni', SAMPLES.dniWithoutRuc.dni, SAMPLES.unknownDni.dni],
  ['aggregator-a', 'taxpayerByRuc', SAMPLES.activeCompany.ruc, SAMPLES.unknownRuc.ruc],
  ['aggregator-a', 'personByDni', SAMPLES.dniOfAggregators.dni, SAMPLES.unknownDni.dni],
  ['aggregator-b', 'taxpayerByRuc', SAMPLES.activeCompany.ruc, SAMPLES.unknownRuc.ruc],
  ['aggregator-b', 'personByDni', SAMPLES.dniOfAggregators.dni, SAMPLES.unknownDni.dni],
  ['insurance-registry', 'policyByPlate', PLATE_SAMPLES.inForce, PLATE_SAMPLES.uninsured],
]

const MEETS: Partial<Record<Fault, readonly FailureKind[]>> = {
  hang: ['upstream-unavailable'],
  down: ['upstream-unavailable'],
  reset: ['upstream-unavailable'],
  truncate: ['upstream-unavailable'],
  error: ['upstream-unavailable'],
  'rate-limited': ['upstream-unavailable'],
  captcha: ['upstream-blocked'],
  firewall: ['upstream-unavailable'],
  redesigned: ['upstream-changed', 'upstream-unavailable'],
  'wrong-type': ['upstream-changed', 'upstream-unavailable'],
  garbage: ['upstream-changed', 'upstream-unavailable'],
  'other-record': ['upstream-changed'],
}

/** While a fault holds, each question fails by one of `kinds`; when it and its pause are over, each is answered. */
const meet = async (fault: Fault, kinds: readonly FailureKind[], asked: typeof ASKED): Promise<void> => {
  let passed = 0
  // Only who hangs is waited for so long; the others may be slow on a busy machine.
  const timeoutMs = fault === 'hang' ? 2_000 : undefined
  const opened = asked.map((one) => [open({ now: () => Date.now() + passed, timeoutMs }), ...one] as const)
  try {
    for (const [id] of asked) sandbox.faults.set(id, fault)
    const failing = opened.map(([sources, id, question, known]) =>
      assert.rejects(ask(sources, id, question, known), ({ kind }) => kinds.includes(kind)),
    )
    await Promise.all(failing)
    passed = 61_000
    for (const [id] of asked) sandbox.faults.set(id, null)
    for (const [sources, id, question, known, nobody] of opened) {
      assert.notEqual(await ask(sources, id, question, known), null)
      assert.equal(await ask(sources, id, question, nobody), null)
    }
  } finally {
    sandbox.faults.clear()
    await Promise.all(opened.map(([sources]) => sources.close()))
  }
}

for (const [fault, kinds] of Object.entries(MEETS) as [Fault, readonly FailureKind[]][]) {
  const words = `${fault} is ${kinds.join(' or ')}, and over when it is over`
  // Time-outs are waited for together.
  if (fault === 'hang') test(`all sources: ${words}`, () => meet(fault, kinds, ASKED))
  else for (const one of ASKED) test(`${one[0]}, ${one[1]}: ${words}`, () => meet(fault, kinds, [one]))
}

test('every source says the same of one company', async () => {
  const sources = open()
  const answers = await Promise.all(
    (['taxauth-scraper', 'aggregator-a', 'aggregator-b'] as const).map((id) =>
      ask(sources, id, 'taxpayerByRuc', SAMPLES.deregisteredCompany.ruc),
    ),
  )
  const expected = {
    numero: '20000003451',
    razonSocial: 'EJEMPLOS DEL SUR E.I.R.L.',
    estado: 'BAJA',
    condicion: 'NO HALLADO SE MUDO DE DOMICILIO',
    direccion: 'PANAMERICANA SUR NRO. S/N',
    ubigeo: '040101',
    departamento: 'AREQUIPA',
    provincia: 'AREQUIPA',
    distrito: 'AREQUIPA',
  }
  const tipos = ['EMPRESA INDIVIDUAL DE RESP. LTDA', 'EMPRESA INDIVIDUAL DE RESPONSABILIDAD LIMITADA', '']
  assert.deepEqual(
    answers,
    tipos.map((tipo) => ({ ...expected, tipo })),
  )
  await sources.close()
})

test('a name is found with its people and companies, and a list that was cut says so', async () => {
  const sources = open()
  const found = (await ask(sources, 'taxauth-scraper', 'taxpayersByName', SAMPLES.homonyms.nombre)) as {
    rows: unknown[]
    truncated: boolean
  }
  assert.equal(found.rows.length, SAMPLES.homonyms.people + 1)
  assert.equal(found.truncated, false)
  const many = (await ask(sources, 'taxauth-scraper', 'taxpayersByName', 'QUISPE')) as typeof found
  assert.deepEqual([many.rows.length, many.truncated], [30, true])
  assert.equal(await ask(sources, 'taxauth-scraper', 'taxpayersByName', 'NADIE SE LLAMA ASI'), null)
  await sources.close()
})

test('a source without its token is asked nothing, and the insurance one counts as behind a verification', async () => {
  const { settings } = sandbox
  const origin = settings.CHASQUI_TAXAUTH_URL as string
  const bare = { origin }
  const sources = openSources(
    { 'taxauth-scraper': bare, 'aggregator-a': bare, 'aggregator-b': bare, 'insurance-registry': bare },
    { clock: limaClock(TODAY), userAgent: 'Chasqui/0.0 (+test)' },
  )
  assert.deepEqual(sources.answering('taxpayerByRuc'), [])
  assert.deepEqual(sources.answering('personByDni'), [])
  const soat = soatLookup({ sources, clock: limaClock(TODAY) })
  await assert.rejects(soat({ placa: 'ABC123' }), { kind: 'upstream-blocked' })
  assert.equal(sources.health()['insurance-registry'].captchaBlocked, true)
  await sources.close()
})

test('a refused token is an unavailable source, never a none', async () => {
  const wrong = { origin: sandbox.settings.CHASQUI_INSURANCE_URL as string, token: 'wrong' }
  const others = ['TAXAUTH', 'AGGREGATOR_A', 'AGGREGATOR_B'].map((name) => ({
    origin: sandbox.settings[`CHASQUI_${name}_URL`] as string,
    token: 'wrong',
  }))
  const [taxauth, aggregatorA, aggregatorB] = others as [typeof wrong, typeof wrong, typeof wrong]
  const sources = openSources(
    {
      'taxauth-scraper': taxauth,
      'aggregator-a': aggregatorA,
      'aggregator-b': aggregatorB,
      'insurance-registry': wrong,
    },
    { clock: limaClock(TODAY), userAgent: 'Chasqui/0.0 (+test)', spacingMs: 0 },
  )
  for (const provider of sources.answering('taxpayerByRuc')) {
    await assert.rejects(provider.ask(SAMPLES.activeCompany.ruc), { kind: 'upstream-unavailable' }, provider.id)
  }
  await assert.rejects(ask(sources, 'insurance-registry', 'policyByPlate', 'ABC123'), { kind: 'upstream-unavailable' })
  await sources.close()
})

const PLATES = [
  ['inForce', 'VIGENTE'],
  ['expired', 'VENCIDO'],
  ['annulled', 'ANULADO'],
  ['renewed', 'VIGENTE'],
  ['uninsured', 'not-found'],
  ['verification', 'upstream-blocked'],
  ['failing', 'upstream-unavailable'],
  ['tooMany', 'upstream-unavailable'],
] as const

for (const [sample, expected] of PLATES) {
  test(`the sample plate ${PLATE_SAMPLES[sample]} always is ${expected}`, async () => {
    const sources = open()
    const soat = soatLookup({ sources, clock: limaClock(TODAY) })
    const outcome = await soat({ numero: PLATE_SAMPLES[sample].toLowerCase() }).then(
      ({ data }) => data.estado,
      ({ kind }) => kind,
    )
    assert.equal(outcome, expected)
    await sources.close()
  })
}
