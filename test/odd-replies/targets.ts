import { addDays } from '../../src/domain/lima-time.ts'
import { rucCheckDigit } from '../../src/domain/ruc.ts'
import { accountAt, fixture } from '../helpers/ask-source.ts'
import { type Target, TODAY } from './harness.ts'
import type { OddReply } from './replies.ts'

const token = 'the-operators-own'
const text = ({ body }: OddReply): string => body.toString().trim()

export const reply = (type: string, body: string | Buffer) => ({ status: 200, headers: { 'content-type': type }, body })

export const rucAt = (n: number): string => {
  const ten = `20${String(n).padStart(8, '0')}`
  return `${ten}${rucCheckDigit(ten)}`
}
export const dniAt = (n: number): string => String(n + 1).padStart(8, '0')
export const plateAt = (n: number): string => `A${String(n).padStart(5, '0')}`

const byRuc = (proveedor: string) => ({
  lookup: 'ruc' as const,
  ask: (n: number) => `ruc?numero=${rucAt(n)}&proveedor=${proveedor}`,
  indexOf: ({ numero = '' }: Record<string, string | undefined>) => Number(numero.slice(2, 10)),
})
const byDni = (proveedor: string) => ({
  lookup: 'dni' as const,
  ask: (n: number) => `dni?numero=${dniAt(n)}&proveedor=${proveedor}`,
  indexOf: ({ numero = '' }: Record<string, string | undefined>) => Number(numero) - 1,
})

