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
  /** In the bar, in what "Más" opens, or below Vigilancia. */
  place?: 'more' | 'watch'
}

/** The page of the bar that those below it belong to. */
export const WATCH_PATH = '/vigilancia'

/** The pages in the order of the bar. Their paths are also in `src/http/console/console.ts`. */
export const ROUTES: readonly PageRoute[] = [
  { path: '/', title: 'Inicio', page: Inicio, load: async () => ({ default: Inicio }) },
  { path: '/revisar', title: 'Revisar', load: () => import('./pages/revisar/revisar.tsx') },
  { path: '/proveedor', title: 'Proveedor', load: () => import('./pages/proveedor/proveedor.tsx') },
  { path: '/lotes', title: 'Lotes', load: () => import('./pages/lotes/lotes.tsx') },
  { path: WATCH_PATH, title: 'Vigilancia', load: () => import('./pages/vigilancia/vigilancia.tsx') },
  { path: '/alertas', title: 'Alertas', place: 'watch', load: () => import('./pages/alertas/alertas.tsx') },
  { path: '/informe', title: 'Informe', place: 'watch', load: () => import('./pages/informe/informe.tsx') },
  { path: '/avisos', title: 'Avisos', place: 'watch', load: () => import('./pages/avisos/avisos.tsx') },
  { path: '/personas', title: 'Personas', place: 'more', load: () => import('./pages/personas/personas.tsx') },
  { path: '/vehiculo', title: 'Vehículo', place: 'more', load: () => import('./pages/vehiculo/vehiculo.tsx') },
  {
    ...{ path: '/tipo-cambio', title: 'Tipo de cambio', place: 'more' },
    load: () => import('./pages/tipo-cambio/tipo-cambio.tsx'),
  },
  {
    ...{ path: '/indicadores', title: 'Indicadores', place: 'more' },
    load: () => import('./pages/indicadores/indicadores.tsx'),
  },
  {
    ...{ path: '/constancia', title: 'Constancia', place: 'more', isPublic: true },
    load: () => import('./pages/constancia/constancia.tsx'),
  },
  { path: '/estado', title: 'Estado', place: 'more', load: () => import('./pages/estado/estado.tsx') },
  { path: '/uso', title: 'Uso', place: 'more', load: () => import('./pages/uso/uso.tsx') },
]
