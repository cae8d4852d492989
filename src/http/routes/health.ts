import { ageHours, type DatasetStatus, OVERDUE } from '../../datasets/index.ts'
import { type DatasetHealth, Health } from '../../domain/records.ts'
import { POLITICA } from '../../domain/screening/politica.ts'
import { UBIGEO_EDITION, UBIGEO_ROWS } from '../../domain/ubigeo.ts'
import type { Services } from '../../services.ts'
import { SERVICE_TAG, type typed } from '../route.ts'

/** `/api/health`: the state of the service, its datasets and its sources. It needs a key and costs no quota. */
export const healthRoute = (app: ReturnType<typeof typed>, report: () => Health): void => {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'health',
        tags: [SERVICE_TAG],
        summary: 'Estado del servicio, sus datos y sus fuentes',
        response: { 200: Health },
      },
      config: { endpoint: 'health' },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return report()
    },
  )
}

/** Degraded as soon as a configured dataset is missing, refused or overdue, a configured source is not well, or the store is away. */
export const healthReport = (services: Services): Health => {
  const datasets = services.datasetStatuses()
  const providers = services.sources.health()
  const isStoreUsable = services.accounts.isUsable()
  const isWell =
    isStoreUsable &&
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
      almacen: { tipo: 'sqlite', estado: isStoreUsable ? 'ok' : 'no_disponible' },
      datasets: {
        ...Object.fromEntries(datasets.map((status) => [status.id, datasetHealth(status, services.clock.now())])),
        ubigeo: ubigeoHealth(services),
      },
    },
    providers,
  }
}

/** A list without an address is the operator's choice; one that was loaded from a file still grows old. */
const isDatasetWell = ({ estado, error, edicion, atrasado }: DatasetStatus): boolean =>
  !atrasado && (estado === 'unconfigured' || (error === null && edicion !== null))

/** Location codes come with the program: they are as old as its edition, and loaded when it starts. */
const ubigeoHealth = ({ startedAt }: Services): DatasetHealth => ({
  edicion: UBIGEO_EDITION,
  filas: UBIGEO_ROWS,
  descartadas: 0,
  cargado: startedAt.toISOString(),
  revisado: null,
  sha256: null,
  antiguedadHoras: null,
  error: null,
})

const datasetHealth = (status: DatasetStatus, now: number): DatasetHealth => ({
  edicion: status.edicion,
  filas: status.filas,
  descartadas: status.descartadas ?? null,
  cargado: status.cargado,
  revisado: status.revisado ?? null,
  sha256: status.sha256,
  antiguedadHoras: ageHours(status, now),
  error: status.error ?? (status.atrasado ? OVERDUE : null),
  ...(typeof status.observacionesSinLeer === 'number' && { observacionesSinLeer: status.observacionesSinLeer }),
})
