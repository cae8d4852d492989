import { type Static, Type } from 'typebox'
import type { typed } from '../route.ts'

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

const DatasetReport = Type.Object({
  edicion: Nullable(Type.String({ description: 'Fecha de la edición en servicio' })),
  filas: Nullable(Type.Integer()),
  cargado: Nullable(Type.String({ description: 'Fecha y hora ISO de la carga' })),
  sha256: Nullable(Type.String()),
  antiguedadHoras: Nullable(Type.Number()),
  error: Nullable(Type.String({ description: 'Motivo del último rechazo o fallo de carga' })),
})
export type DatasetReport = Static<typeof DatasetReport>

const ProviderReport = Type.Object({
  estado: Type.String(),
  captchaBlocked: Type.Boolean({ description: 'true mientras la fuente exige una verificación' }),
  ultimoExito: Nullable(Type.String()),
  ultimoError: Nullable(Type.String()),
  circuito: Type.String(),
  configurado: Type.Boolean(),
})

const HealthReport = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    estado: Type.Union([Type.Literal('ok'), Type.Literal('degradado')]),
    version: Type.String(),
    modo: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    iniciado: Type.String({ description: 'Fecha y hora ISO del arranque' }),
    datasets: Type.Record(Type.String(), DatasetReport),
  }),
  providers: Type.Record(Type.String(), ProviderReport),
})
export type HealthReport = Static<typeof HealthReport>

export const healthRoute = (app: ReturnType<typeof typed>, report: () => HealthReport): void => {
  app.get(
    '/health',
    { schema: { summary: 'Estado del servicio, sus datos y sus fuentes', response: { 200: HealthReport } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return report()
    },
  )
}
