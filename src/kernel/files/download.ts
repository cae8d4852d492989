import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Failure } from '../errors.ts'
import { version } from '../version.ts'
import { AbsentFile, isAbsent } from './absent-file.ts'
import { diskFailure, diskFull } from './disk-failure.ts'
import { type FinishRules, finishFile, isGzip, refuseErrorPage } from './finish-file.ts'
import { makeFolder } from './make-folder.ts'
import { type TransferRules, type Transferred, tooLarge, transfer, type Validators } from './transfer.ts'

export type { Validators } from './transfer.ts'

export interface DownloadRequest {
  /** An http(s) address or a path. Of several, the first that exists is taken (`x.csv`, then `x.csv.gz`). */
  from: string | readonly string[]
  /** Where the finished file goes. A broken transfer leaves `<to>.part` beside it, from which the next run goes on. */
  to: string
  /** The file in service; the result is `unchanged` when the publisher still has that one. */
  known?: Validators | undefined
  /** Largest size of the file as sent, and of what it unpacks to. */
  maxBytes: number
  /** Unpack gzip, recognised by its first bytes and not by its name. */
  gunzip?: boolean
  /** True for every format that is not HTML itself: a web page is then refused. */
  refuseHtml?: boolean
  /** Read a local file where it is in place of copying it; for large ones. */
  inPlace?: boolean
  userAgent?: string
  /** Refuse redirects to another host. */
  sameHost?: boolean
  /** Redirects lead to short-lived addresses: to https alone, and an expired one is asked for anew. */
  signedRedirects?: boolean
  /** Longest silence of the publisher. */
  stallMs?: number
  /** Longest time in all, retries included: a publisher that sends a byte now and then is never silent. */
  deadlineMs?: number
  attempts?: number
  /** The first pause between tries, which doubles, and the longest one. */
  backoffMs?: number
  maxBackoffMs?: number
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total?: number) => void) | undefined
}

export interface Downloaded {
  /** The file to read: `to`, or the original when it is read in place. */
  path: string
  /** Of the file as the publisher sends it, before gunzipping; `bytes` likewise. */
  sha256: string
  bytes: number
  /** The HTTP date of the publisher, or of the file's own modification. */
  lastModified?: string
  etag?: string
  /** Where redirects led to, or the path. */
  address: string
  contentType: string
  /** Whether HTTP, or the end of a packed file, shows that all of it arrived; absent for a local file. */
  whole?: boolean
  /** To be kept with the file and given back as `known`. */
  validators: Validators
}

const USER_AGENT = `Mozilla/5.0 (compatible; Chasqui/${version}; self-hosted)`

export const isAddress = (from: string): boolean => /^https?:\/\//i.test(from)
export const localPath = (from: string): string => (from.startsWith('file:') ? fileURLToPath(from) : from)

const DEADLINE_MS = 1_800_000

/**
 * Fetches one file to disk: only when it changed, going on after a broken transfer, hashed, limited in size and in time,
 * never half.
 */
export const download = async (request: DownloadRequest): Promise<Downloaded | 'unchanged'> => {
  const late = AbortSignal.timeout(request.deadlineMs ?? DEADLINE_MS)
  const signal = request.signal ? AbortSignal.any([request.signal, late]) : late
  try {
    return await downloadFirst({ ...request, signal })
  } catch (error) {
    if (!late.aborted || request.signal?.aborted || error instanceof Failure) throw error
    // What has arrived stays on disk, and the next run goes on from there.
    throw new Failure('upstream-unavailable', 'La descarga no terminó en el tiempo permitido', {
      detail: 'deadline',
      cause: error,
    })
  }
}

const downloadFirst = async (request: DownloadRequest): Promise<Downloaded | 'unchanged'> => {
  makeFolder(dirname(request.to))
  const candidates = typeof request.from === 'string' ? [request.from] : request.from
  for (const [index, from] of candidates.entries()) {
    try {
      return await (isAddress(from) ? fromAddress(from, request) : fromPath(localPath(from), request))
    } catch (error) {
      if (!isAbsent(error, ['missing']) || index === candidates.length - 1) throw error
    }
  }
  throw new Failure('not-configured', 'No se indicó de dónde obtener el archivo')
}

const transferRules = (request: DownloadRequest): TransferRules => ({
  maxBytes: request.maxBytes,
  stallMs: request.stallMs ?? 30_000,
  userAgent: request.userAgent ?? USER_AGENT,
  sameHost: request.sameHost,
  signedRedirects: request.signedRedirects,
  signal: request.signal,
  onProgress: request.onProgress,
})

