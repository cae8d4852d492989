import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { docsPage, INITIALIZER, STYLE } from './docs/page.ts'
import { SPANISH } from './docs/spanish.ts'

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

const FOLDER = new URL('./static/', import.meta.resolve('@fastify/swagger-ui'))

/** The files of Swagger UI that the page needs. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'application/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'index.css': 'text/css; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
}

/** Our own files beside them. */
const OWN_FILES = [
  ['swagger-initializer.js', 'application/javascript; charset=utf-8', INITIALIZER],
  ['spanish.js', 'application/javascript; charset=utf-8', SPANISH],
  ['chasqui.css', 'text/css; charset=utf-8', STYLE],
] as const

/**
 * The readable documentation at `/docs`. Its files are read once and served from memory: the plugin that Swagger UI comes
 * with opens a file per request, and callers who never read the answers use up all descriptors.
 */
export const registerDocs = async (app: FastifyInstance): Promise<void> => {
  const options = { schema: { hide: true } }
  const send = (reply: FastifyReply, type: string, body: string | Buffer): void => {
    reply.header('content-security-policy', DOCS_POLICY).header('cache-control', 'public, max-age=300')
    reply.type(type).send(body)
  }
  for (const [path, base] of [
    ['/docs', 'docs/'],
    ['/docs/', ''],
  ] as const) {
    app.get(path, options, (_request, reply) => send(reply, 'text/html; charset=utf-8', docsPage(base)))
  }
  for (const [name, type, text] of OWN_FILES) {
    app.get(`/docs/static/${name}`, options, (_request, reply) => send(reply, type, text))
  }
  for (const [name, type] of Object.entries(FILES)) {
    const content = await readFile(new URL(name, FOLDER))
    app.get(`/docs/static/${name}`, options, (_request, reply) => send(reply, type, content))
  }
}
