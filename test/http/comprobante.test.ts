import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixture } from '../helpers/ask-source.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import type { Reply } from '../helpers/upstream-server.ts'

const json = (body: string | Buffer, status = 200): Reply => ({ status, type: 'application/json', body })
const TOKEN = json('{"access_token":"uno","token_type":"JWT","expires_in":3600}')
/** A service that gives tokens and says this of every voucher. */
const says = (reply: Reply, token: Reply = TOKEN) => ({
  pages: { 'taxauth-cpe': (path: string) => (path.includes('/oauth2/') ? token : reply) },
})
const state = (estadoCp: string) => says(json(`{"success":true,"data":{"estadoCp":"${estadoCp}"}}`))

const ASK = '?ruc=20000000125&tipo=01&serie=F001&numero=12&fecha=2026-11-10&monto=118.00'
const asking = (change: Record<string, string | null>): string => {
  const query = new URLSearchParams(ASK)
  for (const [name, value] of Object.entries(change)) value === null ? query.delete(name) : query.set(name, value)
  return `?${query}`
}
const ACCEPTED = {
  estado: 'ACEPTADO',
  estadoRuc: 'ACTIVO',
  condicionRuc: 'HABIDO',
  observaciones: ['- Observada por el emisor'],
} as const
const bare = (estado: string) => ({ estado, estadoRuc: '', condicionRuc: '', observaciones: [] })
const found = {
  status: 200,
  source: 'taxauth-cpe; channel=live',
  cache: 'private, max-age=600',
  cost: 1,
  also: { proveedor: 'taxauth-cpe' },
} as const
const unavailable = { status: 502, codigo: 'fuente_no_disponible', cost: 0 } as const
const changed = { status: 502, codigo: 'fuente_cambio', cost: 0 } as const

const comprobante = await openEndpoint('comprobante', {
  recorded: ['taxauth-cpe'],
  world: says(json(fixture('taxauth-cpe', 'accepted.json'))),
})

checkPromises(comprobante, [
  { when: 'an accepted voucher', ask: ASK, ...found, data: ACCEPTED },
  {
    when: 'a series of small letters, zeros in front',
    ask: asking({ serie: 'f001', numero: '00000012' }),
    ...found,
    data: ACCEPTED,
  },
  { when: 'a series of paper, without amount', ask: asking({ serie: '1', monto: null }), ...found, data: ACCEPTED },
  ...(
    [
      ['2', 'ANULADO'],
      ['3', 'AUTORIZADO'],
      ['0004', 'NO AUTORIZADO'],
    ] as const
  ).map(([code, estado]) => ({ when: estado, ask: ASK, world: state(code), ...found, data: bare(estado) })),
  ...incomplete(
    ['ruc', 'tipo', 'serie', 'numero', 'fecha'].map((name) => [`no ${name}`, asking({ [name]: null }), name]),
  ),
  ...malformed([
    ['a RUC of ten digits', asking({ ruc: '2000000012' }), 'ruc'],
    ['an unknown kind', asking({ tipo: '02' }), 'tipo'],
    ['a series of five', asking({ serie: 'F0001' }), 'serie'],
    ['a series that is none', asking({ serie: 'F-01' }), 'serie'],
    ['number zero', asking({ numero: '0' }), 'numero'],
    ['a number of nine digits', asking({ numero: '123456789' }), 'numero'],
    ['an impossible day', asking({ fecha: '2026-02-30' }), 'fecha'],
    ['a day after today', asking({ fecha: '2026-11-16' }), 'fecha'],
    ['an amount with a comma', asking({ monto: '118,00' }), 'monto'],
    ['an amount with three decimals', asking({ monto: '1.234' }), 'monto'],
    ['an amount below zero', asking({ monto: '-1' }), 'monto'],
  ]),
  { when: 'a refusal', ask: ASK, world: says(json(fixture('taxauth-cpe', 'refused.json'))), ...unavailable },
  { when: 'bad parameters by its own account', ask: ASK, world: says(json('{"cod":"422"}', 422)), ...unavailable },
  { when: 'trouble', ask: ASK, world: says(json('{}', 500)), ...unavailable },
  { when: 'too many questions', ask: ASK, world: says(json('{}', 429)), ...unavailable },
  { when: 'a lost connection', ask: ASK, world: { pages: { 'taxauth-cpe': 'connection lost' } }, ...unavailable },
  { when: 'a token that is refused twice', ask: ASK, world: says(json('{}', 401)), ...unavailable },
  { when: 'an unknown state', ask: ASK, world: state('7'), ...changed },
  { when: 'another page', ask: ASK, world: says({ body: '<html><h1>Bienvenido</h1></html>' }), ...changed },
  { when: 'no token in the reply', ask: ASK, world: says(json('{}'), json('{}')), ...changed },
  {
    when: 'wrong credentials name the settings',
    ask: ASK,
    world: says(json('{}'), json('{"error":"invalid_client"}', 401)),
    ...{ status: 503, codigo: 'fuente_no_configurada', cost: 0 },
    mensaje: 'Cuenta rechazada: revise los ajustes',
  },
  {
    when: 'an installation without account',
    ask: ASK,
    world: { pages: { 'taxauth-cpe': 'no token' as const } },
    ...{ status: 503, codigo: 'fuente_no_configurada', cost: 0 },
  },
  {
    when: 'a captcha',
    ask: ASK,
    world: says({ body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>' }),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
])

test('/api/comprobante: NO INFORMADO is an answer that says what it can mean', async () => {
  comprobante.setWorld(state('0'))
  const { statusCode, body } = await comprobante.ask(ASK)
  assert.equal(statusCode, 200)
  const { data, aviso } = JSON.parse(body)
  assert.deepEqual(data, bare('NO INFORMADO'))
  assert.match(aviso, /no prueba que sea falso/)
})

checkSharedPromises(comprobante, { good: ASK, bad: asking({ ruc: '1' }), lookup: 'comprobante', cost: 1 })
checkTextParameter(comprobante, ASK, 'serie')
