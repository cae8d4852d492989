/** Sentences of refusals, outages and limits, as services word them. None says that a number does not exist. */
export const TROUBLE: readonly string[] = [
  'Token expirado',
  'El token ha expirado',
  'Su token venció el 01/11/2026',
  'Token no encontrado',
  'Token no encontrado.',
  'El token no existe',
  'Token inválido o no existe',
  'token_not_found',
  'Expired JWT Token',
  'jwt expired',
  'Sin certificado',
  'No se encontró el certificado',
  'Invalid API key',
  'API key not found',
  'No API key found in request',
  'Missing Authentication Token',
  'Unauthenticated.',
  'Usuario no encontrado',
  'La cuenta no existe',
  'Plan no encontrado',
  'No existe un plan activo',
  'Su suscripción ha vencido',
  'Créditos insuficientes',
  'No se encontraron créditos disponibles',
  'Ha superado el límite de consultas',
  'Too Many Attempts.',
  'Rate limit exceeded, retry later',
  'API rate limit exceeded',
  'Demasiadas solicitudes, intente en unos minutos',
  'Servicio no disponible',
  'El servicio no existe',
  'Servicio en mantenimiento',
  'No se pudo conectar con SUNAT',
  'No hay conexión con RENIEC',
  'No se encontró RENIEC',
  'No se encontró el padrón de SUNAT',
  'No existe en el padrón de RENIEC',
  'No se encontraron registros, intente más tarde',
  'No se encontraron registros por un error interno',
  'No se encontró el servidor',
  'Ruta no encontrada',
  'La ruta no existe',
  'Recurso no encontrado',
  'Página no encontrada',
  'Endpoint no encontrado',
  'The route api/dni could not be found.',
  'no Route matched with those values',
  'Cannot GET /api',
  'Resource not found',
  'Not Found',
  'NOT_FOUND',
  'Record not found.',
  'Error',
  'Ocurrió un error inesperado',
  'Internal server error',
  'upstream connect error or disconnect/reset before headers',
  'The given data was invalid.',
  'Solicitud incorrecta',
]

const page = (title: string, shown: string): string =>
  `<!DOCTYPE html>\n<html lang="es"><head><meta charset="utf-8"><title>${title}</title></head><body>${shown}</body></html>\n`

/** Pages of other people's servers: gateways, maintenance, sign-in, welcome. */
export const PAGES: Readonly<Record<string, string>> = {
  nginx:
    '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>\r\n',
  apache:
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL was not found on this server.</p>\n<hr>\n<address>Apache/2.4.57 (Debian) Server at localhost Port 80</address>\n</body></html>\n',
  iis: page(
    '404 - File or directory not found.',
    '<h2>404 - File or directory not found.</h2><h3>The resource you are looking for might have been removed.</h3>',
  ),
  tomcat: page(
    'HTTP Status 404 – Not Found',
    '<h1>HTTP Status 404 – Not Found</h1><p><b>Type</b> Status Report</p><h3>Apache Tomcat/9.0.80</h3>',
  ),
  spring:
    '<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div>There was an unexpected error (type=Not Found, status=404).</div></body></html>',
  express:
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET /v1</pre>\n</body>\n</html>\n',
  laravel: page(
    'Not Found',
    '<div class="flex-center"><div class="code">404</div><div class="message">Not Found</div></div>',
  ),
  varnish: page(
    '503 Backend fetch failed',
    '<h1>Error 503 Backend fetch failed</h1><p>Guru Meditation:</p><p>XID: 12345</p>',
  ),
  haproxy:
    '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n',
  squid: page('ERROR: The requested URL could not be retrieved', '<h1>ERROR</h1><p>Connection to 10.0.0.1 failed.</p>'),
  bigip:
    '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1</body></html>',
  cloudflare: page(
    'Error 1016',
    '<h1>Error 1016 Ray ID: 0</h1><h2>Origin DNS error</h2><p>Cloudflare is unable to resolve your requested domain.</p>',
  ),
  challenge:
    '<html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={};</script></body></html>',
  imperva:
    '<html><head><script src="/_Incapsula_Resource?SWJIYLWA=0"></script></head><body>Request unsuccessful. Incapsula incident ID: 0-0</body></html>',
  akamai:
    "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\nYou don't have permission to access this server.<P>Reference #18\n</BODY></HTML>\n",
  maintenance: page(
    'Mantenimiento',
    '<h1>Sitio en mantenimiento</h1><p>Estamos mejorando nuestros servicios. Vuelva en unas horas.</p>',
  ),
  'maintenance that found nothing': page(
    'Portal',
    '<h1>Portal</h1><h3>No se encontraron datos</h3><p>Servicio en mantenimiento.</p>',
  ),
  'search of another site': page(
    'Búsqueda',
    '<div class="panel"><p>No se encontraron resultados para su búsqueda.</p></div>',
  ),
  'sign-in': page(
    'Iniciar sesión',
    '<form method="post" action="/login"><input type="hidden" name="_token" value="abc"><input name="email"><input name="password" type="password"><h3 class="text-error">Su sesión no existe o ha expirado</h3></form>',
  ),
  'form with trouble': page(
    'Buscar datos por DNI',
    '<form id="buscar-datos-por-dni" method="POST"><input type="hidden" name="_token" value="abc"><input id="dni" name="dni"></form><h3 class="text-error">No hay servicio disponible</h3>',
  ),
  'form that expired': page(
    'Buscar datos por DNI',
    '<form id="buscar-datos-por-dni" method="POST"><input type="hidden" name="_token" value="abc"><input id="dni" name="dni"></form><h3 class="text-error">No se encontraron datos de su sesión</h3>',
  ),
  'form without a result': page(
    'Buscar datos por DNI',
    '<form id="buscar-datos-por-dni" method="POST"><input type="hidden" name="_token" value="abc"><input id="dni" name="dni"></form>',
  ),
  'error of the application':
    '<html><head><title>.:: Pagina de Error ::.</title></head><body><div class="msg">La aplicación ha retornado el siguiente problema :</div><p class="error">Surgieron problemas al procesar la consulta</p></body></html>',
  'message of the application':
    '<html><head><title>.:: Pagina de Mensajes ::.</title></head><body><p class="error">No se encontraron registros</p></body></html>',
  'another number does not exist': page(
    'Consulta RUC',
    '<strong>El número de RUC 20999999999 consultado no es válido.</strong>',
  ),
  'no number does not exist': page(
    'Consulta RUC',
    '<strong>El Sistema RUC NO REGISTRA un número de RUC para el documento consultado.</strong>',
  ),
  'empty panel': page(
    'Consulta RUC',
    '<div class="panel panel-primary"><div class="panel-heading">Resultado de la Búsqueda</div><div class="list-group"></div></div>',
  ),
  'single-page application': page(
    'App',
    '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>',
  ),
  'blank page': '<html></html>',
  'page cut short':
    '<!DOCTYPE html><html><head><title>Consulta RUC</title></head><body><div class="panel"><div class="panel-hea',
}

