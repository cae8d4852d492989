import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

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
    app.get(path, options, (_request, reply) => send(reply, 'text/html; charset=utf-8', page(base)))
  }
  app.get('/docs/static/swagger-initializer.js', options, (_request, reply) =>
    send(reply, 'application/javascript; charset=utf-8', INITIALIZER),
  )
  for (const [name, type] of Object.entries(FILES)) {
    const content = await readFile(new URL(name, FOLDER))
    app.get(`/docs/static/${name}`, options, (_request, reply) => send(reply, type, content))
  }
}

/** Addresses are relative, so that the page also works behind a proxy that puts the service below a path. */
const page = (base: string): string => `<!DOCTYPE html>
<html lang="es">
<head>
<meta charset="utf-8">
<title>Chasqui</title>
<link rel="stylesheet" href="${base}static/swagger-ui.css">
<link rel="stylesheet" href="${base}static/index.css">
<link rel="icon" type="image/png" href="${base}static/favicon-32x32.png" sizes="32x32">
<link rel="icon" type="image/png" href="${base}static/favicon-16x16.png" sizes="16x16">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}static/swagger-ui-bundle.js"></script>
<script src="${base}static/swagger-initializer.js"></script>
</body>
</html>
`

// Without the validator's badge, which would be fetched from the internet, and without the bar for other documents.
const UI = { docExpansion: 'list', validatorUrl: null, layout: 'BaseLayout', dom_id: '#swagger-ui', deepLinking: true }

const INITIALIZER = `window.onload = () => {
  const url = new URL(location.pathname.endsWith('/') ? '../openapi.json' : 'openapi.json', location.href).href
  window.ui = SwaggerUIBundle({ ...${JSON.stringify(UI)}, url, presets: [SwaggerUIBundle.presets.apis] })
}
`
