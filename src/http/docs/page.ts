/** The page at `/docs`. Addresses are relative, so that it also works behind a proxy that puts the service below a path. */
export const docsPage = (base: string): string => `<!DOCTYPE html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chasqui: documentación de la API</title>
<link rel="stylesheet" href="${base}static/swagger-ui.css">
<link rel="stylesheet" href="${base}static/index.css">
<link rel="stylesheet" href="${base}static/chasqui.css">
<link rel="icon" type="image/png" href="${base}static/favicon-32x32.png" sizes="32x32">
<link rel="icon" type="image/png" href="${base}static/favicon-16x16.png" sizes="16x16">
</head>
<body>
<noscript>Esta página necesita JavaScript. El documento OpenAPI está en <a href="${base === '' ? '../' : ''}openapi.json">openapi.json</a>.</noscript>
<div id="swagger-ui"></div>
<script src="${base}static/swagger-ui-bundle.js"></script>
<script src="${base}static/spanish.js"></script>
<script src="${base}static/swagger-initializer.js"></script>
</body>
</html>
`

// Without the validator's badge, which would be fetched from the internet, and without the bar for other documents.
const UI = {
  docExpansion: 'list',
  validatorUrl: null,
  layout: 'BaseLayout',
  dom_id: '#swagger-ui',
  deepLinking: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
}

/**
 * Starts Swagger UI. The key lives in the tab's session storage: it comes from the address (`/docs#clave=…`, which the
 * sandbox prints), and is taken out of it at once, or from the page's own dialog. As in the console, a link's key is asked
 * about where the tab has another one, and always when it is of a real service.
 */
export const INITIALIZER = `window.onload = () => {
  const STORED = 'chasqui.clave'
  const offered = /^#clave=(chq_[A-Za-z0-9_]+)$/.exec(location.hash)?.[1]
  if (offered) {
    history.replaceState(null, '', location.pathname + location.search)
    const stored = sessionStorage.getItem(STORED)
    // A link must not make people work in somebody else's account.
    const isPlain = offered === stored || (!stored && offered.startsWith('chq_test_'))
    if (isPlain || confirm('El enlace trae una clave de acceso, quizá de otra cuenta. ¿Usarla en esta pestaña?'))
      sessionStorage.setItem(STORED, offered)
  }
  addEventListener('hashchange', () => location.hash.startsWith('#clave=') && location.reload())
  const keepKey = () => ({
    statePlugins: {
      auth: {
        wrapActions: {
          authorize: (authorize) => (given) => {
            if (given.clave) sessionStorage.setItem(STORED, given.clave.value)
            return authorize(given)
          },
          logout: (logout) => (names) => {
            sessionStorage.removeItem(STORED)
            return logout(names)
          },
        },
      },
    },
  })
  const url = new URL(location.pathname.endsWith('/') ? '../openapi.json' : 'openapi.json', location.href).href
  const ui = SwaggerUIBundle({
    ...${JSON.stringify(UI)},
    url,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [keepKey],
    onComplete: () => {
      const key = sessionStorage.getItem(STORED)
      if (key) ui.preauthorizeApiKey('clave', key)
    },
  })
}
`

/** Ours over that of Swagger UI: its English words that are no text of the page, and a page that fits a phone. */
export const STYLE = `.swagger-ui .parameter__name.required::after { content: 'obligatorio'; }
.swagger-ui .markdown p, .swagger-ui .markdown li { line-height: 1.5; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .info { margin: 20px 0; }
  .swagger-ui .info .title { font-size: 26px; }
  .swagger-ui .scheme-container { padding: 15px 0; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: calc(100% - 130px); }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; padding: 4px 10px; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; padding: 8px 10px; min-height: 0; }
  .swagger-ui .opblock-description-wrapper { padding: 10px; }
  .swagger-ui .table-container, .swagger-ui .responses-inner { padding: 10px; }
  .swagger-ui table.parameters thead, .swagger-ui table.responses-table > thead { display: none; }
  .swagger-ui table.parameters > tbody > tr, .swagger-ui table.parameters > tbody > tr > td,
  .swagger-ui table.responses-table > tbody > tr, .swagger-ui table.responses-table > tbody > tr > td {
    display: block; width: 100%; max-width: 100%; min-width: 0; padding: 4px 0;
  }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select,
  .swagger-ui .parameters-col_description textarea { width: 100%; max-width: 100%; min-width: 0; }
  .swagger-ui pre, .swagger-ui code { white-space: pre-wrap; overflow-wrap: anywhere; }
  .swagger-ui .highlight-code, .swagger-ui .model-box, .swagger-ui .response-col_description { max-width: 100%; overflow-x: auto; }
  .swagger-ui .responses-table .response table.headers td, .swagger-ui table.headers td { overflow-wrap: anywhere; white-space: normal; }
  .swagger-ui .dialog-ux .modal-ux { min-width: 0; width: calc(100vw - 20px); }
  .swagger-ui .auth-container input { min-width: 0; width: 100%; }
  .swagger-ui .auth-wrapper { justify-content: flex-start; }
}
`
