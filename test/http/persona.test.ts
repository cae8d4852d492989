import type { World } from '../helpers/app.ts'
import { checkPromises, incomplete, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises, checkTextParameter } from '../helpers/every-endpoint.ts'
import { rucOf } from '../helpers/register-file.ts'
import { person, row } from '../helpers/taxpayers.ts'

const HOMONYMS = Array.from({ length: 21 }, (_, i) =>
  person(rucOf(`10${70_000_000 + i}`), 'ROJAS HUAMAN CARLOS ALBERTO'),
)
const register = [
  ...HOMONYMS,
  person('10000000120', 'DE LA ROSA QUISPE ANA MARIA', { estado: 'BAJA DE OFICIO', condicion: 'NO HALLADO' }),
  person('15000000121', 'SMITH JOHN'),
  person('17000000124', 'ÑUSTA LEE MEI'),
  row('20000000125', 'ROJAS HUAMAN S.A.C.'),
  row('20000003451', 'HUAMAN ROJAS E.I.R.L.'),
  row('20000006786', 'LA ROSA QUISPE ANA S.A.'),
]

const ANA = {
  dni: '00000012',
  ruc: '10000000120',
  nombreCompleto: 'DE LA ROSA QUISPE ANA MARIA',
  apellidoPaterno: 'DE LA ROSA',
  apellidoMaterno: 'QUISPE',
  nombres: 'ANA MARIA',
  estado: 'BAJA DE OFICIO',
  condicion: 'NO HALLADO',
}
const NO_ADDRESS = { direccion: '', ubigeo: '', departamento: '', provincia: '', distrito: '' }
const ANA_RECORD = {
  numero: '10000000120',
  razonSocial: 'DE LA ROSA QUISPE ANA MARIA',
  estado: 'BAJA',
  condicion: 'NO HALLADO',
  ...NO_ADDRESS,
  tipo: 'PERSONA NATURAL CON NEGOCIO',
}
const JOHN = {
  ...{ dni: '', ruc: '15000000121', nombreCompleto: 'SMITH JOHN' },
  ...{ apellidoPaterno: 'SMITH', apellidoMaterno: '', nombres: 'JOHN', estado: 'ACTIVO', condicion: 'HABIDO' },
}
const MEI = {
  ...{ dni: '', ruc: '17000000124', nombreCompleto: 'ÑUSTA LEE MEI' },
  ...{ apellidoPaterno: 'ÑUSTA', apellidoMaterno: 'LEE', nombres: 'MEI', estado: 'ACTIVO', condicion: 'HABIDO' },
}
const CARLOS = HOMONYMS.map(({ numero }) => ({
  ...{ dni: numero.slice(2, 10), ruc: numero, nombreCompleto: 'ROJAS HUAMAN CARLOS ALBERTO' },
  ...{ apellidoPaterno: 'ROJAS', apellidoMaterno: 'HUAMAN', nombres: 'CARLOS ALBERTO' },
  ...{ estado: 'ACTIVO', condicion: 'HABIDO' },
}))
const carlosRecord = (numero: string) => ({
  ...{ numero, razonSocial: 'ROJAS HUAMAN CARLOS ALBERTO', estado: 'ACTIVO', condicion: 'HABIDO' },
  ...NO_ADDRESS,
  tipo: 'PERSONA NATURAL CON NEGOCIO',
})

/** A person as a source tells it. */
const fromSource = {
  ...{ numero: '40000001', nombres: 'LUIS', apellidoPaterno: 'ÑAHUI', apellidoMaterno: '' },
  nombreCompleto: 'LUIS ÑAHUI',
}
const LUIS = {
  ...{ dni: '40000001', ruc: '', nombreCompleto: 'ÑAHUI LUIS' },
  ...{ apellidoPaterno: 'ÑAHUI', apellidoMaterno: '', nombres: 'LUIS', estado: '', condicion: '' },
}

const search = (criterio: 'nombre' | 'dni', query: string, matches: unknown[], more = {}) => ({
  ...{ criterio, query, total: matches.length, matches, truncado: false, fuente: 'taxauth-scraper' },
  ...more,
})
const byName = (query: string, matches: unknown[], more = {}) =>
  ({ status: 200, data: search('nombre', query, matches, more), source: REGISTER, ...hour }) as const
