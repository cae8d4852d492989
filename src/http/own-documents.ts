import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { type Documents, STATIC_FILES } from './docs.ts'
import { registerOpenApi } from './openapi/document.ts'

const FOLDER = new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))

/**
 * The documents, made in this thread: OpenAPI 3.1 from the routes' own schemas, and the files of Swagger UI, which are read
 * once and served from memory. The plugin that Swagger UI comes with opens a file per request, and callers who never read
 * the answers use up all descriptors. Other HTTP threads ask this one, so that the process has them once.
 */
export const ownDocuments =
  (version: string) =>
  async (app: FastifyInstance): Promise<Documents> => {
    await registerOpenApi(app, version)
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
