import { ageHours, type DatasetStatus } from '../datasets/index.ts'
import { UBIGEO_EDITION, UBIGEO_ROWS } from '../domain/ubigeo.ts'
import type { Services } from '../services.ts'
import type { DatasetReport, HealthReport } from './routes/health.ts'

/** What `/api/health` tells: degraded as soon as a list is missing or refused, or a configured source is not well. */
export const healthReport = (services: Services): HealthReport => {
  const datasets = services.datasetStatuses()
  const providers = services.sources.health()
  const well =
    datasets.every(({ error, edicion }) => error === null && edicion !== null) &&
    Object.values(providers).every(({ configurado, estado }) => !configurado || estado === 'ok')
  return {
    ok: true,
    data: {
      estado: well ? 'ok' : 'degradado',
      version: services.version,
      modo: services.mode,
      iniciado: services.startedAt.toISOString(),
      datasets: {
        ...Object.fromEntries(datasets.map((status) => [status.id, report(status, services.clock.now())])),
        ubigeo: placesReport(services),
      },
    },
    providers,
  }
}

/** Location codes come with the program: they are as old as its edition, and loaded when it starts. */
const placesReport = ({ startedAt }: Services): DatasetReport => ({
  edicion: UBIGEO_EDITION,
  filas: UBIGEO_ROWS,
  cargado: startedAt.toISOString(),
  sha256: null,
  antiguedadHoras: null,
  error: null,
})

const report = (status: DatasetStatus, now: number): DatasetReport => ({
  edicion: status.edicion,
  filas: status.filas,
  cargado: status.cargado,
  sha256: status.sha256,
  antiguedadHoras: ageHours(status, now),
  error: status.error,
})