const byDni = (query: string, matches: unknown[], source: string) =>
  ({ status: 200, data: search('dni', query, matches), source, ...hour }) as const

const REGISTER = 'taxauth-scraper; channel=register; edition="2026-11-14"'
const hour = { cache: 'private, max-age=3600', cost: 1 } as const
const says = (sources: NonNullable<World['sources']>): World => ({ register, sources })
const unloaded = (sources: NonNullable<World['sources']> = {}): World => ({ register: 'not loaded', sources })
const oneOmitted = 'Se omitió 1 RUC de empresa; para buscar por razón social use /api/nombre'
const twoOmitted = 'Se omitieron 2 RUC de empresas; para buscar por razón social use /api/nombre'
const notFound = { status: 404, codigo: 'no_encontrado', cost: 1 } as const
const unavailable = { status: 502, codigo: 'fuente_no_disponible', cost: 0 } as const
const changed = { status: 502, codigo: 'fuente_cambio', cost: 0 } as const
const notLoaded = { status: 502, codigo: 'lista_no_cargada', cost: 0 } as const
const blocked = { status: 503, codigo: 'fuente_captcha', cost: 0 } as const

const persona = await openEndpoint('persona', { world: { register } })

checkPromises(persona, [
  {
    when: 'by name, words in any order, folded',
    ask: '?nombre= ána  de la rosa maria',
    ...byName('ANA DE LA ROSA MARIA', [ANA]),
  },
  { when: 'Ñ stays in the query', ask: '?nombre=ñusta', ...byName('ÑUSTA', [MEI]) },
  { when: 'a decomposed Ñ is an Ñ', ask: '?nombre=n\u0303usta', ...byName('ÑUSTA', [MEI]) },
  { when: 'a RUC of prefix 15 is a person without DNI in it', ask: '?nombre=smith', ...byName('SMITH', [JOHN]) },
  {
    when: 'one company is left out',
    ask: '?nombre=rosa quispe ana',
    ...byName('ROSA QUISPE ANA', [ANA], { aviso: oneOmitted }),
  },
  {
    when: 'at most 20 matches, and the notice counts the companies',
    ask: '?nombre=huaman rojas',
    ...byName('HUAMAN ROJAS', CARLOS.slice(0, 20), { truncado: true, aviso: twoOmitted }),
  },
  {
    when: 'detalle puts the record on the first 5 matches',
    ask: '?nombre=carlos&detalle=1',
    ...byName(
      'CARLOS',
      CARLOS.slice(0, 20).map((match, at) => (at < 5 ? { ...match, ficha: carlosRecord(match.ruc) } : match)),
      { truncado: true },
    ),
  },
  ...(['1', 'true'] as const).map((detalle) => ({
    when: `detalle=${detalle} adds the record`,
    ask: `?dni=00000012&detalle=${detalle}`,
    ...byDni('00000012', [{ ...ANA, ficha: ANA_RECORD }], REGISTER),
  })),
  ...(['0', 'false'] as const).map((detalle) => ({
    when: `detalle=${detalle} adds nothing`,
    ask: `?dni=00000012&detalle=${detalle}`,
    ...byDni('00000012', [ANA], REGISTER),
  })),
  { when: 'by DNI, with its RUC', ask: '?dni=00000012', ...byDni('00000012', [ANA], REGISTER) },
  { when: 'an empty nombre beside a dni is none', ask: '?dni=00000012&nombre=', ...byDni('00000012', [ANA], REGISTER) },
  {
    when: 'by DNI without RUC: a name, no status and no record',
    ask: '?dni=40000001&detalle=1',
    world: says({ 'public-dni-directory': { personByDni: fromSource } }),
    ...byDni('40000001', [LUIS], 'public-dni-directory; channel=live'),
  },
  {
    when: 'the live page links a DNI to a RUC that holds none',
    ask: '?dni=40000001',
    world: says({
      'taxauth-scraper': {
        taxpayersByDni: [{ numero: '17000000124', razonSocial: 'ÑUSTA LEE MEI', estado: 'ACTIVO' }],
      },
    }),
    ...byDni('40000001', [MEI], 'taxauth-scraper; channel=live'),
  },
  {
    when: 'by DNI while no register is loaded: the live page must have said that there is no RUC',
    ask: '?dni=40000001',
    world: unloaded({
      'taxauth-scraper': { taxpayersByDni: null },
      'public-dni-directory': { personByDni: fromSource },
    }),
    ...byDni('40000001', [LUIS], 'public-dni-directory; channel=live'),
  },
  {
    when: 'by name on the live page while no register is loaded',
    ask: '?nombre=smith',
    world: unloaded({
      'taxauth-scraper': {
        taxpayersByName: {
          rows: [
            { numero: '15000000121', razonSocial: 'SMITH JOHN', estado: 'ACTIVO' },
            { numero: '20000000125', razonSocial: 'SMITH S.A.C.', estado: 'ACTIVO' },
          ],
          truncated: false,
        },
      },
    }),
    ...byName('SMITH', [{ ...JOHN, condicion: '' }], { aviso: oneOmitted }),
    source: 'taxauth-scraper; channel=live',
  },
  ...incomplete([
    ['neither nombre nor dni', '', 'nombre'],
    ['both empty', '?nombre=&dni=', 'nombre'],
    ['nothing but detalle', '?detalle=1', 'nombre'],
  ]),
  ...malformed([
    ['both nombre and dni', '?nombre=ana&dni=00000012', 'nombre'],
    ['2 characters', '?nombre=an', 'nombre'],
    ['no letter or digit', '?nombre=---', 'nombre'],
    ['7 digits', '?dni=0000001', 'dni'],
    ['9 digits', '?dni=000000123', 'dni'],
    ['digits that are not ASCII', '?dni=٠٠٠٠٠٠١٢', 'dni'],
    ['detalle that is no yes or no', '?dni=00000012&detalle=si', 'detalle'],
    ['an empty detalle', '?dni=00000012&detalle=', 'detalle'],
  ]),
  { when: 'nobody of that name', ask: '?nombre=inexistente', ...notFound },
  { when: 'a name of exactly 200 characters is searched for', ask: `?nombre=${'x'.repeat(200)}`, ...notFound },
  {
    when: 'only companies have that name, which the message says',
    ask: '?nombre=rojas eirl',
    ...{ ...notFound, mensaje: /\/api\/nombre/ },
  },
  { when: 'a DNI nobody knows', ask: '?dni=40000001', ...notFound },
  {
    when: 'register and directory say no',
    ask: '?dni=40000001',
    world: says({ 'public-dni-directory': { personByDni: null } }),
    ...notFound,
  },
  {
    when: 'the directory is down',
    ask: '?dni=40000001',
    world: says({ 'public-dni-directory': { personByDni: 'upstream-unavailable' } }),
    ...unavailable,
  },
  {
    when: 'the live page cannot be read any more and the directory says no',
    ask: '?dni=40000001',
    world: says({
      'taxauth-scraper': { taxpayersByDni: 'upstream-changed' },
      'public-dni-directory': { personByDni: null },
    }),
    ...changed,
  },
  { when: 'by DNI, no register is loaded', ask: '?dni=40000001', world: unloaded(), ...notLoaded },
  {
    when: 'by DNI, no register is loaded: a directory cannot know whether there is a RUC',
    ask: '?dni=40000001',
    world: unloaded({ 'public-dni-directory': { personByDni: fromSource } }),
    ...notLoaded,
  },
  { when: 'by name, no register is loaded', ask: '?nombre=ana', world: unloaded(), ...notLoaded },
  {
    when: 'by name, no register is loaded and the live page is down',
    ask: '?nombre=ana',
    world: unloaded({ 'taxauth-scraper': { taxpayersByName: 'upstream-unavailable' } }),
    ...unavailable,
  },
  {
    when: 'by DNI, only a captcha is in the way',
    ask: '?dni=40000001',
    world: says({ 'public-dni-directory': { personByDni: 'upstream-blocked' } }),
    ...blocked,
  },
  {
    when: 'by name, no register is loaded and the live page asks for a captcha',
    ask: '?nombre=ana',
    world: unloaded({ 'taxauth-scraper': { taxpayersByName: 'upstream-blocked' } }),
    ...blocked,
  },
])

checkSharedPromises(persona, { good: '?dni=00000012', bad: '?dni=1', lookup: 'persona', cost: 1 })
checkTextParameter(persona, '?nombre=smith', 'nombre')
checkTextParameter(persona, '?dni=00000012', 'dni')
checkTextParameter(persona, '?dni=00000012&detalle=1', 'detalle')
