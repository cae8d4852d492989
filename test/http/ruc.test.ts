import type { World } from '../helpers/app.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import { person, row, taxpayer } from '../helpers/taxpayers.ts'

const COMPANY = '20000000125'
const PERSON = '10000000120'
const ABSENT = '20000003451'
const WRONG_DIGIT = '20000000124'
const STRAY = '20000006780'

const register = [
  row(COMPANY, 'COMERCIAL EJEMPLO S.A.C.', { estado: 'BAJA DE OFICIO', condicion: 'NO HALLADO' }),
  person(PERSON, 'DE LA ROSA QUISPE ANA MARIA', { tipo: '' }),
  row(STRAY, 'FILA SUELTA'),
]
const RECORD = {
  numero: COMPANY,
  razonSocial: 'COMERCIAL EJEMPLO S.A.C.',
  estado: 'BAJA',
  condicion: 'NO HALLADO',
  direccion: 'AV. LAS FLORES NRO. 123',
  ubigeo: '150131',
  departamento: 'LIMA',
  provincia: 'LIMA',
  distrito: 'SAN ISIDRO',
  tipo: 'SOCIEDAD ANONIMA CERRADA',
}
const PERSON_RECORD = {
  numero: PERSON,
  razonSocial: 'DE LA ROSA QUISPE ANA MARIA',
  estado: 'ACTIVO',
  condicion: 'HABIDO',
  ...{ direccion: '', ubigeo: '', departamento: '', provincia: '', distrito: '', tipo: '' },
}
const live = taxpayer(ABSENT)

const says = (sources: NonNullable<World['sources']>): World => ({ register, sources })
const unloaded = (sources: NonNullable<World['sources']> = {}): World => ({ register: 'not loaded', sources })

const FROM_REGISTER = 'taxauth-scraper; channel=register; edition="2026-11-14"'
const hour = { cache: 'private, max-age=3600', cost: 1 } as const
const inRegister = { also: { proveedor: 'taxauth-scraper' }, source: FROM_REGISTER, ...hour } as const
const liveFrom = (proveedor: string) =>
  ({ status: 200, data: live, also: { proveedor }, source: `${proveedor}; channel=live`, ...hour }) as const
const notFound = { status: 404, codigo: 'no_encontrado', cost: 1 } as const
const unavailable = { status: 502, codigo: 'fuente_no_disponible', cost: 0 } as const
const notLoaded = { status: 502, codigo: 'lista_no_cargada', cost: 0 } as const
const blocked = { status: 503, codigo: 'fuente_captcha', cost: 0 } as const

const ruc = await openEndpoint('ruc', { world: { register } })

