import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerSampleFiles } from './sample-files.ts'

/** The pages of the console: each address gives the same document, which shows the page that belongs to it. */
export const CONSOLE_PAGES = [
  '/',
  '/revisar',
  '/proveedor',
  '/personas',
  '/lotes',
  '/vigilancia',
  '/alertas',
  '/informe',
  '/avisos',
  '/tipo-cambio',
  '/indicadores',
  '/vehiculo',
  '/constancia',
  '/estado',
  '/uso',
] as const

/** One file as it is sent: plain, and compressed when it was bundled. */
interface ConsoleFile {
  type: string
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** The bundled files by name, such as `assets/index-x.js`; empty when nothing is bundled. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>

// Compiled, the bundle lies beside the program's own folders. Sources are served with the bundle of `scripts/build-console.js`.
const FOLDER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../.runtime/console/' : '../../../console/',
  import.meta.url,
)
const DOCUMENT = 'index.html'
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
}

/** Only what comes from here runs or is asked; nothing may frame the page or be sent from it as a form. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Reads the bundle once: it is small, and a server keeps what it started with. */
export const readConsole = (folder: URL = FOLDER): ConsoleFiles => {
  const files = new Map<string, ConsoleFile>()
  for (const name of namesIn(folder)) {
    const type = TYPES[name.split('.').at(-1) as string]
    if (!type) continue
    const plain = readFileSync(new URL(name, folder))
    const [br, gzip] = ['br', 'gz'].map((ending) => readFileSync(new URL(`${name}.${ending}`, folder)))
    files.set(name, {
      type,
      plain,
      br: br as Buffer,
      gzip: gzip as Buffer,
      etag: `"${hash('sha256', plain).slice(0, 32)}"`,
    })
  }
  return files
}

const namesIn = (folder: URL): string[] => {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
  } catch {
    return []
  }
}

/** The console: its pages and files, for anybody. A key is asked for by the page, and used by it at `/api` alone. */
export const registerConsole = (app: FastifyInstance, files: ConsoleFiles): void => {
  const options = { schema: { hide: true }, config: { endpoint: 'consola' } }
  const document = files.get(DOCUMENT)
  if (!document) return
  registerSampleFiles(app)
  for (const path of CONSOLE_PAGES)
    app.get(path, options, (request, reply) => {
      // Asked for anew each time, so that a page never looks for files of an older bundle.
      sendFile(document, request, reply.header('cache-control', 'no-cache'))
    })
  for (const [name, file] of files)
    if (name !== DOCUMENT)
      app.get(`/${name}`, options, (request, reply) => {
        // Its name has its content's sum.
        sendFile(file, request, reply.header('cache-control', 'public, max-age=31536000, immutable'))
      })
}

const sendFile = (file: ConsoleFile, { headers }: FastifyRequest, reply: FastifyReply): void => {
  reply
    .header('content-security-policy', POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('vary', 'accept-encoding')
  const encoding = encodingFor(headers['accept-encoding'])
  // Each encoding is a representation of its own.
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag
  reply.header('etag', etag)
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (known?.includes(etag)) return void reply.code(304).send()
  if (encoding) reply.header('content-encoding', encoding)
  reply.type(file.type).send(file[encoding ?? 'plain'])
}

/** The best encoding that a caller takes. */
const encodingFor = (accepted: string | undefined): 'br' | 'gzip' | undefined => {
  const taken = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !/^q=0(?:\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => taken.includes(name))
}
