import type { World } from '../helpers/app.ts'
import { fixture } from '../helpers/ask-source.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import type { Reply } from '../helpers/upstream-server.ts'

const says = (page: Reply | 'connection lost'): World => ({ pages: { 'central-bank': page } })
const recorded = (name: string): World =>
  says({ type: name.endsWith('.json') ? 'application/json' : 'text/html', body: fixture('central-bank', name) })

/** A page for every series, and the bank's catalogue. */
const CSV = fixture('central-bank', 'catalogue.csv')
const withCatalogue = (page: Reply, catalogue: Partial<Reply> = {}): World => ({
  pages: {
    'central-bank': (path) => (path.endsWith('/metadata') ? { type: 'text/csv', body: CSV, ...catalogue } : page),
  },
})
/** The catalogue without the newline at its end. */
const bare = CSV.subarray(0, CSV.toString('latin1').trimEnd().length)
const stub: Reply = { body: fixture('central-bank', 'unknown-code.html') }
const missing: Reply = { status: 404, type: 'application/json', body: '{"message":"not found"}' }

const DAILY = {
  codigo: 'PD04640PD',
  nombre: 'TC Sistema bancario SBS (S/ por US$) - Venta',
  frecuencia: 'diaria',
  valores: [
    { periodo: '20.Ago.26', valor: 3.528 },
    { periodo: '21.Ago.26', valor: 3.531 },
    { periodo: '24.Ago.26', valor: 3.5275 },
    { periodo: '31.Ago.26', valor: 3.519 },
    { periodo: '01.Set.26', valor: 3.52 },
    { periodo: '02.SEP.26', valor: 3.516 },
  ],
  fuente: 'central-bank',
}
const MONTHLY = {
  codigo: 'PN01273PM',
  nombre: 'Índice de precios Lima Metropolitana (var% 12 meses) - IPC',
  frecuencia: 'mensual',
  valores: [
    { periodo: 'Jul.2026', valor: 1.7 },
    { periodo: 'Ago.2026', valor: -0.25 },
    { periodo: 'Set.2026', valor: 1.91234567890123 },
  ],
  fuente: 'central-bank',
}
const monthly = (codigo: string) => ({ ...MONTHLY, codigo })

const found = { status: 200, source: 'central-bank; channel=live', cost: 1 } as const
const hour = 'private, max-age=3600'
const halfDay = 'private, max-age=43200'
const notFound = { status: 404, codigo: 'no_encontrado', cost: 1 } as const
const unavailable = { status: 502, codigo: 'fuente_no_disponible', cost: 0 } as const

const indicadores = await openEndpoint('indicadores', { recorded: ['central-bank'], world: recorded('daily.json') })

