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

/** The files of Swagger UI that the page needs. */
export const STATIC_FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'application/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'index.css': 'text/css; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
}

const JSON_TYPE = 'application/json; charset=utf-8'
const OPENAPI = [
  ['/openapi.json', 'openapi.json', JSON_TYPE],
  ['/docs/json', 'openapi.json', JSON_TYPE],
  ['/docs/yaml', 'openapi.yaml', 'application/x-yaml; charset=utf-8'],
] as const

/** The content of `openapi.json`, `openapi.yaml` or a file of `STATIC_FILES`. */
export type Documents = (name: string) => string | Uint8Array | Promise<string | Uint8Array>

/** The OpenAPI document at `/openapi.json`, and the readable documentation at `/docs`. */
export const registerDocs = (app: FastifyInstance, documents: Documents): void => {
  const options = { schema: { hide: true } }
  const head = (reply: FastifyReply, type: string): FastifyReply =>
    reply.header('cache-control', 'public, max-age=300').type(type)
  const policy = (reply: FastifyReply): FastifyReply => reply.header('content-security-policy', DOCS_POLICY)
  for (const [path, name, type] of OPENAPI)
    app.get(path, options, async (_request, reply) => {
      const text = await documents(name)
      return head(reply, type).send(text)
    })
  for (const [path, base] of [
    ['/docs', 'docs/'],
    ['/docs/', ''],
  ] as const) {
    app.get(path, options, (_request, reply) => {
      head(policy(reply), 'text/html; charset=utf-8').send(page(base))
    })
  }
  app.get('/docs/static/swagger-initializer.js', options, (_request, reply) => {
    head(policy(reply), 'application/javascript; charset=utf-8').send(INITIALIZER)
  })
  for (const [name, type] of Object.entries(STATIC_FILES))
    app.get(`/docs/static/${name}`, options, async (_request, reply) => {
      const content = await documents(name)
      return head(policy(reply), type).send(content)
    })
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
