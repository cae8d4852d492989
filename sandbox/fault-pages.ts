import { seededRandom } from './random.ts'
import { html } from './replies.ts'
import type { PretendReply } from './upstream.ts'

/** The error page of a proxy whose server does not answer. */
export const errorPage = (status: number): PretendReply =>
  html(
    `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
    { status },
  )

export const tooManyRequests = (retryAfterSeconds: number): PretendReply => ({
  status: 429,
  headers: { 'content-type': 'text/plain', 'retry-after': String(retryAfterSeconds) },
  body: 'Too Many Requests',
})

/** The page of a bot wall. */
export const captchaPage: PretendReply = html(
  `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head>
<body><div class="main-wrapper" role="main"><noscript>Enable JavaScript and cookies to continue</noscript></div>
<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed',cRay:'0000000000000000'};})();</script>
<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script></body></html>`,
  { status: 403 },
)

/** The page of an application firewall, sent with 200 as the real one does. */
export const firewallPage: PretendReply = html(
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 0000000000000000000<br><br><a href="javascript:history.back();">[Go Back]</a></body></html>',
)

/** A normal page of a site with a new design. */
export const redesignedPage: PretendReply = html(
  `<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>Nuevo portal de consultas</title></head><body>
<header><nav><a href="/inicio">Inicio</a> <a href="/tramites">Trámites</a> <a href="/ayuda">Ayuda</a></nav></header>
<main id="app" data-version="2"><section class="hero"><h1>Bienvenido al nuevo portal de consultas en línea</h1>
<p>Hemos renovado nuestros servicios para atenderte mejor. Ahora encontrarás todas las consultas en un solo lugar, con
accesos directos para personas y empresas, y un buscador que te acompaña paso a paso en cada trámite.</p></section>
<section class="cards"><article><h2>Consultas frecuentes</h2><p>Revisa los servicios más usados por la ciudadanía.</p></article>
<article><h2>Canales de atención</h2><p>Conoce nuestros horarios, oficinas y líneas de orientación telefónica.</p></article>
</section></main><footer>Todos los derechos reservados</footer></body></html>`,
)

/** A file of another type. */
export const wrongType: PretendReply = {
  headers: { 'content-type': 'application/pdf' },
  body: Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(2_000), Buffer.from('\n%%EOF\n')]),
}

/** Random bytes, the same every time. */
export const garbage = (reply: PretendReply): PretendReply => ({ ...reply, status: 200, body: noise(4_096) })

function noise(length: number): Buffer {
  const random = seededRandom(0x2545f491)
  return Buffer.from(Array.from({ length }, () => random.below(256)))
}
