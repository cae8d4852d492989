import { Health } from '../../domain/records.ts'
import { SERVICE_TAG } from '../openapi/about.ts'
import type { EndpointFacts } from '../openapi/document-types.ts'
import type { typed } from '../route.ts'

const FACTS: EndpointFacts = { isLookup: false, failures: [] }

/** `/api/health`: the state of the service, its datasets and its sources. It needs a key and costs no quota. */
export const healthRoute = (app: ReturnType<typeof typed>, report: () => Health | Promise<Health>): void => {
  app.get(
    '/health',
    {
      schema: {
        operationId: 'health',
        tags: [SERVICE_TAG],
        summary: 'Estado del servicio, sus datos y sus fuentes',
        description:
          'Dice qué ediciones de las listas están en servicio y cómo están las fuentes en vivo. `captchaBlocked` es true mientras una fuente exige una ' +
          'verificación. Necesita una clave y no cuesta cuota.',
        response: { 200: Health },
        ...{ 'x-endpoint': FACTS },
      },
      config: { endpoint: 'health' },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return report()
    },
  )
}
