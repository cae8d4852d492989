import { LISTAS } from './closed-sets.ts'
import type { Fuente } from './meta.ts'

/** How people know a provider or a list; where its channels are different things, each has its own name. */
const NAMES: Readonly<Record<string, string | Partial<Record<Fuente['canal'], string>>>> = {
  'taxauth-scraper': {
    register: 'SUNAT, padrón reducido',
    live: 'SUNAT, consulta RUC',
    cache: 'SUNAT, consulta RUC',
    list: 'SUNAT, padrones tributarios',
  },
  'public-dni-directory': 'Directorio público de DNI',
  'aggregator-a': 'Decolecta (agregador A)',
  'aggregator-b': 'ApiPerú (agregador B)',
  'taxauth-tc': 'SUNAT, tipo de cambio',
  'central-bank': 'BCRP, series estadísticas',
  'insurance-registry': 'APESEG, registro de SOAT',
  'taxauth-cpe': 'SUNAT, comprobantes de pago',
  'procurement-list': 'Lista de inhabilitados, Tribunal de Contrataciones',
  'procurement-courts': 'Inhabilitados por orden judicial, OECE',
  'procurement-people': 'Socios, representantes y órganos de proveedores, OECE',
  ...Object.fromEntries(
    Object.values(LISTAS).map(({ proveedor, nombre, editor }) => [proveedor, `Lista ${nombre}, ${editor}`]),
  ),
}

/** `SUNAT, padrón reducido`. A provider that a newer service has, and this version does not know, keeps its id. */
export const sourceName = (proveedor: string, canal?: string): string => {
  const name = (Object.hasOwn(NAMES, proveedor) && NAMES[proveedor]) || proveedor
  if (typeof name === 'string') return name
  return name[canal as Fuente['canal']] ?? 'SUNAT'
}

/** What a date is called in a channel: own copies have editions, the source itself publishes. */
const DATED: Readonly<Record<string, string>> = { register: 'edición', list: 'edición' }
const CHANNELS: Readonly<Record<string, string>> = { live: 'en línea', cache: 'respuesta reciente' }

/** The two publications of one list, with what one of them does not hold. */
const KINDS: Readonly<Record<string, string>> = {
  'open-data': 'datos abiertos del OECE (no incluyen multas)',
  export: 'exportación del tribunal',
}

/** A source as an answer names it; a newer service may know others than this version. */
interface SourceFacts {
  proveedor: string
  canal: string
  edicion?: string | null | undefined
  sinFecha?: boolean | undefined
  clase?: string | undefined
}

/** `SUNAT, padrón reducido, edición 14/11/2026`: one source of an answer, in words for people. */
export const describeSource = ({ proveedor, canal, edicion, sinFecha, clase = '' }: SourceFacts): string =>
  [
    sourceName(proveedor, canal),
    CHANNELS[canal],
    KINDS[clase],
    edicion &&
      `${sinFecha ? 'sin fecha, copia del' : (DATED[canal] ?? 'publicado el')} ${edicion.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')}`,
  ]
    .filter(Boolean)
    .join(', ')
