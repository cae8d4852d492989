import { aml } from './aml.ts'
import { comprobante } from './comprobante.ts'
import { dni } from './dni.ts'
import { indicadores } from './indicadores.ts'
import { indicadoresBuscar } from './indicadores-buscar.ts'
import { nombre } from './nombre.ts'
import { persona } from './persona.ts'
import { proveedor } from './proveedor.ts'
import { ruc } from './ruc.ts'
import { rucHistoria } from './ruc-historia.ts'
import { sanciones } from './sanciones.ts'
import type { Endpoint } from './shared/endpoint.ts'
import { soat } from './soat.ts'
import { tipoCambio } from './tipo-cambio.ts'

/** Every question that can be asked, in the order of the documentation. */
const LISTED = [
  persona,
  ruc,
  rucHistoria,
  dni,
  nombre,
  sanciones,
  comprobante,
  soat,
  tipoCambio,
  indicadores,
  indicadoresBuscar,
  aml,
  proveedor,
] as const

export type Listed = (typeof LISTED)[number]

/** The same without the types of their answers. */
export const ENDPOINTS: readonly Endpoint[] = LISTED

/** The endpoints as an edge lists them: some in front, the others behind in the order of the documentation. */
export const endpointsFrom = (front: readonly string[]): readonly Endpoint[] => [
  ...new Set([...front.flatMap((name) => ENDPOINTS.filter(({ path }) => path === name)), ...ENDPOINTS]),
]

/** What the watch is asked by. */
export const WATCH_SCOPES = ['vigilados', 'alertas', 'eventos', 'avisos'] as const

/** What a key may be limited to: the questions, and what else needs a key. */
export const SCOPES: readonly string[] = [
  ...new Set(ENDPOINTS.map(({ name }) => name)),
  'lotes',
  ...WATCH_SCOPES,
  'health',
]