const finishRules = (request: DownloadRequest, encoded: boolean): FinishRules => ({
  gunzip: request.gunzip === true || encoded,
  refuseHtml: request.refuseHtml === true,
  maxBytes: request.maxBytes,
})

const fromAddress = async (from: string, request: DownloadRequest): Promise<Downloaded | 'unchanged'> => {
  const known = request.known?.from === from ? request.known : undefined
  const part = `${request.to}.part`
  try {
    const transferred = await withRetries(request, () => transfer(from, part, known, transferRules(request)))
    if (!transferred || transferred.sha256 === known?.sha256) {
      await dropPart(part)
      return 'unchanged'
    }
    const wasPacked = await finishFile(part, request.to, finishRules(request, transferred.gzipped))
    await dropPart(part)
    const whole = transferred.whole || wasPacked
    return { ...transferred, whole, path: request.to, validators: validatorsOf(from, transferred) }
  } catch (error) {
    // Only a transfer that broke is worth going on with.
    if (error instanceof Failure && error.kind !== 'upstream-unavailable') await dropPart(part)
    throw error
  }
}

const validatorsOf = (from: string, { etag, lastModified, sha256, bytes }: Transferred): Validators => ({
  from,
  ...(etag ? { etag } : {}),
  ...(lastModified ? { lastModified } : {}),
  sha256,
  bytes,
})

const dropPart = async (part: string): Promise<void> => {
  await Promise.all([rm(part, { force: true }), rm(`${part}.json`, { force: true })])
}

/** Tries again what failed on the way; what the publisher refuses is final. */
const withRetries = async <T>(request: DownloadRequest, attempt: () => Promise<T>): Promise<T> => {
  const attempts = request.attempts ?? 4
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      request.signal?.throwIfAborted()
      const failure = transferFailure(error)
      if (failure.kind !== 'upstream-unavailable' || tried >= attempts) throw failure
      const delayMs =
        Math.min(request.maxBackoffMs ?? 30_000, (request.backoffMs ?? 1_000) * 2 ** (tried - 1)) *
        (0.5 + Math.random() / 2)
      await pause(delayMs, undefined, request.signal ? { signal: request.signal } : {})
    }
  }
}

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [
    /ENOTFOUND|EAI_|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|CERT|TLS|SSL/,
    'No se pudo conectar con la fuente',
  ],
  [/TIMEOUT/, 'La fuente dejó de responder durante la descarga'],
]

export const transferFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  const disk = diskFailure(error)
  if (disk) return disk
  const code = (error as { code?: string }).code ?? ''
  const mensaje = CAUSES.find(([codes]) => codes.test(code))?.[1] ?? 'La descarga se cortó antes de terminar'
  return new Failure('upstream-unavailable', mensaje, { detail: code || 'broken off', cause: error })
}

const fromPath = async (path: string, request: DownloadRequest): Promise<Downloaded | 'unchanged'> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile())
    throw new AbsentFile('missing', 'upstream-unavailable', 'No se encuentra el archivo configurado', {
      detail: 'no such file',
    })
  if (found.size > request.maxBytes) throw tooLarge(request.maxBytes)
  const part = `${request.to}.part`
  try {
    const copied = !request.inPlace || (request.gunzip === true && (await isGzip(path)))
    const read = await readLocal(path, copied ? part : null, found.size, request)
    if (request.known?.from === path && request.known.sha256 === read.sha256) return 'unchanged'
    if (copied) await finishFile(part, request.to, finishRules(request, false))
    else if (request.refuseHtml) await refuseErrorPage(path)
    const facts = { ...read, lastModified: found.mtime.toUTCString() }
    const validators = { from: path, ...facts }
    return { ...facts, path: copied ? request.to : path, address: path, contentType: '', validators }
  } catch (error) {
    request.signal?.throwIfAborted()
    if (error instanceof Failure) throw error
    throw (
      diskFull(error) ??
      new Failure('upstream-unavailable', 'No se pudo leer el archivo configurado', {
        detail: (error as { code?: string }).code ?? 'read error',
        cause: error,
      })
    )
  } finally {
    await dropPart(part)
  }
}

/** Hashes a local file while copying it, so that what is read later is what was hashed. */
const readLocal = async (path: string, copy: string | null, total: number, request: DownloadRequest) => {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length
      hash.update(chunk)
      request.onProgress?.(bytes, total)
      yield chunk
    }
  }
  const source = createReadStream(path, { highWaterMark: 1 << 20 })
  const signal = request.signal ? { signal: request.signal } : {}
  if (copy) await pipeline(source, measured, createWriteStream(copy), signal)
  else await pipeline(source, measured, drain, signal)
  return { sha256: hash.digest('hex'), bytes }
}

const drain = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
  for await (const _ of chunks);
}
