import type { World } from '../helpers/app.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import { person } from '../helpers/taxpayers.ts'

const WITH_RUC = '00000012'
const WITHOUT_RUC = '40000001'
const register = [person('10000000120', 'DE LA ROSA QUISPE MARIA DEL CARMEN')]

/** A person as a source tells it: names in an order of its own. */
const fromSource = {
  numero: WITHOUT_RUC,
  nombres: 'LUIS',
  apellidoPaterno: 'ÑAHUI',
  apellidoMaterno: 'ROJAS',
  nombreCompleto: 'LUIS ÑAHUI ROJAS',
}
const NAMES = { ...fromSource, nombreCompleto: 'ÑAHUI ROJAS LUIS' }

const says = (sources: NonNullable<World['sources']>): World => ({ register, sources })
const unloaded = (sources: NonNullable<World['sources']> = {}): World => ({ register: 'not loaded', sources })

const hour = { cache: 'private, max-age=3600', cost: 1 } as const
const liveFrom = (proveedor: string) =>
  ({ status: 200, data: NAMES, also: { proveedor }, source: `${proveedor}; channel=live`, ...hour }) as const
const inRegister = {
  status: 200,
  data: {
    numero: WITH_RUC,
    nombres: 'MARIA DEL CARMEN',
    apellidoPaterno: 'DE LA ROSA',
    apellidoMaterno: 'QUISPE',
    nombreCompleto: 'DE LA ROSA QUISPE MARIA DEL CARMEN',
  },
  also: { proveedor: 'taxauth-scraper' },
  source: 'taxauth-scraper; channel=register; edition="2026-11-14"',
  ...hour,
} as const
const notFound = { status: 404, codigo: 'no_encontrado', cost: 1 } as const
const notLoaded = { status: 502, codigo: 'lista_no_cargada', cost: 0 } as const

const dni = await openEndpoint('dni', { world: { register } })

checkPromises(dni, [
  { when: 'a DNI with a RUC, from the register', ask: `?numero=${WITH_RUC}`, ...inRegister },
  {
    when: 'the register answers before a directory that is down',
    ask: `?numero=${WITH_RUC}`,
    world: says({ 'public-dni-directory': { personByDni: 'upstream-unavailable' } }),
    ...inRegister,
  },
  {
    when: 'the tax authority chosen by name',
    ask: `?numero=${WITH_RUC}&proveedor=taxauth-scraper`,
    ...inRegister,
  },
  {
    when: 'a DNI without RUC, from the public directory, surnames first',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({ 'public-dni-directory': { personByDni: fromSource } }),
    ...liveFrom('public-dni-directory'),
  },
  {
    when: 'the live page comes before the directory',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({
      'taxauth-scraper': { personByDni: fromSource },
      'public-dni-directory': { personByDni: 'upstream-changed' },
    }),
    ...liveFrom('taxauth-scraper'),
  },
  {
    when: 'an aggregator, where the directory is down',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({
      'public-dni-directory': { personByDni: 'upstream-unavailable' },
      'aggregator-a': { personByDni: fromSource },
    }),
    ...liveFrom('aggregator-a'),
  },
  {
    when: 'a chosen provider answers alone, also for a DNI that the register knows',
    ask: `?numero=${WITHOUT_RUC}&proveedor=aggregator-b`,
    world: says({ 'public-dni-directory': { personByDni: null }, 'aggregator-b': { personByDni: fromSource } }),
    ...liveFrom('aggregator-b'),
  },
  {
    when: 'an aggregator answers while no register is loaded',
    ask: `?numero=${WITHOUT_RUC}`,
    world: unloaded({ 'aggregator-b': { personByDni: fromSource } }),
    ...liveFrom('aggregator-b'),
  },
  ...incomplete([
    ['no number', '', 'numero'],
    ['an empty number', '?numero=', 'numero'],
  ]),
  ...malformed([
    ['7 digits', '?numero=1234567', 'numero'],
    ['9 digits', '?numero=123456789', 'numero'],
    ['a letter among the digits', '?numero=1234567a', 'numero'],
    ['digits that are not ASCII', '?numero=٠٠٠٠٠٠١٢', 'numero'],
    ['a provider of another endpoint', `?numero=${WITH_RUC}&proveedor=central-bank`, 'proveedor'],
    ['an empty provider', `?numero=${WITH_RUC}&proveedor=`, 'proveedor'],
  ]),
  { when: 'the register is all there is and has none', ask: `?numero=${WITHOUT_RUC}`, ...notFound },
  {
    when: 'every source says no',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({ 'public-dni-directory': { personByDni: null }, 'aggregator-a': { personByDni: null } }),
    ...notFound,
  },
  {
    when: 'the chosen provider says no, whatever the others know',
    ask: `?numero=${WITH_RUC}&proveedor=public-dni-directory`,
    world: says({ 'public-dni-directory': { personByDni: null } }),
    ...notFound,
  },
  {
    when: 'live page and directory say no while no register is loaded',
    ask: `?numero=${WITHOUT_RUC}`,
    world: unloaded({ 'taxauth-scraper': { personByDni: null }, 'public-dni-directory': { personByDni: null } }),
    ...notFound,
  },
  {
    when: 'the directory is down',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({
      'public-dni-directory': { personByDni: 'upstream-unavailable' },
      'aggregator-a': { personByDni: null },
    }),
    ...{ status: 502, codigo: 'fuente_no_disponible', cost: 0 },
  },
  {
    when: 'the directory cannot be read any more',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({ 'public-dni-directory': { personByDni: 'upstream-changed' } }),
    ...{ status: 502, codigo: 'fuente_cambio', cost: 0 },
  },
  {
    when: 'no register is loaded and nobody else is there',
    ask: `?numero=${WITHOUT_RUC}`,
    world: unloaded(),
    ...notLoaded,
  },
  {
    when: 'no register is loaded and the directory says no',
    ask: `?numero=${WITHOUT_RUC}`,
    world: unloaded({ 'public-dni-directory': { personByDni: null } }),
    ...notLoaded,
  },
  {
    when: 'only a captcha is in the way',
    ask: `?numero=${WITHOUT_RUC}`,
    world: says({ 'public-dni-directory': { personByDni: 'upstream-blocked' } }),
    ...{ status: 503, codigo: 'fuente_captcha', cost: 0 },
  },
  {
    when: 'the chosen provider has no credential here',
    ask: `?numero=${WITH_RUC}&proveedor=aggregator-a`,
    ...{ status: 503, codigo: 'fuente_no_configurada', campo: 'proveedor', cost: 0 },
  },
])

checkSharedPromises(dni, { good: `?numero=${WITH_RUC}`, bad: '?numero=1', lookup: 'dni', cost: 1 })
checkTextParameter(dni, `?numero=${WITH_RUC}`, 'numero')
checkTextParameter(dni, `?numero=${WITH_RUC}&proveedor=taxauth-scraper`, 'proveedor')
