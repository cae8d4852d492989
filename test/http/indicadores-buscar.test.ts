import type { World } from '../helpers/app.ts'
import { fixture } from '../helpers/ask-source.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import type { Reply } from '../helpers/upstream-server.ts'

const says = (page: Reply | 'connection lost'): World => ({ pages: { 'central-bank': page } })
const CSV = fixture('central-bank', 'catalogue.csv')
const catalogue = says({ type: 'text/csv', body: CSV })
const changedInto = (body: string): World => says({ type: 'text/csv', body: Buffer.from(body, 'latin1') })

const series = (codigo: string, grupo: string, nombre: string, frecuencia: string, desde: string, hasta: string) => ({
  ...{ codigo, nombre, grupo, frecuencia, desde, hasta },
})
const EXCHANGE = 'Tipo de cambio'
const SELL = series(
  ...(['PD04640PD', EXCHANGE, 'TC Sistema bancario SBS (S/ por US$) - Venta', 'diaria'] as const),
  ...(['1997-01-02', '2024-09-30'] as const),
)
const BUY = { ...SELL, codigo: 'PD04639PD', nombre: 'TC Sistema bancario SBS (S/ por US$) - Compra' }
const CPI = series('PN01273PM', 'Índice de precios', 'IPC', 'mensual', '1950-01-01', '2024-08-01')
const GDP = series(
  ...(['PN01770AM', 'Producto bruto interno y demanda interna (índice 2007=100)', 'PBI', 'mensual'] as const),
  ...(['2003-01-01', '2024-07-01'] as const),
)
const SPENDING = series('PN02507AQ', 'Por tipo de gasto', 'PBI', 'trimestral', '1980-01-01', '2024-04-01')
const RATE = series(
  ...(['PD04722MM', 'Tasas de interés del BCRP', 'Tasa de Referencia de la Política Monetaria', 'mensual'] as const),
  ...(['2003-09-01', '2024-09-01'] as const),
)

const found = { status: 200, source: 'central-bank; channel=live', cache: 'private, max-age=3600', cost: 1 } as const
const one = (data: unknown) => ({ ...found, data: [data], also: { total: 1 } })
const none = { status: 404, codigo: 'no_encontrado', cost: 1 } as const
const changed = { status: 502, codigo: 'fuente_cambio', cost: 0 } as const
const unavailable = { status: 502, codigo: 'fuente_no_disponible', cost: 0 } as const

const buscar = await openEndpoint('indicadores/buscar', { recorded: ['central-bank'], world: catalogue })

checkPromises(buscar, [
  { when: 'words of the group', ask: '?q=tipo de cambio', ...found, data: [SELL, BUY], also: { total: 2 } },
  { when: 'words in another order', ask: '?q=cambio tipo', ...found, data: [SELL, BUY], also: { total: 2 } },
  { when: 'words of group and name', ask: '?q=venta cambio', ...one(SELL) },
  { when: 'an alias, with its accent', ask: '?q=inflación', ...one(CPI) },
  { when: 'any case, accents or none', ask: '?q=POLITICA monetaría', ...one(RATE) },
  { when: 'the beginnings of words', ask: '?q=polít monet', ...one(RATE) },
  { when: 'small misspellings', ask: '?q=referensia politika', ...one(RATE) },
  { when: 'a code', ask: '?q=PN02507AQ', ...one(SPENDING) },
  { when: 'a code in lower case', ask: '?q=pn02507aq', ...one(SPENDING) },
  { when: 'the beginning of codes', ask: '?q=PD046', ...found, data: [SELL, BUY], also: { total: 2 } },
  { when: 'the series with an alias first', ask: '?q=pbi', ...found, data: [GDP, SPENDING], also: { total: 2 } },
  { when: 'one frequency alone', ask: '?q=pbi&frecuencia=trimestral', ...one(SPENDING) },
  {
    when: 'fewer than there are',
    ask: '?q=pbi&limite=1',
    ...{ ...found, data: [GDP], also: { total: 2, truncado: true } },
  },
  { when: 'nothing like it', ask: '?q=caña de azúcar', ...none },
  { when: 'nothing of that frequency', ask: '?q=ipc&frecuencia=anual', ...none },
  { when: 'a code that does not exist is not guessed', ask: '?q=PD04641PD', ...none },
  { when: 'a text of 200 characters', ask: `?q=${'zq '.repeat(66)}zq`, ...none },
  { when: 'the middle of a word', ask: '?q=mbio', ...none },
  ...incomplete([
    ['no text', '', 'q'],
    ['an empty text', '?q=', 'q'],
    ['spaces', '?q=%20%20', 'q'],
  ]),
  ...malformed([
    ['one letter', '?q=a', 'q'],
    ['no letter or digit', '?q=--', 'q'],
    ['a frequency that does not exist', '?q=pbi&frecuencia=semanal', 'frecuencia'],
    ['an empty frequency', '?q=pbi&frecuencia=', 'frecuencia'],
    ['a limit of none', '?q=pbi&limite=0', 'limite'],
    ['a limit above the highest', '?q=pbi&limite=51', 'limite'],
    ['a limit that is no number', '?q=pbi&limite=1e1', 'limite'],
    ['an empty limit', '?q=pbi&limite=', 'limite'],
  ]),
  { when: 'the bank breaks the connection', ask: '?q=pbi', world: says('connection lost'), ...unavailable },
  { when: 'the bank has trouble', ask: '?q=pbi', world: says({ status: 500, body: 'error' }), ...unavailable },
  { when: 'no catalogue at its address', ask: '?q=nada', world: says({ status: 404, body: CSV }), ...unavailable },
  {
    when: 'a page in place of the catalogue',
    ask: '?q=nada',
    world: says({ body: fixture('central-bank', 'unknown-code.html') }),
    ...unavailable,
  },
  {
    when: 'a bot wall in front of the bank',
    ask: '?q=pbi',
    world: says({ body: fixture('central-bank', 'wall.html') }),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
  { when: 'an empty catalogue', ask: '?q=nada', world: says({ type: 'text/csv', body: '' }), ...changed },
  {
    when: 'a catalogue without a newline at its end',
    ask: '?q=PN02507AQ',
    world: changedInto(CSV.toString('latin1').trimEnd()),
    ...one(SPENDING),
  },
  { when: 'half a catalogue', ask: '?q=nada', world: changedInto(CSV.toString('latin1').slice(0, 700)), ...changed },
  {
    when: 'a catalogue without names',
    ask: '?q=pbi',
    world: changedInto(CSV.toString('latin1').replace('Nombre de serie', 'Otro')),
    ...changed,
  },
  {
    when: 'a catalogue whose names are empty',
    ask: '?q=pbi',
    world: changedInto(CSV.toString('latin1').replaceAll(/^("?P[^;]+;[^;]*;[^;]*;)[^;]*/gm, '$1')),
    ...changed,
  },
  {
    when: 'an installation without the bank',
    ask: '?q=pbi',
    world: {},
    ...{ status: 503, codigo: 'fuente_no_configurada', cost: 0 },
  },
])

checkSharedPromises(buscar, { good: '?q=pbi', bad: '?q=a', lookup: 'indicadores/buscar', cost: 1 })
checkTextParameter(buscar, '?q=pbi', 'q')
checkTextParameter(buscar, '?q=pbi&frecuencia=mensual', 'frecuencia')
checkTextParameter(buscar, '?q=pbi&limite=5', 'limite')