const FIRST = '2001-01-01'
const bySince = (codigo: string) => ({
  lookup: 'indicadores' as const,
  ask: (n: number) => `indicadores?codigo=${codigo}&desde=${addDays(FIRST, n)}`,
  indexOf: ({ desde = '' }: Record<string, string | undefined>) => daysSince(FIRST, desde),
})
const byDate = (first: string) => ({
  lookup: 'tipo-cambio' as const,
  ask: (n: number) => `tipo-cambio?fecha=${addDays(first, n)}`,
  indexOf: ({ fecha = '' }: Record<string, string | undefined>) => daysSince(first, fecha),
})
const FIRST_MONTH = 1997 * 12 + 1
const byMonth = {
  lookup: 'tipo-cambio' as const,
  ask: (n: number) => {
    const month = FIRST_MONTH + n
    return `tipo-cambio?mes=${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  },
  indexOf: ({ mes = '' }: Record<string, string | undefined>) =>
    Number(mes.slice(0, 4)) * 12 + Number(mes.slice(5)) - 1 - FIRST_MONTH,
}
const bySearch = {
  lookup: 'indicadores/buscar' as const,
  ask: (n: number) => `indicadores/buscar?q=inexistente%20${n}`,
  indexOf: ({ q = '' }: Record<string, string | undefined>) => Number(q.split(' ')[1]),
}
const daysSince = (first: string, date: string): number => (Date.parse(date) - Date.parse(first)) / 86_400_000

const form = () => reply('text/html; charset=utf-8', fixture('public-dni-directory', 'form.html'))
export const isCatalogue = (path: string): boolean => path.endsWith('/metadata')
const isRateSeries = (path: string): boolean => path.includes('/series/api/')
export const emptySeries = () => reply('application/json', fixture('central-bank', 'empty.json'))
const taxauthForm = () => reply('text/html', fixture('taxauth', 'form.html'))

const isEmptyList = (odd: OddReply): boolean => odd.status === 200 && text(odd) === '[]'

const taxauthSettings = (origin: string) => ({ 'taxauth-scraper': { origin, token } })
const bank = (origin: string) => ({ 'central-bank': { origin } })
const rates = (origin: string) => ({
  'taxauth-tc': { origin, token, textUrl: `${origin}/tipoCambio.txt` },
  ...bank(origin),
})

const voucherAccount = (origin: string) => ({ 'taxauth-cpe': { origin, account: accountAt(origin) } })
const byVoucher = {
  lookup: 'comprobante' as const,
  ask: (n: number) => `comprobante?ruc=20000000125&tipo=01&serie=F001&numero=${n + 1}&fecha=2026-11-01&monto=1`,
  indexOf: ({ numero = '' }: Record<string, string | undefined>) => Number(numero) - 1,
}

/** Every live source and question, with the odd reply at every place of the conversation where one can stand. */
export const TARGETS: readonly Target[] = [
  ...(['aggregator-a', 'aggregator-b'] as const).flatMap((id) => {
    const settings = (origin: string) => ({ [id]: { origin, token } })
    return [
      { name: `${id}, RUC`, settings, ...byRuc(id) },
      { name: `${id}, DNI`, settings, ...byDni(id) },
    ]
  }),
  {
    name: 'insurance-registry',
    settings: (origin) => ({ 'insurance-registry': { origin, token } }),
    lookup: 'soat',
    ask: (n) => `soat?placa=${plateAt(n)}`,
    indexOf: ({ placa = '' }) => Number(placa.slice(1)),
    isDocumentedNo: (odd) => isEmptyList(odd) || (odd.status === 404 && text(odd) === '' && !odd.isCut),
  },
  {
    name: 'taxauth-cpe',
    settings: voucherAccount,
    ...byVoucher,
    instead: (path) =>
      path.includes('/oauth2/') ? reply('application/json', '{"access_token":"uno","expires_in":3600}') : null,
  },
  { name: 'taxauth-cpe, in place of the token', settings: voucherAccount, ...byVoucher },
  {
    name: 'central-bank, a listed series',
    settings: bank,
    ...bySince('PN02507AQ'),
    instead: (path) => (isCatalogue(path) ? reply('text/csv', fixture('central-bank', 'catalogue.csv')) : null),
  },
  { name: 'central-bank, an unlisted series without a catalogue', settings: bank, ...bySince('PD99999PD') },
  { name: 'central-bank, in place of the catalogue', settings: bank, ...bySearch },
  { name: 'central-bank, a series with an alias', settings: bank, ...bySince('tipo-cambio-venta') },
  {
    name: 'public-dni-directory, in place of the result',
    settings: (origin) => ({ 'public-dni-directory': { origin } }),
    ...byDni('public-dni-directory'),
    instead: (path, method) => (method === 'GET' && !path.includes('?') ? form() : null),
  },
  {
    name: 'public-dni-directory, in place of the form',
    settings: (origin) => ({ 'public-dni-directory': { origin } }),
    ...byDni('public-dni-directory'),
  },
  {
    name: 'taxauth, RUC',
    settings: taxauthSettings,
    ...byRuc('taxauth-scraper'),
    instead: (path) => (path.includes('FrameCriterio') ? taxauthForm() : null),
  },
  {
    name: 'taxauth, DNI',
    settings: taxauthSettings,
    ...byDni('taxauth-scraper'),
    instead: (path) => (path.includes('FrameCriterio') ? taxauthForm() : null),
  },
  {
    name: 'taxauth, in place of the record of a listed person',
    settings: taxauthSettings,
    ...byDni('taxauth-scraper'),
    instead: (path, _method, n) => {
      if (path.includes('FrameCriterio')) return taxauthForm()
      return firstOf(n) ? reply('text/html', listOf(dniAt(n))) : null
    },
  },
  {
    name: 'taxauth, name',
    settings: taxauthSettings,
    lookup: 'nombre',
    ask: (n) => `nombre?q=EMPRESA ${n}`.replace(' ', '%20'),
    indexOf: ({ q = '' }) => Number(q.split(' ')[1]),
    instead: (path) => (path.includes('FrameCriterio') ? taxauthForm() : null),
  },
  // A future day is answered as today, for which the text file is asked.
  { name: 'exchange rate, everywhere', settings: rates, ...byDate(addDays(TODAY, 1)) },
  {
    name: 'exchange rate, text file',
    settings: rates,
    ...byDate(addDays(TODAY, 1)),
    instead: (path, method) => {
      if (isRateSeries(path)) return emptySeries()
      return method === 'POST' ? reply('application/json', '[]') : null
    },
  },
  {
    name: 'exchange rate, month service',
    settings: rates,
    ...byDate(FIRST),
    instead: (path) => (isRateSeries(path) ? emptySeries() : null),
  },
  { name: 'exchange rates of a month, everywhere', settings: rates, ...byMonth },
  {
    name: 'exchange rates of a month, month service',
    settings: rates,
    ...byMonth,
    instead: (path) => (isRateSeries(path) ? emptySeries() : null),
  },
  {
    name: 'exchange rates of a month, central bank',
    settings: rates,
    ...byMonth,
    instead: (path, method) => {
      if (path.endsWith('/tcS01Alias')) return reply('text/html', '<html></html>')
      return method === 'POST' ? reply('application/json', '[]') : null
    },
  },
  {
    name: 'exchange rate, central bank',
    settings: rates,
    ...byDate(FIRST),
    instead: (path, method) => {
      if (path.endsWith('/tcS01Alias')) return reply('text/html', '<html></html>')
      return method === 'POST' ? reply('application/json', '[]') : null
    },
  },
]

/** True the first time a case asks. */
const firstOf = (() => {
  const seen = new Set<number>()
  return (n: number): boolean => seen.size !== seen.add(n).size
})()

const listOf = (dni: string): string => {
  const ruc = `10${dni}${rucCheckDigit(`10${dni}`)}`
  return fixture('taxauth', 'list-by-dni.html').toString().replaceAll('10000000120', ruc)
}
