import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { CONTACT, DESCRIPTION, LICENSE, SECURITY, SERVERS, TAGS, TITLE } from './about.ts'
import { completeDocument } from './complete-document.ts'
import type { Document } from './document-types.ts'

/** OpenAPI 3.1 from the routes' own schemas at `/openapi.json`. */
export const registerOpenApi = async (app: FastifyInstance, version: string): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: TITLE, description: DESCRIPTION, version, contact: CONTACT, license: LICENSE },
      servers: SERVERS,
      tags: TAGS,
      components: { securitySchemes: SECURITY },
      security: [{ clave: [] }],
    },
    // Schemas with a name of their own are written once under `components`, by that name.
    refResolver: {
      buildLocalReference: (json, _baseUri, _fragment, i) => (typeof json.$id === 'string' ? json.$id : `def-${i}`),
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? (completeDocument(document.openapiObject as unknown as Document) as never)
        : document.swaggerObject,
  })
  // Written on the first request, when all routes are there.
  const once = (write: () => string): (() => string) => {
    let text: string | undefined
    return () => (text ??= write())
  }
  const json = once(() => JSON.stringify(app.swagger()))
  const yaml = once(() => app.swagger({ yaml: true }))
  const documents = [
    ['/openapi.json', 'application/json; charset=utf-8', json],
    ['/docs/json', 'application/json; charset=utf-8', json],
    ['/docs/yaml', 'application/x-yaml; charset=utf-8', yaml],
  ] as const
  for (const [path, type, text] of documents) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300').type(type).send(text())
    })
  }
}
