import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { Failure } from '../errors.ts'
import { isFramed } from '../http/framed-body.ts'
import { AbsentFile } from './absent-file.ts'
import { httpDate } from './http-date.ts'

/** What is kept of a file to ask for it again only when it changed. */
export interface Validators {
  /** The address or path it came from; validators of another one do not count. */
  from?: string
  etag?: string
  lastModified?: string
  sha256?: string
  bytes?: number
}

/** How one transfer is made, and within which rules. */
export interface TransferRules {
  maxBytes: number
  stallMs: number
  userAgent: string
  /** Redirects are followed on the address's own host alone, and never from https to http. */
  sameHost?: boolean | undefined
  /** Redirects lead to addresses that are valid for a short time: to https alone, and an expired one is asked for anew. */
  signedRedirects?: boolean | undefined
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
  /** HTTP itself shows that all of it arrived. */
  whole: boolean
  etag?: string
  lastModified?: string
}

/** What is written beside a partial file, to know later whether its transfer can go on. */
interface PartialFacts {
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

/** Proves that two parts are of one file. A weak tag does not: it may stand for different bytes. */
const rangeValidator = (partial: PartialFacts): string | undefined =>
  partial.etag && !partial.etag.startsWith('W/') ? partial.etag : partial.lastModified

const readPartial = async (part: string, from: string): Promise<{ offset: number; partial: PartialFacts } | null> => {
  try {
    const partial = JSON.parse(await readFile(`${part}.json`, 'utf8')) as PartialFacts
    const { size } = await stat(part)
    return partial.from === from && rangeValidator(partial) && size > 0 ? { offset: size, partial } : null
  } catch {
    return null
  }
}

export const conditions = (known: Validators | undefined): Record<string, string> => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
})

export const statusFailure = (status: number): Failure => {
  const detail = `status ${status}`
  if (status === 401 || status === 403)
    return new Failure('upstream-blocked', 'La fuente no permite descargar el archivo', { detail })
  if (status === 404 || status === 410)
    return new AbsentFile('missing', 'upstream-changed', 'El archivo ya no está en la dirección configurada', {
      detail,
    })
  if (status >= 500 || status === 408 || status === 429)
    return new Failure('upstream-unavailable', `La fuente no pudo entregar el archivo (estado ${status})`, { detail })
  return new Failure('upstream-changed', `La fuente respondió de forma inesperada (estado ${status})`, { detail })
}

const EXPIRED = new Set([401, 403, 404, 410])

/** Worth another attempt: the first address gives a new one. */
const expired = (status: number): Failure =>
  new Failure('upstream-unavailable', 'La dirección temporal del archivo ya no vale', { detail: `status ${status}` })

const hashFile = async (path: string, hash: Hash): Promise<void> => {
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
}

/** The size of the whole file, when the reply states it. */
const wholeSize = (reply: Dispatcher.ResponseData, offset: number): number | undefined => {
  const ranged = /\/([0-9]+)$/.exec(header(reply, 'content-range') ?? '')?.[1]
  if (ranged) return Number(ranged)
  const length = header(reply, 'content-length')
  return length === undefined ? undefined : offset + Number(length)
}

/** The partial file that a transfer appends to. */
interface Target {
  from: string
  part: string
  /** Bytes that it holds already. */
  offset: number
}

/** Appends each piece as it arrives, so that a broken transfer loses nothing that had arrived. Gives the size reached. */
const append = async (
  { body, hash, total }: { body: Readable; hash: Hash; total: number | undefined },
  { part, offset }: Target,
  rules: TransferRules,
): Promise<number> => {
  let bytes = offset
  const file = await open(part, 'a')
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > rules.maxBytes) throw tooLarge(rules.maxBytes)
      hash.update(chunk)
      await file.appendFile(chunk)
      rules.onProgress?.(bytes, total)
    }
  } finally {
    await file.close()
  }
  return bytes
}