checkPromises(ruc, [
  {
    when: 'a company of the register, with short estado and full condicion',
    ask: `?numero=${COMPANY}`,
    ...{ status: 200, data: RECORD, ...inRegister },
  },
  {
    when: 'a person has no published address, and what is unknown is an empty text',
    ask: `?numero=${PERSON}`,
    ...{ status: 200, data: PERSON_RECORD, ...inRegister },
  },
  {
    when: 'a wrong check digit that the register has',
    ask: `?numero=${STRAY}`,
    ...{
      status: 200,
      data: { ...RECORD, numero: STRAY, razonSocial: 'FILA SUELTA', estado: 'ACTIVO', condicion: 'HABIDO' },
    },
    ...inRegister,
  },
  {
    when: 'the tax authority chosen by name',
    ask: `?numero=${COMPANY}&proveedor=taxauth-scraper`,
    ...{ status: 200, data: RECORD, ...inRegister },
  },
  {
    when: 'the live page completes what the register lacks',
    ask: `?numero=${PERSON}`,
    world: says({ 'taxauth-scraper': { taxpayerByRuc: { ...PERSON_RECORD, tipo: 'PERSONA NATURAL CON NEGOCIO' } } }),
    status: 200,
    data: { ...PERSON_RECORD, tipo: 'PERSONA NATURAL CON NEGOCIO' },
    also: { proveedor: 'taxauth-scraper' },
    source: `${FROM_REGISTER}, taxauth-scraper; channel=live`,
    ...hour,
  },
  {
    when: 'a live page that is down leaves the register’s record as it is',
    ask: `?numero=${PERSON}`,
    world: says({ 'taxauth-scraper': { taxpayerByRuc: 'upstream-unavailable' } }),
    ...{ status: 200, data: PERSON_RECORD, ...inRegister },
  },
  {
    when: 'the live page, where the register has no such number',
    ask: `?numero=${ABSENT}`,
    world: says({ 'taxauth-scraper': { taxpayerByRuc: live } }),
    ...liveFrom('taxauth-scraper'),
  },
  {
    when: 'an aggregator, where the tax authority has none',
    ask: `?numero=${ABSENT}`,
    world: says({ 'taxauth-scraper': { taxpayerByRuc: null }, 'aggregator-a': { taxpayerByRuc: live } }),
    ...liveFrom('aggregator-a'),
  },
  {
    when: 'the second aggregator, where the others could not be asked',
    ask: `?numero=${ABSENT}`,
    world: says({
      'taxauth-scraper': { taxpayerByRuc: 'upstream-changed' },
      'aggregator-a': { taxpayerByRuc: 'upstream-blocked' },
      'aggregator-b': { taxpayerByRuc: live },
    }),
    ...liveFrom('aggregator-b'),
  },
  {
    when: 'a chosen aggregator answers alone',
    ask: `?numero=${ABSENT}&proveedor=aggregator-b`,
    world: says({ 'aggregator-a': { taxpayerByRuc: null }, 'aggregator-b': { taxpayerByRuc: live } }),
    ...liveFrom('aggregator-b'),
  },
  {
    when: 'an aggregator answers while no register is loaded',
    ask: `?numero=${ABSENT}`,
    world: unloaded({ 'aggregator-a': { taxpayerByRuc: live } }),
    ...liveFrom('aggregator-a'),
  },
  ...incomplete([
    ['no number', '', 'numero'],
    ['an empty number', '?numero=', 'numero'],
    ['a number of blanks', '?numero=%20', 'numero'],
  ]),
  ...malformed([
    ['10 digits', '?numero=2000000012', 'numero'],
    ['12 digits', '?numero=200000001255', 'numero'],
    ['a letter among the digits', '?numero=2000000012A', 'numero'],
    ['digits that are not ASCII', '?numero=２００００００００１２５', 'numero'],
    ['a provider of another endpoint', `?numero=${COMPANY}&proveedor=public-dni-directory`, 'proveedor'],
    ['a provider nobody knows', `?numero=${COMPANY}&proveedor=otro`, 'proveedor'],
    ['a provider in capitals', `?numero=${COMPANY}&proveedor=TAXAUTH-SCRAPER`, 'proveedor'],
    ['an empty provider', `?numero=${COMPANY}&proveedor=`, 'proveedor'],
  ]),
  { when: 'the register is all there is and has none', ask: `?numero=${ABSENT}`, ...notFound },
  {
    when: 'every source says no',
    ask: `?numero=${ABSENT}`,
    world: says({ 'taxauth-scraper': { taxpayerByRuc: null }, 'aggregator-a': { taxpayerByRuc: null } }),
    ...notFound,
  },
  {
    when: 'the live page says no while no register is loaded',
    ask: `?numero=${ABSENT}`,
    world: unloaded({ 'taxauth-scraper': { taxpayerByRuc: null } }),
    ...notFound,
  },
  {
    when: 'the chosen tax authority is its register alone without a token',
    ask: `?numero=${ABSENT}&proveedor=taxauth-scraper`,
    world: says({ 'aggregator-a': { taxpayerByRuc: live } }),
    ...notFound,
  },
  {
    when: 'a wrong check digit is not asked of a live source, not even of one that is down',
    ask: `?numero=${WRONG_DIGIT}`,
    world: says({ 'aggregator-a': { taxpayerByRuc: 'upstream-unavailable' } }),
    ...{ ...notFound, campo: 'numero', mensaje: /dígito verificador/ },
  },
  {
    when: 'a wrong check digit while no register is loaded',
    ask: `?numero=${WRONG_DIGIT}`,
    world: { ...says({ 'aggregator-a': { taxpayerByRuc: null } }), register: 'not loaded' },
    ...{ status: 502, codigo: 'lista_no_cargada', cost: 0 },
  },
  {
    when: 'one source is down, the other says no',
    ask: `?numero=${ABSENT}`,
    world: says({
      'taxauth-scraper': { taxpayerByRuc: 'upstream-unavailable' },
      'aggregator-a': { taxpayerByRuc: null },
    }),
    ...unavailable,
  },
  {
    when: 'one source is down, the other is blocked',
    ask: `?numero=${ABSENT}`,
    world: says({
      'taxauth-scraper': { taxpayerByRuc: 'upstream-blocked' },
      'aggregator-a': { taxpayerByRuc: 'upstream-unavailable' },
    }),
    ...unavailable,
  },
  {
    when: 'a source that cannot be read any more',
    ask: `?numero=${ABSENT}`,
    world: says({ 'aggregator-a': { taxpayerByRuc: 'upstream-changed' } }),
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  { when: 'no register is loaded and nobody else is there', ask: `?numero=${ABSENT}`, world: unloaded(), ...notLoaded },
  {
    when: 'no register is loaded and an aggregator says no',
    ask: `?numero=${ABSENT}`,
    world: unloaded({ 'aggregator-a': { taxpayerByRuc: null } }),
    ...notLoaded,
  },
  {
    when: 'only a captcha is in the way',
    ask: `?numero=${ABSENT}`,
    world: says({ 'taxauth-scraper': { taxpayerByRuc: 'upstream-blocked' }, 'aggregator-a': { taxpayerByRuc: null } }),
    ...blocked,
  },
  {
    when: 'the chosen provider has no credential here',
    ask: `?numero=${COMPANY}&proveedor=aggregator-a`,
    ...{ status: 503, codigo: 'fuente_no_configurada', campo: 'proveedor', cost: 0 },
  },
])

checkSharedPromises(ruc, { good: `?numero=${COMPANY}`, bad: '?numero=1', lookup: 'ruc', cost: 1 })
checkTextParameter(ruc, `?numero=${COMPANY}`, 'numero')
checkTextParameter(ruc, `?numero=${COMPANY}&proveedor=taxauth-scraper`, 'proveedor')
