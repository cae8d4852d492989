import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const DESCRIPTION =
  'Consultas de contribuyentes, personas, sanciones, SOAT, tipo de cambio, series del banco central y listas de sanciones. ' +
  'Todas las operaciones son GET de solo lectura y responden JSON.'

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
    transformObject: (document) =>
      'openapiObject' in document ? shareSchemas(document.openapiObject) : document.swaggerObject,
  })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true, uiConfig: { docExpansion: 'list' } })
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8').send(app.swagger())
  })
}

type Json = { [name: string]: unknown }

/** Schemas with a name of their own are written once under `components` and referred to from where they are used. */
const shareSchemas = <Document extends object>(document: Document): Document => {
  const schemas: Json = {}
  const share = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(share)
    if (node === null || typeof node !== 'object') return node
    const { $id, ...rest } = node as Json
    const shared = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, share(value)]))
    if (typeof $id !== 'string') return shared
    schemas[$id] = shared
    return { $ref: `#/components/schemas/${$id}` }
  }
  const result = share(document) as Json
  result.components = { ...(result.components as Json), schemas }
  return result as Document
}