/** One agent per download: its connections end with it. */
export const newDispatcher = (stallMs: number) => {
  const dispatcher = new Agent({ headersTimeout: stallMs, bodyTimeout: stallMs, connect: { timeout: stallMs } })
  return { dispatcher, close: () => dispatcher.destroy() }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_REDIRECTS = 5

const redirectOf = (reply: Dispatcher.ResponseData, from: string): URL | null => {
  const location = header(reply, 'location')
  if (!REDIRECTS.has(reply.statusCode) || location === undefined) return null
  const to = URL.parse(location, from)
  return to && /^https?:$/.test(to.protocol) ? to : null
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the way stays encrypted; between servers of one machine it need not be. */
const isSecure = (from: URL, to: URL): boolean =>
  to.protocol === 'https:' || (LOOPBACK.test(from.hostname) && LOOPBACK.test(to.hostname))

const refuseRedirect = (from: URL, to: URL, { sameHost, signedRedirects }: TransferRules): void => {
  if (sameHost && !isSameHost(from, to))
    throw new Failure('upstream-changed', 'La dirección configurada remite a otro servidor', {
      detail: 'redirect to another host',
    })
  if (signedRedirects && !isSecure(from, to))
    throw new Failure('upstream-changed', 'La fuente remite a una dirección sin https', { detail: 'redirect to http' })
}

const isSameHost = (from: URL, to: URL): boolean =>
  from.hostname === to.hostname && (from.protocol === to.protocol || to.protocol === 'https:')

/** Asks for a file, wherever redirects lead to. */
export const sendRequest = async (
  from: string,
  headers: Record<string, string>,
  rules: TransferRules,
  dispatcher: Dispatcher,
): Promise<{ reply: Dispatcher.ResponseData; address: string }> => {
  for (let address = from, redirects = 0; ; redirects++) {
    const reply = await request(address, {
      dispatcher,
      // Byte counts and ranges must be those of the file itself.
      headers: { 'user-agent': rules.userAgent, accept: '*/*', 'accept-encoding': 'identity', ...headers },
      ...(rules.signal ? { signal: rules.signal } : {}),
    })
    const to = redirectOf(reply, address)
    if (!to || redirects >= MAX_REDIRECTS) return { reply, address }
    refuseRedirect(new URL(address), to, rules)
    await reply.body.dump()
    address = String(to)
  }
}

/**
 * One attempt to fetch `from` into `part`. Goes on where an earlier attempt ended if the publisher still has the same
 * file. Null when the publisher has nothing newer than `known`.
 */
export const transfer = async (
  from: string,
  part: string,
  known: Validators | undefined,
  rules: TransferRules,
): Promise<Transferred | null> => {
  const { dispatcher, close } = newDispatcher(rules.stallMs)
  try {
    const begun = await readPartial(part, from)
    const range: Record<string, string> = begun
      ? { range: `bytes=${begun.offset}-`, 'if-range': rangeValidator(begun.partial) as string }
      : {}
    const { reply, address } = await sendRequest(from, { ...conditions(known), ...range }, rules, dispatcher)
    if (reply.statusCode === 304) return null
    if (reply.statusCode === 416 && begun) {
      await rm(part, { force: true })
      throw new Failure('upstream-unavailable', 'La descarga se reinicia: el archivo cambió', { detail: 'status 416' })
    }
    if (rules.signedRedirects && address !== from && EXPIRED.has(reply.statusCode)) throw expired(reply.statusCode)
    if (reply.statusCode !== 200 && reply.statusCode !== 206) throw statusFailure(reply.statusCode)
    const offset = reply.statusCode === 206 ? (begun?.offset ?? 0) : 0
    return { ...(await receive(reply, { from, part, offset }, rules)), address }
  } finally {
    await close()
  }
}

const receive = async (
  reply: Dispatcher.ResponseData,
  target: Target,
  rules: TransferRules,
): Promise<Omit<Transferred, 'address'>> => {
  const { from, part, offset } = target
  const start = /^bytes ([0-9]+)-/.exec(header(reply, 'content-range') ?? '')?.[1]
  if (reply.statusCode === 206 && Number(start) !== offset) {
    await rm(part, { force: true })
    throw new Failure('upstream-unavailable', 'La fuente entregó otra parte del archivo', { detail: 'content-range' })
  }
  const total = wholeSize(reply, offset)
  if (total !== undefined && total > rules.maxBytes) throw tooLarge(rules.maxBytes)
  const validators = replyValidators(reply)
  const hash = createHash('sha256')
  if (offset > 0) await hashFile(part, hash)
  else await startPart(part, { from, ...validators })
  const bytes = await append({ body: reply.body, hash, total }, target, rules)
  if (total !== undefined && bytes !== total)
    throw new Failure('upstream-unavailable', 'La descarga se cortó antes de terminar', {
      detail: `${bytes} of ${total} bytes`,
    })
  return {
    sha256: hash.digest('hex'),
    bytes,
    contentType: header(reply, 'content-type') ?? '',
    gzipped: /gzip/i.test(header(reply, 'content-encoding') ?? ''),
    whole: isFramed(reply.headers),
    ...validators,
  }
}

export const replyValidators = (reply: Dispatcher.ResponseData): Pick<Validators, 'etag' | 'lastModified'> => {
  const etag = header(reply, 'etag')
  const stated = header(reply, 'last-modified')
  // A date that cannot be read proves nothing about the file: it counts as absent.
  const lastModified = stated !== undefined && httpDate(stated) !== null ? stated : undefined
  return { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) }
}

const startPart = async (part: string, facts: PartialFacts): Promise<void> => {
  await rm(part, { force: true })
  await writeFile(`${part}.json`, JSON.stringify(facts))
}
