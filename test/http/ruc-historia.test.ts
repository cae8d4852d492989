import { checkPromises, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises } from '../helpers/every-endpoint.ts'
import { row } from '../helpers/taxpayers.ts'

// Editions of 1 October, 5 October, 10 November and 14 November.
const COMPANY = '20000000125'
const YOUNG = '20000003451'
const GONE = '20000006786'
const ABSENT = '20000999998'
const { numero: _, tipo: __, ...now } = row(COMPANY, 'COMERCIAL EJEMPLO S.A.C.')
const lost = { ...now, condicion: 'NO HABIDO' }
const elsewhere = { ...now, estado: 'BAJA DE OFICIO', condicion: 'NO HALLADO', direccion: 'JR. OTRO NRO. 9' }

const world = {
  register: [row(COMPANY, now.razonSocial), row(YOUNG, now.razonSocial)],
  past: {
    [COMPANY]: [
      { desde: '2026-10-01', row: elsewhere },
      { desde: '2026-10-05', row: lost },
      { desde: '2026-11-10', row: now },
    ],
    [YOUNG]: [
      { desde: '2026-10-01', row: null },
      { desde: '2026-11-14', row: now },
    ],
    [GONE]: [
      { desde: '2026-10-01', row: now },
      { desde: '2026-11-10', row: null },
    ],
    [ABSENT]: [{ desde: '2026-10-01', row: null }],
  },
}

const found = {
  status: 200,
  source: 'taxauth-scraper; channel=register; edition="2026-11-14"',
  cache: 'private, max-age=3600',
  cost: 1,
} as const
const historia = await openEndpoint('ruc/historia', { world })
const period = { fuente: 'taxauth-scraper', grano: 'dia' }

checkPromises(historia, [
  {
    when: 'newest first, with what changed',
    ask: `?numero=${COMPANY}`,
    ...found,
    data: {
      ...{ numero: COMPANY, desde: '2026-10-01', hasta: '2026-11-14' },
      periodos: [
        { ...now, desde: '2026-11-10', hasta: null, cambios: ['condicion'], ...period },
        { ...lost, desde: '2026-10-05', hasta: '2026-10-05', cambios: ['estado', 'condicion', 'direccion'], ...period },
        { ...elsewhere, desde: '2026-10-01', hasta: '2026-10-01', cambios: [], ...period },
      ],
    },
  },
  {
    when: 'it appeared late',
    ask: `?numero=${YOUNG}`,
    ...found,
    data: {
      ...{ numero: YOUNG, desde: '2026-10-01', hasta: '2026-11-14' },
      periodos: [{ ...now, desde: '2026-11-14', hasta: null, cambios: ['alta'], ...period }],
    },
  },
  {
    when: 'it is gone',
    ask: `?numero=${GONE}`,
    ...found,
    data: {
      ...{ numero: GONE, desde: '2026-10-01', hasta: '2026-11-14' },
      periodos: [{ ...now, desde: '2026-10-01', hasta: '2026-10-05', cambios: [], ...period }],
    },
  },
  { when: 'it never was there', ask: `?numero=${ABSENT}`, status: 404, codigo: 'no_encontrado', cost: 1 },
  ...malformed([['no number', '?numero=1', 'numero']]),
])
checkSharedPromises(historia, { good: `?numero=${COMPANY}`, bad: '?numero=1', lookup: 'ruc/historia', cost: 1 })
