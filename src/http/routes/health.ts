import { Health } from '../../domain/records.ts'
import { SERVICE_TAG, type typed } from '../route.ts'

/** `/api/health`: the state of the service, its datasets and its sources. It needs a key and costs no quota. */
export const healthRoute = (app: ReturnType<typeof typed>, report: () => Health | Promise<Health>): void => {
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
