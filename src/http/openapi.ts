import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const DESCRIPTION =
  'Consultas de contribuyentes, personas, sanciones, SOAT, tipo de cambio, series del banco central y listas de sanciones. ' +
  'Todas las operaciones son GET de solo lectura y responden JSON.'

// Everything comes from here. No upgrade to https: in a private network the service often speaks plain HTTP, and the
// page would come up empty. Swagger UI writes styles into its elements.
const DOCS_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "font-src 'self' data:",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

/** OpenAPI 3.1 from the routes' own schemas at `/openapi.json`, readable at `/docs` without internet. */
export const registerOpenApi = async (app: FastifyInstance, version: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Chasqui', description: DESCRIPTION, version, license: { name: 'MIT' } },
      components: {
        securitySchemes: {
          clave: { type: 'http', scheme: 'bearer', description: 'Clave chq_live_… o chq_test_…' },
        },
      },
      security: [{ clave: [] }],
    },
    // Schemas with a name of their own are written once under `components`, by that name.
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, i) => (typeof json.$id === 'string' ? json.$id : `def-${i}`),
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    theme: { title: 'Chasqui' },
    // Without the validator's badge, which would be fetched from the internet, and without the bar for other documents.
    uiConfig: { docExpansion: 'list', validatorUrl: null, layout: 'BaseLayout' },
  })
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(app.swagger())
  })
}
