import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { World } from '../helpers/app.ts'
import { fixture } from '../helpers/ask-source.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import type { Reply } from '../helpers/upstream-server.ts'

const json = (body: string | Buffer, status = 200): Reply => ({ status, type: 'application/json', body })
const says = (page: Reply | 'connection lost' | 'no token') => ({ pages: { 'insurance-registry': page } })
const certificates = fixture('insurance-registry', 'certificates.json')

/** The newest of the two recorded certificates. */
const POLICY = {
  placa: 'ABC123',
  aseguradora: 'Seguros Ejemplo',
  numeroPoliza: '000000000000000000000001',
  inicioVigencia: '16/03/2026',
  finVigencia: '16/03/2027',
  estado: 'VIGENTE',
  tipoUso: 'PARTICULAR',
  clase: 'AUTOMOVIL',
  tipoCertificado: 'DIGITAL',
  fuente: 'insurance-registry',
} as const
const endingOn = (finVigencia: string): World => ({
  sources: { 'insurance-registry': { policyByPlate: { ...POLICY, finVigencia } } },
})
const found = { status: 200, data: POLICY, source: 'insurance-registry; channel=live', cost: 1 } as const
const hour = 'private, max-age=3600'
const unavailable = { status: 502, codigo: 'fuente_no_disponible', cost: 0 } as const
const blocked = { status: 503, codigo: 'fuente_captcha', cost: 0 } as const

const soat = await openEndpoint('soat', {
  recorded: ['insurance-registry'],
  world: says(json(certificates)),
})

checkPromises(soat, [
  { when: 'the newest policy of the plate', ask: '?placa=ABC123', cache: hour, ...found },
  { when: 'lower case and hyphens are accepted', ask: '?placa=abc-123', cache: hour, ...found },
  { when: 'numero is another name of placa', ask: '?numero=abc123', cache: hour, ...found },
  { when: 'placa wins over a bad numero', ask: '?placa=abc123&numero=?', cache: hour, ...found },
  { when: 'placa wins over an unreadable numero', ask: '?placa=abc123&numero=%00', cache: hour, ...found },
  {
    when: 'an answer about today is good until midnight in Lima',
    ask: '?placa=ABC123',
    at: '2026-11-15T23:50:00-05:00',
    cache: 'private, max-age=600',
    ...found,
  },
  {
    when: 'a policy is in force on its last day',
    ask: '?placa=ABC123',
    world: endingOn('15/11/2026'),
    cache: hour,
    ...found,
    data: { ...POLICY, finVigencia: '15/11/2026' },
  },
  {
    when: 'a policy that the source still calls VIGENTE has expired on the day after',
    ask: '?placa=ABC123',
    world: endingOn('14/11/2026'),
    cache: hour,
    ...found,
    data: { ...POLICY, finVigencia: '14/11/2026', estado: 'VENCIDO' },
  },
  {
    when: 'an annulled policy stays annulled',
    ask: '?placa=ABC123',
    world: { sources: { 'insurance-registry': { policyByPlate: { ...POLICY, estado: 'ANULADO' } } } },
    cache: hour,
    ...found,
    data: { ...POLICY, estado: 'ANULADO' },
  },
  ...incomplete([
    ['no parameter', '', 'placa'],
    ['an empty placa', '?placa=', 'placa'],
    ['an empty numero', '?numero=', 'numero'],
  ]),
  ...malformed([
    ['a letter that a change of case would make two of', '?placa=abß12', 'placa'],
    ['a letter that a change of case would make an S', '?placa=abſ123', 'placa'],
    ['5 characters', '?placa=ABC12', 'placa'],
    ['8 characters', '?placa=ABC12345', 'placa'],
    ['a letter that is not ASCII', '?placa=ÑBC123', 'placa'],
    ['a digit that is not ASCII', '?placa=ABC12３', 'placa'],
    ['a bad plate under its other name', '?numero=ABC', 'numero'],
    ['a bad placa is not saved by a good numero', '?placa=ABC&numero=ABC123', 'placa'],
  ]),
  {
    when: 'a plate without a policy',
    ask: '?placa=ABC123',
    world: says(json(fixture('insurance-registry', 'none.json'))),
    ...{ status: 404, codigo: 'no_encontrado', mensaje: 'La placa consultada no tiene SOAT registrado', cost: 1 },
  },
  {
    when: 'a plate without a policy, told by the documented 404',
    ask: '?placa=ABC123',
    world: says(json('{"message":"Not found"}', 404)),
    ...{ status: 404, codigo: 'no_encontrado', cost: 1 },
  },
  {
    when: "a gateway's own 404",
    ask: '?placa=ABC123',
    world: says(json('{"message":"no Route matched with those values"}', 404)),
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'a source that breaks the connection',
    ask: '?placa=ABC123',
    world: says('connection lost'),
    ...unavailable,
  },
  {
    when: 'a source that has trouble',
    ask: '?placa=ABC123',
    world: says(json('{"message":"Server Error"}', 500)),
    ...unavailable,
  },
  {
    when: 'a page that is not the service',
    ask: '?placa=ABC123',
    world: says({ body: '<html><body>Bienvenido</body></html>' }),
    ...unavailable,
  },
  {
    when: 'a policy of another plate',
    ask: '?placa=XYZ987',
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'a source that asks for a captcha',
    ask: '?placa=ABC123',
    world: says(json(fixture('insurance-registry', 'captcha.json'), 422)),
    ...blocked,
  },
  {
    when: 'a bot wall in front of the source',
    ask: '?placa=ABC123',
    world: says({ body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' }),
    ...blocked,
  },
  {
    when: 'no partner token counts as a captcha',
    ask: '?placa=ABC123',
    world: says('no token'),
    ...blocked,
  },
])

test('/api/soat: a plate that was asked before is answered from the cache, and costs a unit all the same', async () => {
  soat.setWorld(soat.world)
  const sources = []
  const before = await soat.quotaLeft()
  for (const ask of ['?placa=ABC123', '?placa=abc-123']) sources.push((await soat.ask(ask)).headers['chasqui-source'])
  assert.deepEqual(sources, ['insurance-registry; channel=live', 'insurance-registry; channel=cache'])
  assert.equal(before - (await soat.quotaLeft()), 2)
})

checkSharedPromises(soat, { good: '?placa=ABC123', bad: '?placa=ABC', lookup: 'soat', cost: 1 })
checkTextParameter(soat, '?placa=ABC123', 'placa')