checkPromises(indicadores, [
  {
    when: 'a daily series by its code, values that are n.d. left out',
    ask: '?codigo=PD04640PD',
    ...found,
    data: DAILY,
    cache: hour,
  },
  { when: 'a code in lower case', ask: '?codigo=pd04640pd', ...found, data: DAILY, cache: hour },
  { when: 'an alias', ask: '?codigo=tipo-cambio-venta', ...found, data: DAILY, cache: hour },
  { when: 'an alias in capitals', ask: '?codigo=TIPO-CAMBIO-VENTA', ...found, data: DAILY, cache: hour },
  {
    when: 'the other alias of a daily series',
    ask: '?codigo=tipo-cambio-compra',
    ...found,
    data: { ...DAILY, codigo: 'PD04639PD' },
    cache: hour,
  },
  ...(
    [
      ['inflacion', 'PN01273PM'],
      ['pbi', 'PN01770AM'],
      ['reservas', 'PN00026MM'],
      ['tasa-referencia', 'PD04722MM'],
    ] as const
  ).map(([alias, codigo]) => ({
    when: `the alias of ${codigo}, ordered by period`,
    ask: `?codigo=${alias}`,
    world: recorded('monthly.json'),
    ...{ ...found, data: monthly(codigo), cache: halfDay },
  })),
  {
    when: 'quarters as the bank prints them',
    ask: '?codigo=PN02507AQ&desde=2024-04-01&hasta=2024-12-31',
    world: recorded('quarterly.json'),
    ...{ ...found, cache: halfDay },
    data: {
      codigo: 'PN02507AQ',
      nombre: 'Producto bruto interno por tipo de gasto (variaciones porcentuales) - PBI',
      frecuencia: 'trimestral',
      valores: [
        { periodo: 'T2.24', valor: 3.7 },
        { periodo: 'T3.24', valor: 3.9 },
        { periodo: 'T4.24', valor: 4.2 },
      ],
      fuente: 'central-bank',
    },
  },
  {
    when: 'years as the bank prints them',
    ask: '?codigo=PM04863AA&desde=2023-01-01&hasta=2024-12-31',
    world: recorded('annual.json'),
    ...{ ...found, cache: halfDay },
    data: {
      codigo: 'PM04863AA',
      nombre: 'PBI - Agropecuario',
      frecuencia: 'anual',
      valores: [
        { periodo: '2023', valor: -2.4 },
        { periodo: '2024', valor: 4.9 },
      ],
      fuente: 'central-bank',
    },
  },
  {
    when: 'a window of dates, both days included',
    ask: '?codigo=PD04640PD&desde=2026-08-21&hasta=2026-08-31',
    ...{ ...found, data: { ...DAILY, valores: DAILY.valores.slice(1, 4) }, cache: hour },
  },
  {
    when: 'a window up to today is good until midnight in Lima',
    ask: '?codigo=inflacion',
    world: recorded('monthly.json'),
    at: '2026-11-15T23:00:00-05:00',
    ...{ ...found, data: MONTHLY, cache: 'private, max-age=3600' },
  },
  {
    when: 'a window of the past does not end at midnight',
    ask: '?codigo=inflacion&hasta=2026-09-30',
    world: recorded('monthly.json'),
    at: '2026-11-15T23:00:00-05:00',
    ...{ ...found, data: MONTHLY, cache: halfDay },
  },
  ...incomplete([
    ['no code', '', 'codigo'],
    ['an empty code', '?codigo=', 'codigo'],
  ]),
  ...malformed([
    ['a first day that does not exist', '?codigo=pbi&desde=2026-02-30', 'desde'],
    ['a last day that is a word', '?codigo=pbi&hasta=ayer', 'hasta'],
    ['an empty first day', '?codigo=pbi&desde=', 'desde'],
    ['an empty last day', '?codigo=pbi&hasta=', 'hasta'],
    ['the first day after the last', '?codigo=pbi&desde=2026-03-02&hasta=2026-03-01', 'desde'],
    ['the first day after today', '?codigo=pbi&desde=2026-11-16', 'desde'],
  ]),
  { when: 'an alias that does not exist', ask: '?codigo=dolar', ...notFound },
  { when: 'a code of another shape', ask: '?codigo=PD04640PX', ...notFound },
  { when: 'a code of 200 characters', ask: `?codigo=${'x'.repeat(200)}`, ...notFound },
  {
    when: 'a page for a code that the catalogue lacks',
    ask: '?codigo=PD99999PD',
    world: withCatalogue(stub),
    ...notFound,
  },
  {
    when: '404 for a code that the catalogue lacks',
    ask: '?codigo=PD99999PD',
    world: withCatalogue(missing),
    ...notFound,
  },
  {
    when: 'a code that the catalogue lacks, whose last line has no newline but whose length is stated',
    ask: '?codigo=PD99999PD',
    world: withCatalogue(stub, { body: bare, headers: { 'content-length': String(bare.length) } }),
    ...notFound,
  },
  {
    when: 'a code that the catalogue lacks, which ends with its last chunk',
    ask: '?codigo=PD99999PD',
    world: withCatalogue(stub, { body: bare }),
    ...notFound,
  },
  {
    when: 'a code that the catalogue lacks, which ends with the connection and a newline',
    ask: '?codigo=PD99999PD',
    world: withCatalogue(stub, { unframed: true }),
    ...notFound,
  },
  {
    when: 'a code that the catalogue lacks, which ends with the connection in a line',
    ask: '?codigo=PD99999PD',
    world: withCatalogue(stub, { body: bare, unframed: true }),
    ...unavailable,
  },
  {
    when: 'a page for a code, and no catalogue that could tell why',
    ask: '?codigo=PD99999PD',
    world: recorded('unknown-code.html'),
    ...unavailable,
  },
  {
    when: '404 for a code, and no catalogue that could tell why',
    ask: '?codigo=PD99999PD',
    world: says(missing),
    ...unavailable,
  },
  {
    when: '404 for a series of the catalogue',
    ask: '?codigo=PN02507AQ',
    world: withCatalogue(missing),
    ...unavailable,
  },
  { when: '404 for a series with an alias', ask: '?codigo=pbi', world: withCatalogue(missing), ...unavailable },
  { when: 'no data in the window', ask: '?codigo=PD04640PD', world: recorded('empty.json'), ...notFound },
  { when: 'a window before all series', ask: '?codigo=pbi&hasta=1899-12-31', ...notFound },
  { when: 'the bank breaks the connection', ask: '?codigo=pbi', world: says('connection lost'), ...unavailable },
  { when: 'the bank has trouble', ask: '?codigo=pbi', world: says({ status: 500, body: 'error' }), ...unavailable },
  {
    when: 'a page in place of a series that exists',
    ask: '?codigo=pbi',
    world: recorded('unknown-code.html'),
    ...unavailable,
  },
  {
    when: 'an answer of another shape',
    ask: '?codigo=pbi',
    world: says({ type: 'application/json', body: '{"series":[]}' }),
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'a bot wall in front of the bank',
    ask: '?codigo=pbi',
    world: recorded('wall.html'),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
  {
    when: 'an installation without the bank',
    ask: '?codigo=pbi',
    world: {},
    ...{ status: 503, codigo: 'fuente_no_configurada', cost: 0 },
  },
])

checkSharedPromises(indicadores, {
  good: '?codigo=PD04640PD',
  bad: '?codigo=pbi&desde=x',
  lookup: 'indicadores',
  cost: 1,
})
checkTextParameter(indicadores, '?codigo=PD04640PD', 'codigo')
checkTextParameter(indicadores, '?codigo=PD04640PD&desde=2026-08-01', 'desde')
checkTextParameter(indicadores, '?codigo=PD04640PD&hasta=2026-11-15', 'hasta')
