import type { FailureKind } from '../../src/kernel/errors.ts'
import type { World } from '../helpers/app.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import { rucOf } from '../helpers/register-file.ts'
import { person, row } from '../helpers/taxpayers.ts'

const COMPANIES = Array.from({ length: 101 }, (_, i) => row(rucOf(`20${50_000_000 + i}`), `MUEBLES NUMERO ${i}`))
const register = [
  ...COMPANIES,
  row('20000003451', 'ÑANDU ÚNICO S.A.C.', { estado: 'SUSPENSION TEMPORAL', condicion: 'NO HALLADO FALLECIO' }),
  person('10000000120', 'MUEBLES QUISPE ANA'),
]
const SINGLE = {
  numero: '20000003451',
  razonSocial: 'ÑANDU ÚNICO S.A.C.',
  estado: 'SUSPENDIDO',
  condicion: 'NO HALLADO FALLECIO',
}
const first = (count: number) =>
  COMPANIES.slice(0, count).map(({ numero, razonSocial }) => ({
    numero,
    razonSocial,
    ...{ estado: 'ACTIVO', condicion: 'HABIDO' },
  }))
const listed = (numero: string) => ({ numero, razonSocial: 'MUEBLES VIVOS S.A.C.', estado: 'BAJA DEFINITIVA' })
const LIVE = { numero: '20000000125', razonSocial: 'MUEBLES VIVOS S.A.C.', estado: 'BAJA', condicion: '' }

type LiveList = { rows: ReturnType<typeof listed>[]; truncated: boolean } | FailureKind | null

/** What the live page lists for a name while no register is loaded. */
const livePage = (taxpayersByName: LiveList): World => ({
  register: 'not loaded',
  sources: { 'taxauth-scraper': { taxpayersByName } },
})

const hour = { cache: 'private, max-age=3600', cost: 1 } as const
const inRegister = { status: 200, source: 'taxauth-scraper; channel=register; edition="2026-11-14"', ...hour } as const
const single = { data: [SINGLE], also: { total: 1 }, ...inRegister }
const onLivePage = { status: 200, source: 'taxauth-scraper; channel=live', ...hour } as const
const notFound = { status: 404, codigo: 'no_encontrado', cost: 1 } as const

const nombre = await openEndpoint('nombre', { world: { register } })

checkPromises(nombre, [
  { when: 'a company, with short estado and full condicion', ask: '?q=ÑANDU UNICO', ...single },
  { when: 'lower case, accents and spaces do not matter', ask: '?q=  ñandú   único ', ...single },
  { when: 'letters in decomposed form are the same letters', ask: '?q=n\u0303andu\u0301 u\u0301nico', ...single },
  {
    when: 'at most 50 companies unless said',
    ask: '?q=muebles',
    ...inRegister,
    data: first(50),
    also: { total: 50, truncado: true },
  },
  {
    when: 'fewer, when fewer are asked for',
    ask: '?q=muebles&limite=1',
    ...inRegister,
    data: first(1),
    also: { total: 1, truncado: true },
  },
  {
    when: 'up to 100',
    ask: '?q=muebles&limite=100',
    ...inRegister,
    data: first(100),
    also: { total: 100, truncado: true },
  },
  {
    when: 'the live page, while no register is loaded',
    ask: '?q=muebles',
    world: livePage({ rows: [listed('20000000125'), listed('10000000120')], truncated: false }),
    ...{ ...onLivePage, data: [LIVE], also: { total: 1 } },
  },
  {
    when: 'a list of the live page that is cut',
    ask: '?q=muebles',
    world: livePage({ rows: [listed('20000000125')], truncated: true }),
    ...{ ...onLivePage, data: [LIVE], also: { total: 1, truncado: true } },
  },
  ...incomplete([
    ['no name', '', 'q'],
    ['an empty name', '?q=', 'q'],
  ]),
  ...malformed([
    ['2 characters', '?q=ab', 'q'],
    ['2 characters and blanks', '?q=%20ab%20', 'q'],
    ['2 characters of more than one unit', '?q=𝒳𝒳', 'q'],
    ['no letter or digit', '?q=...', 'q'],
    ['nothing but ampersands', '?q=%26%26%26', 'q'],
    ['a limit of 0', '?q=muebles&limite=0', 'limite'],
    ['a limit over 100', '?q=muebles&limite=101', 'limite'],
    ['a limit that is no whole number', '?q=muebles&limite=1.5', 'limite'],
    ['a limit that is no number', '?q=muebles&limite=x', 'limite'],
    ['an empty limit', '?q=muebles&limite=', 'limite'],
  ]),
  { when: 'no company of that name', ask: '?q=inexistente', ...notFound },
  { when: 'a name of exactly 200 characters is searched for', ask: `?q=${'x'.repeat(200)}`, ...notFound },
  { when: '200 letters of more than one unit are 200 characters', ask: `?q=${'𐐀'.repeat(200)}`, ...notFound },
  { when: 'only a person has that name', ask: '?q=quispe ana', ...notFound },
  {
    when: 'a loaded register is asked alone',
    ask: '?q=inexistente',
    world: { register, sources: { 'taxauth-scraper': { taxpayersByName: 'upstream-unavailable' } } },
    ...notFound,
  },
  { when: 'the live page says no while no register is loaded', ask: '?q=muebles', world: livePage(null), ...notFound },
  {
    when: 'no register is loaded and there is no live page',
    ask: '?q=muebles',
    world: { register: 'not loaded' },
    ...{ status: 502, codigo: 'lista_no_cargada', cost: 0 },
  },
  {
    when: 'a cut list without a company proves nothing',
    ask: '?q=muebles',
    world: livePage({ rows: [listed('10000000120')], truncated: true }),
    ...{ status: 502, codigo: 'lista_no_cargada', cost: 0 },
  },
  {
    when: 'no register is loaded and the live page is down',
    ask: '?q=muebles',
    world: livePage('upstream-unavailable'),
    ...{ status: 502, codigo: 'fuente_no_disponible', cost: 0 },
  },
  {
    when: 'no register is loaded and the live page cannot be read any more',
    ask: '?q=muebles',
    world: livePage('upstream-changed'),
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'no register is loaded and the live page asks for a captcha',
    ask: '?q=muebles',
    world: livePage('upstream-blocked'),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
])

checkSharedPromises(nombre, { good: '?q=unico', bad: '?q=ab', lookup: 'nombre', cost: 1 })
checkTextParameter(nombre, '?q=unico', 'q')
checkTextParameter(nombre, '?q=unico&limite=5', 'limite')
