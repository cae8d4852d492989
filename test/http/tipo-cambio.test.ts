import type { Series } from '../../src/domain/records.ts'
import type { World } from '../helpers/app.ts'
import { checkPromises, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'

const TODAY = '2026-11-15'
const rate = (fecha: string, compra = 3.354, venta = 3.362) => ({ fecha, compra, venta })

/** The central bank's close of one day, the same for buy and sell. */
const closeOf = (periodo: string, valor: number): Series => ({
  codigo: 'PD04640PD',
  nombre: 'TC',
  valores: [{ periodo, valor }],
  fuente: 'central-bank',
})

const textFile = (published: ReturnType<typeof rate>): World => ({
  sources: { 'taxauth-tc': { currentRate: published, ratesOfMonth: [] }, 'central-bank': { series: null } },
})
const days = (fecha: string, compra = 3.354, venta = 3.362) => ({ fecha, compra, venta, moneda: 'USD/PEN' })

const proveedor = 'taxauth-tc'
const live = (published: string) => `taxauth-tc; channel=live; edition="${published}"`
const recent = { status: 200, cache: 'private, max-age=600', cost: 1 } as const
const everyone = (kind: 'upstream-unavailable' | 'upstream-changed' | 'upstream-blocked'): World => ({
  sources: { 'taxauth-tc': { currentRate: kind, ratesOfMonth: kind }, 'central-bank': { series: kind } },
})

const tipoCambio = await openEndpoint('tipo-cambio', { world: textFile(rate(TODAY)) })

checkPromises(tipoCambio, [
  {
    when: 'today in Lima unless a date is given',
    ask: '',
    ...recent,
    data: days(TODAY),
    also: { proveedor },
    source: live(TODAY),
  },
  {
    when: 'a date with its own publication',
    ask: `?fecha=${TODAY}`,
    ...recent,
    data: days(TODAY),
    also: { proveedor },
    source: live(TODAY),
  },
  {
    when: 'a day without publication carries the last one before it',
    ask: '',
    world: textFile(rate('2026-11-14')),
    ...{ ...recent, data: days(TODAY), source: live('2026-11-14') },
    also: {
      proveedor,
      aviso: 'No consta publicación oficial del 2026-11-15: se entrega la última anterior, del 2026-11-14',
    },
  },
  {
    when: 'a future day has the values and the date of today',
    ask: '?fecha=2026-12-24',
    ...{ ...recent, data: days(TODAY), source: live(TODAY) },
    also: {
      proveedor,
      aviso: 'El tipo de cambio oficial del 2026-12-24 aún no está disponible: se entrega el de hoy, 2026-11-15',
    },
  },
  {
    when: 'a future day, while today carries an earlier publication',
    ask: '?fecha=2026-11-16',
    world: textFile(rate('2026-11-14')),
    ...{ ...recent, data: days(TODAY), source: live('2026-11-14') },
    also: {
      proveedor,
      aviso:
        'El tipo de cambio oficial del 2026-11-16 aún no está disponible: se entrega el de hoy, 2026-11-15, según la última publicación, del 2026-11-14',
    },
  },
  {
    when: 'an answer about today is good until midnight in Lima',
    ask: '',
    at: '2026-11-15T23:58:00-05:00',
    ...{ ...recent, data: days(TODAY), also: { proveedor }, source: live(TODAY), cache: 'private, max-age=120' },
  },
  {
    when: 'a publication that we saw needs no source',
    ask: '?fecha=2026-11-10',
    world: { ...everyone('upstream-unavailable'), published: [rate('2026-11-10', 3.3, 3.31)] },
    ...{ ...recent, data: days('2026-11-10', 3.3, 3.31), also: { proveedor } },
    source: 'taxauth-tc; channel=cache; edition="2026-11-10"',
  },
  {
    when: 'an old day does not change and may be kept for a week',
    ask: '?fecha=2026-10-01',
    world: { sources: { 'taxauth-tc': { ratesOfMonth: [rate('2026-10-01')] } } },
    ...{ ...recent, data: days('2026-10-01'), also: { proveedor }, source: live('2026-10-01') },
    cache: 'private, max-age=604800',
  },
  {
    when: 'a rate derived from the central bank’s close of the day before',
    ask: '',
    world: {
      sources: {
        'taxauth-tc': { currentRate: 'upstream-unavailable' },
        'central-bank': { series: closeOf('14.Nov.26', 3.36) },
      },
    },
    ...{ ...recent, data: days(TODAY, 3.36, 3.36), also: { proveedor } },
    source: 'central-bank; channel=live; edition="2026-11-15"',
  },
  ...malformed([
    ['a day that does not exist', '?fecha=2026-02-30', 'fecha'],
    ['a date in another order', '?fecha=15-11-2026', 'fecha'],
    ['a date with slashes', '?fecha=15/11/2026', 'fecha'],
    ['a date without leading zeros', '?fecha=2026-1-5', 'fecha'],
    ['a date with a time', '?fecha=2026-11-15T00:00', 'fecha'],
    ['digits that are not ASCII', '?fecha=٢٠٢٦-٠١-٠١', 'fecha'],
    ['a word', '?fecha=hoy', 'fecha'],
    ['an empty date', '?fecha=', 'fecha'],
  ]),
  {
    when: 'before the first day that anybody can know',
    ask: '?fecha=1997-01-02',
    ...{ status: 404, codigo: 'no_encontrado', cost: 1 },
  },
  {
    when: 'nobody published a rate near one of the first days',
    ask: '?fecha=1997-01-05',
    world: { sources: { 'taxauth-tc': { ratesOfMonth: [] }, 'central-bank': { series: null } } },
    ...{ status: 404, codigo: 'no_encontrado', cost: 1 },
  },
  {
    when: 'nobody shows a rate near a day that must have one',
    ask: '?fecha=2026-10-01',
    world: { sources: { 'taxauth-tc': { ratesOfMonth: [] }, 'central-bank': { series: null } } },
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'every source is down',
    ask: '',
    world: everyone('upstream-unavailable'),
    ...{ status: 502, codigo: 'fuente_no_disponible', cost: 0 },
  },
  {
    when: 'one source is down and the others have none',
    ask: '',
    world: {
      sources: {
        'taxauth-tc': { currentRate: 'upstream-unavailable', ratesOfMonth: [] },
        'central-bank': { series: null },
      },
    },
    ...{ status: 502, codigo: 'fuente_no_disponible', cost: 0 },
  },
  {
    when: 'no source can be read any more',
    ask: '',
    world: everyone('upstream-changed'),
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'only captchas are in the way',
    ask: '',
    world: everyone('upstream-blocked'),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
])

checkSharedPromises(tipoCambio, { good: `?fecha=${TODAY}`, bad: '?fecha=hoy', lookup: 'tipo-cambio', cost: 1 })
checkTextParameter(tipoCambio, `?fecha=${TODAY}`, 'fecha')
