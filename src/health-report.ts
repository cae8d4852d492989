import { ageHours, type DatasetStatus, overdueReason } from './datasets/index.ts'
import type { DatasetHealth, Health } from './domain/records.ts'
import { POLITICA } from './domain/screening/politica.ts'
import { UBIGEO_EDITION, UBIGEO_ROWS } from './domain/ubigeo.ts'
import type { Services } from './services.ts'

/** What the report is made of. */
export interface ReportedServices
  extends Pick<
    Services,
    'datasetStatuses' | 'publication' | 'version' | 'mode' | 'startedAt' | 'fixedToday' | 'clock'
  > {
  sources: Pick<Services['sources'], 'health'>
  accounts: Pick<Services['accounts'], 'isUsable' | 'storeKind'>
}

/** Degraded as soon as a configured dataset is missing, refused or overdue, a configured source is not well, the store is away, or editions cannot be published. */
export const healthReport = (services: ReportedServices, vigilancia?: Health['data']['vigilancia']): Health => {
  const datasets = services.datasetStatuses()
  const providers = services.sources.health()
  const isStoreUsable = services.accounts.isUsable()
  const publicacion = services.publication()
  const isWell =
    isStoreUsable &&
    !publicacion?.error &&
    datasets.every(isDatasetWell) &&
    Object.values(providers).every(({ configurado, estado }) => !configurado || estado === 'ok')
  return {
    ok: true,
    data: {
      estado: isWell ? 'ok' : 'degradado',
      version: services.version,
      modo: services.mode,
      iniciado: services.startedAt.toISOString(),
      ...(services.fixedToday && { hoyFijado: services.fixedToday }),
      politica: POLITICA,
      almacen: { tipo: services.accounts.storeKind, estado: isStoreUsable ? 'ok' : 'no_disponible' },
      ...(publicacion && { publicacion }),
      ...(vigilancia && { vigilancia }),
      datasets: {
        ...Object.fromEntries(datasets.map((status) => [status.id, datasetHealth(status, services.clock.now())])),
        ubigeo: ubigeoHealth(services),
      },
    },
    providers,
  }
}

/** A list without an address is the operator's choice; one that was loaded from a file still grows old. */
const isDatasetWell = ({ estado, error, edicion, atrasado, historia }: DatasetStatus): boolean =>
  !atrasado && !historia?.error && (estado === 'unconfigured' || (error === null && edicion !== null))

/** Location codes come with the program: they are as old as its edition, and loaded when it starts. */
const ubigeoHealth = ({ startedAt }: Pick<Services, 'startedAt'>): DatasetHealth => ({
  edicion: UBIGEO_EDITION,
  publicado: UBIGEO_EDITION,
  copia: false,
  filas: UBIGEO_ROWS,
  descartadas: 0,
  cargado: startedAt.toISOString(),
  revisado: null,
  sha256: null,
  antiguedadHoras: null,
  configurado: true,
  atrasado: false,
  error: null,
})

const datasetHealth = (status: DatasetStatus, now: number): DatasetHealth => ({
  edicion: status.edicion,
  publicado: status.publicado ?? null,
  copia: status.copia ?? false,
  filas: status.filas,
  descartadas: status.descartadas ?? null,
  cargado: status.cargado,
  revisado: status.revisado ?? null,
  sha256: status.sha256,
  antiguedadHoras: ageHours(status, now),
  configurado: status.estado !== 'unconfigured',
  atrasado: status.atrasado ?? false,
  error: status.error ?? overdueReason(status),
  ...(status.historia && { historia: status.historia }),
  ...(typeof status.observacionesSinLeer === 'number' && { observacionesSinLeer: status.observacionesSinLeer }),
})
