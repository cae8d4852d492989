import { checkPromises, malformed, openEndpoint } from '../helpers/endpoint-table.ts'
import { checkSharedPromises } from '../helpers/every-endpoint.ts'
import {
  ABSENT,
  COMPANY,
  elsewhere,
  FROM_REGISTER,
  GONE,
  lost,
  monthly,
  now,
  PAST_REGISTER,
  YOUNG,
} from '../helpers/past-register.ts'

const historia = await openEndpoint('ruc/historia', { world: PAST_REGISTER })
const month = { fuente: 'taxauth-open-data', grano: 'mes' }
const period = { fuente: 'taxauth-scraper', grano: 'dia' }

checkPromises(historia, [
  {
    when: 'newest first, with what changed',
    ask: `?numero=${COMPANY}`,
    ...FROM_REGISTER,
    data: {
      ...{ numero: COMPANY, desde: '2026-10-01', hasta: '2026-11-14' },
      periodos: [
        { ...now, desde: '2026-11-10', hasta: null, cambios: ['condicion'], ...period },
        { ...lost, desde: '2026-10-05', hasta: '2026-10-05', cambios: ['estado', 'condicion', 'direccion'], ...period },
        { ...elsewhere, desde: '2026-10-01', hasta: '2026-10-01', cambios: [], ...period },
        {
          ...{ ...monthly, desde: '2026-08-01', hasta: '2026-08-31', condicion: 'NO HABIDO' },
          ...{ cambios: ['condicion'], ...month },
        },
        { ...monthly, desde: '2026-05-01', hasta: '2026-07-31', cambios: [], ...month },
      ],
    },
  },
  {
    when: 'it appeared late',
    ask: `?numero=${YOUNG}`,
    ...FROM_REGISTER,
    data: {
      ...{ numero: YOUNG, desde: '2026-10-01', hasta: '2026-11-14' },
      periodos: [{ ...now, desde: '2026-11-14', hasta: null, cambios: ['alta'], ...period }],
    },
  },
  {
    when: 'it is gone',
    ask: `?numero=${GONE}`,
    ...FROM_REGISTER,
    data: {
      ...{ numero: GONE, desde: '2026-10-01', hasta: '2026-11-14' },
      periodos: [
        { ...now, desde: '2026-10-01', hasta: '2026-10-05', cambios: [], ...period },
        { ...monthly, desde: '2026-07-01', hasta: '2026-08-31', cambios: [], ...month },
      ],
    },
  },
  { when: 'it never was there', ask: `?numero=${ABSENT}`, status: 404, codigo: 'no_encontrado', cost: 1 },
  ...malformed([['no number', '?numero=1', 'numero']]),
])
checkSharedPromises(historia, { good: `?numero=${COMPANY}`, bad: '?numero=1', lookup: 'ruc/historia', cost: 1 })
