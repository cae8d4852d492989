import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { CONTACT, DESCRIPTION, LICENSE, SECURITY, SERVERS, TAGS, TITLE } from './about.ts'
import { completeDocument } from './complete-document.ts'
import type { Document } from './document-types.ts'

/** Writes OpenAPI 3.1 from the schemas of the routes that are registered after it. */
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
}
