import type { ComponentType } from 'preact'
import type { Question } from './navigation.ts'
import Inicio from './pages/inicio/inicio.tsx'

/** What a page is given: the question of its place in the history. */
export interface PageProps {
  question: Question | null
}

export interface PageRoute {
  path: string
  title: string
  /** The first page comes with the console itself, so that nothing more is waited for. */
  page?: ComponentType<PageProps>
  /** Every other page is a file of its own that is fetched when it is first shown. */
  load(): Promise<{ default: ComponentType<PageProps> }>
  /** For anybody, also without a key. */
  isPublic?: boolean
}

/** The pages in the order of the bar. Their paths are also in `src/http/console/console.ts`. */
export const ROUTES: readonly PageRoute[] = [
  { path: '/', title: 'Inicio', page: Inicio, load: async () => ({ default: Inicio }) },
  { path: '/revisar', title: 'Revisar', load: () => import('./pages/revisar/revisar.tsx') },
  { path: '/proveedor', title: 'Proveedor', load: () => import('./pages/proveedor/proveedor.tsx') },
  { path: '/personas', title: 'Personas', load: () => import('./pages/personas/personas.tsx') },
  { path: '/lotes', title: 'Lotes', load: () => import('./pages/lotes/lotes.tsx') },
  { path: '/tipo-cambio', title: 'Tipo de cambio', load: () => import('./pages/tipo-cambio/tipo-cambio.tsx') },
  { path: '/indicadores', title: 'Indicadores', load: () => import('./pages/indicadores/indicadores.tsx') },
  { path: '/vehiculo', title: 'Vehículo', load: () => import('./pages/vehiculo/vehiculo.tsx') },
  {
    path: '/constancia',
    title: 'Constancia',
    load: () => import('./pages/constancia/constancia.tsx'),
    isPublic: true,
  },
  { path: '/estado', title: 'Estado', load: () => import('./pages/estado/estado.tsx') },
  { path: '/uso', title: 'Uso', load: () => import('./pages/uso/uso.tsx') },
]
