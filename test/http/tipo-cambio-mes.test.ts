import type { World } from '../helpers/app.ts'
import { checkPromises, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'

const rate = (fecha: string, compra = 3.354, venta = 3.362) => ({ fecha, compra, venta })
const FEBRUARY = Array.from({ length: 28 }, (_, at) => rate(`2026-02-${String(at + 1).padStart(2, '0')}`))

const proveedor = 'taxauth-tc'
const live = (published: string) => `taxauth-tc; channel=live; edition="${published}"`
const recent = { status: 200, cache: 'private, max-age=600', cost: 1 } as const
const everyone = (kind: 'upstream-unavailable' | 'upstream-changed' | 'upstream-blocked'): World => ({
  sources: { 'taxauth-tc': { currentRate: kind, ratesOfMonth: kind }, 'central-bank': { series: kind } },
})

const month = await openEndpoint('tipo-cambio', { world: { sources: { 'taxauth-tc': { ratesOfMonth: FEBRUARY } } } })

checkPromises(month, [
  {
    when: 'every day of a month up to today, those without publication carried over',
    ask: '?mes=2026-11',
    at: '2026-11-04T12:00:00-05:00',
    world: { sources: { 'taxauth-tc': { ratesOfMonth: [rate('2026-10-31', 3.3, 3.31), rate('2026-11-03')] } } },
    ...{ ...recent, also: { proveedor }, source: live('2026-11-03') },
    data: {
      mes: '2026-11',
      moneda: 'USD/PEN',
      dias: [
        { fecha: '2026-11-01', compra: 3.3, venta: 3.31, publicado: '2026-10-31' },
        { fecha: '2026-11-02', compra: 3.3, venta: 3.31, publicado: '2026-10-31' },
        { fecha: '2026-11-03', compra: 3.354, venta: 3.362, publicado: '2026-11-03' },
        { fecha: '2026-11-04', compra: 3.354, venta: 3.362, publicado: '2026-11-03' },
      ],
    },
  },
  {
    when: 'a month that is over may be kept for a week',
    ask: '?mes=2026-02',
    world: { ...everyone('upstream-unavailable'), published: FEBRUARY },
    ...{ ...recent, also: { proveedor }, cache: 'private, max-age=604800' },
    source: 'taxauth-tc; channel=cache; edition="2026-02-28"',
    data: {
      mes: '2026-02',
      moneda: 'USD/PEN',
      dias: FEBRUARY.map((day) => ({ ...day, publicado: day.fecha })),
    },
  },
  ...malformed([
    ['a month to come', '?mes=2026-12', 'mes'],
    ['the last month there is', '?mes=9999-12', 'mes'],
    ['a month beside a date', '?mes=2026-10&fecha=2026-10-01', 'mes'],
    ['a month beside no date', '?mes=2026-10&fecha=hoy', 'mes'],
    ['a thirteenth month', '?mes=2026-13', 'mes'],
    ['a month without leading zero', '?mes=2026-1', 'mes'],
    ['a day in place of a month', '?mes=2026-10-01', 'mes'],
    ['a year', '?mes=2026', 'mes'],
    ['a month in words', '?mes=octubre', 'mes'],
    ['an empty month', '?mes=', 'mes'],
    ['a month in digits that are not ASCII', '?mes=٢٠٢٦-٠١', 'mes'],
    ['a month with a path in it', '?mes=../2026-10', 'mes'],
  ]),
  {
    when: 'a month before the first day that anybody can know',
    ask: '?mes=1996-12',
    ...{ status: 404, codigo: 'no_encontrado', cost: 1 },
  },
  {
    when: 'a month of which one day cannot be told',
    ask: '?mes=2026-02',
    world: { ...everyone('upstream-unavailable'), published: FEBRUARY.slice(0, -1) },
    ...{ status: 502, codigo: 'fuente_no_disponible', cost: 0 },
  },
  {
    when: 'a month that no source shows',
    ask: '?mes=2026-10',
    world: { sources: { 'taxauth-tc': { ratesOfMonth: [] }, 'central-bank': { series: null } } },
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'a month behind captchas',
    ask: '?mes=2026-10',
    world: everyone('upstream-blocked'),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
  {
    when: 'a month where no source is configured',
    ask: '?mes=2026-10',
    world: {},
    ...{ status: 503, codigo: 'fuente_no_configurada', cost: 0 },
  },
])

checkSharedPromises(month, { good: '?mes=2026-02', bad: '?mes=2026-13', lookup: 'tipo-cambio', cost: 1 })
checkTextParameter(month, '?mes=2026-02', 'mes')
