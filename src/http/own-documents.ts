import { readFile } from 'node:fs/promises'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type Documents, STATIC_FILES } from './docs.ts'

const DESCRIPTION =
  'Consultas de contribuyentes, personas, sanciones, SOAT, tipo de cambio, series del banco central y listas de sanciones. ' +
  'Todas las operaciones son GET de solo lectura y responden JSON.'

const FOLDER = new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))

/**
 * The documents, made in this thread: OpenAPI 3.1 from the routes' own schemas, and the files of Swagger UI, which are read
 * once and served from memory. The plugin that Swagger UI comes with opens a file per request, and callers who never read
 * the answers use up all descriptors. Other HTTP threads ask this one, so that the process has them once.
 */
export const ownDocuments =
  (version: string) =>
  async (app: FastifyInstance): Promise<Documents> => {
    await registerSwagger(app, version)
    // Written on the first request, when all routes are there.
    const once = (write: () => string): (() => string) => {
      let text: string | undefined
      return () => (text ??= write())
    }
    const json = once(() => JSON.stringify(app.swagger()))
    const yaml = once(() => app.swagger({ yaml: true }))
    const files = new Map<string, Buffer>()
    for (const name of Object.keys(STATIC_FILES)) files.set(name, await readFile(new URL(name, FOLDER)))
    return (name) => {
      if (name === 'openapi.json') return json()
      return name === 'openapi.yaml' ? yaml() : (files.get(name) as Buffer)
    }
  }

const registerSwagger = async (app: FastifyInstance, version: string): Promise<void> => {
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
}
