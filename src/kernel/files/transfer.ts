import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, interceptors, request } from 'undici'
import { Failure } from '../errors.ts'

/** What is remembered of a file to ask for it only when it changed. */
export interface Validators {
  /** The address or path it came from: validators of another place say nothing. */
  from?: string
  etag?: string
  lastModified?: string
  sha256?: string
  bytes?: number
}

export interface Limits {
  maxBytes: number
  stallMs: number
  userAgent: string
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total?: number) => void) | undefined
}

export interface Transferred {
  /** Where redirects led to. */
  address: string
  sha256: string
  bytes: number
  contentType: string
  gzipped: boolean
  etag?: string
  lastModified?: string
}

/** What is written beside a transfer under way, to know later whether it can go on. */
interface BrokenOff {
  from: string
  etag?: string
  lastModified?: string
}

export const tooLarge = (maxBytes: number): Failure =>
  new Failure('upstream-changed', 'El archivo supera el tamaño permitido', { detail: `more than ${maxBytes} bytes` })

const header = (reply: Dispatcher.ResponseData, name: string): string | undefined => {
  const value = reply.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A weak tag may stand for different bytes, so it cannot join two halves of a file. */
const joinValidator = (partial: BrokenOff): string | undefined =>
  partial.etag && !partial.etag.startsWith('W/') ? partial.etag : partial.lastModified

const readPartial = async (part: string, from: string): Promise<{ offset: number; partial: BrokenOff } | null> => {
  try {
    const partial = JSON.parse(await readFile(`${part}.json`, 'utf8')) as BrokenOff
    const { size } = await stat(part)
    return partial.from === from && joinValidator(partial) && size > 0 ? { offset: size, partial } : null
  } catch {
    return null
  }
}

const conditions = (known: Validators | undefined): Record<string, string> => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
})

const refuse = (status: number): Failure => {
  const detail = `status ${status}`
  if (status === 401 || status === 403)
    return new Failure('upstream-blocked', 'La fuente no permite descargar el archivo', { detail })
  if (status === 404 || status === 410)
    return new Failure('upstream-changed', 'El archivo ya no está en la dirección configurada', { detail })
  if (status >= 500 || status === 408 || status === 429)
    return new Failure('upstream-unavailable', `La fuente no pudo entregar el archivo (estado ${status})`, { detail })
  return new Failure('upstream-changed', `La fuente respondió de forma inesperada (estado ${status})`, { detail })
}

const hashFile = async (path: string, hash: Hash): Promise<void> => {
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
}

/** The size of the whole file, when the reply tells it. */
const wholeSize = (reply: Dispatcher.ResponseData, offset: number): number | undefined => {
  const ranged = /\/([0-9]+)$/.exec(header(reply, 'content-range') ?? '')?.[1]
  if (ranged) return Number(ranged)
  const length = header(reply, 'content-length')
  return length === undefined ? undefined : offset + Number(length)
}

/** Appends what arrives piece by piece, so that a break loses nothing that had arrived. */
const append = async (body: Readable, part: string, hash: Hash, begun: number, limits: Limits, total?: number) => {
  let bytes = begun
  const file = await open(part, 'a')
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes)
      hash.update(chunk)
      await file.appendFile(chunk)
      limits.onProgress?.(bytes, total)
    }
  } finally {
    await file.close()
  }
  return bytes
}

/** One agent per download: its connections end with it. */
const newDispatcher = (stallMs: number) => {
  const agent = new Agent({ headersTimeout: stallMs, bodyTimeout: stallMs, connect: { timeout: stallMs } })
  return { dispatcher: agent.compose(interceptors.redirect({ maxRedirections: 5 })), close: () => agent.destroy() }
}

const ask = (from: string, headers: Record<string, string>, limits: Limits, dispatcher: Dispatcher) =>
  request(from, {
    dispatcher,
    // Byte counts and ranges must be those of the file itself.
    headers: { 'user-agent': limits.userAgent, accept: '*/*', 'accept-encoding': 'identity', ...headers },
    ...(limits.signal ? { signal: limits.signal } : {}),
  })

/**
 * One try at fetching `from` into `part`, going on where an earlier try broke off when the publisher still has the same
 * file. Null when it has nothing newer than `known`.
 */
export const transfer = async (
  from: string,
  part: string,
  known: Validators | undefined,
  limits: Limits,
): Promise<Transferred | null> => {
  const { dispatcher, close } = newDispatcher(limits.stallMs)
  try {
    const begun = await readPartial(part, from)
    const range: Record<string, string> = begun
      ? { range: `bytes=${begun.offset}-`, 'if-range': joinValidator(begun.partial) as string }
      : {}
    const reply = await ask(from, { ...conditions(known), ...range }, limits, dispatcher)
    if (reply.statusCode === 304) return null
    if (reply.statusCode === 416 && begun) {
      await rm(part, { force: true })
      throw new Failure('upstream-unavailable', 'La descarga se reinicia: el archivo cambió', { detail: 'status 416' })
    }
    if (reply.statusCode !== 200 && reply.statusCode !== 206) throw refuse(reply.statusCode)
    return await receive(reply, from, part, reply.statusCode === 206 ? (begun?.offset ?? 0) : 0, limits)
  } finally {
    await close()
  }
}

const receive = async (
  reply: Dispatcher.ResponseData,
  from: string,
  part: string,
  offset: number,
  limits: Limits,
): Promise<Transferred> => {
  const start = /^bytes ([0-9]+)-/.exec(header(reply, 'content-range') ?? '')?.[1]
  if (reply.statusCode === 206 && Number(start) !== offset) {
    await rm(part, { force: true })
    throw new Failure('upstream-unavailable', 'La fuente entregó otra parte del archivo', { detail: 'content-range' })
  }
  const total = wholeSize(reply, offset)
  if (total !== undefined && total > limits.maxBytes) throw tooLarge(limits.maxBytes)
  const etag = header(reply, 'etag')
  const lastModified = header(reply, 'last-modified')
  const facts = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) }

  const hash = createHash('sha256')
  if (offset > 0) await hashFile(part, hash)
  else {
    await rm(part, { force: true })
    await writeFile(`${part}.json`, JSON.stringify({ from, ...facts } satisfies BrokenOff))
  }
  const bytes = await append(reply.body, part, hash, offset, limits, total)
  if (total !== undefined && bytes !== total)
    throw new Failure('upstream-unavailable', 'La descarga se cortó antes de terminar', {
      detail: `${bytes} of ${total} bytes`,
    })
  const history = (reply.context as { history?: URL[] } | undefined)?.history
  return {
    address: String(history?.at(-1) ?? from),
    sha256: hash.digest('hex'),
    bytes,
    contentType: header(reply, 'content-type') ?? '',
    gzipped: /gzip/i.test(header(reply, 'content-encoding') ?? ''),
    ...facts,
  }
}