const messages = TROUBLE.flatMap((said) => [{ success: false, message: said }, { message: said }, { error: said }])

/** JSON of other people's servers, and of ours in trouble. */
export const JSON_BODIES: readonly string[] = [
  ...[
    '{}',
    'null',
    '""',
    '0',
    'false',
    'true',
    '[null]',
    '[{}]',
    '[[]]',
    '["not found"]',
    '"not found"',
    '{"data":[]}',
  ],
  ...[
    '{"data":null}',
    '{"success":false}',
    '{"success":false,"data":[]}',
    '{"success":true,"data":null}',
    '{"total":0}',
  ],
  ...['{"success":null}', '{"ok":false}', '{"status":404}', '{"status":false,"message":"Token no encontrado."}'],
  ...[
    '{"success":true,"data":[],"message":"No se encontraron registros"}',
    '{"results":[],"count":0}',
    '{"message":""}',
  ],
  '{"success":false,"message":"No se encontraron registros","error":"connect ETIMEDOUT"}',
  '{"success":false,"message":"No se encontraron registros","status":503}',
  '{"timestamp":"2026-11-15T10:00:00.000+00:00","status":404,"error":"Not Found","path":"/v1"}',
  '{"statusCode":404,"message":"Cannot GET /v1","error":"Not Found"}',
  '{"message":"Not Found","documentation_url":"https://example.test"}',
  '{"message":"no Route matched with those values","request_id":"0a1b"}',
  '{"type":"about:blank","title":"Not Found","status":404}',
  '{"code":"NotFound","message":"Record not found."}',
  '{"errors":[{"status":"404","title":"Not Found"}]}',
  '{"fault":{"faultstring":"Rate limit quota violation"}}',
  '{"Message":"No HTTP resource was found that matches the request URI."}',
  '{"detail":"Not Found"}',
  '{"error":{"code":5,"message":"not found","status":"NOT_FOUND"}}',
  '{"config":{},"periods":[]}',
  '{"config":{"title":"","series":[]},"periods":[]}',
  '{"config":{"title":"Error"},"periods":[],"error":"timeout"}',
  '{"config":{"title":"Error interno del servidor","series":[]},"periods":[]}',
  '{"config":{"title":"x","series":[{"name":"x"}]},"periods":[],"error":"timeout"}',
  '{"config":{"title":"x","series":[{"name":"x"}]},"periods":null}',
  '{"success":false,"mess',
  '[{"fecPublica":"01/09/2026","valTipo":"3.4',
  ...messages.map((body) => JSON.stringify(body)),
]

/** Texts that are neither a page nor JSON. */
export const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\r\n',
    '\ufeff',
    'OK',
    '404',
    'Not Found',
    'not found',
    '404 page not found\n',
    'default backend - 404',
  ],
  ...[
    'Too Many Requests',
    'error code: 1015',
    'Bad Gateway',
    'upstream request timeout',
    'n.d.',
    '|||',
    'undefined',
    'NaN',
  ],
  ...[
    'no healthy upstream',
    'No se encontraron registros',
    'No existe',
    'Token expirado',
    '<?xml version="1.0"?><Error/>',
  ],
  ...[
    '%PDF-1.7\n%%EOF',
    'a;b;c\n1;2;3\n',
    '01/01/2026|',
    '31/02/2026|3.4|3.4|',
    '15/11/2026|0|0|',
    '[]]',
    '[}',
    '\u0000\u0001',
  ],
]
