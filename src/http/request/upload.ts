import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyHolder, RequestAccounts } from '../../accounts/index.ts'
import type { BatchQuestion, ReceivedFile } from '../../batches/jobs/batch-job.ts'
import type { BatchRequests } from '../../batches/jobs/batches.ts'
import type { LimaClock } from '../../domain/lima-time.ts'
import type { Lookups } from '../../endpoints/join-lookups.ts'
import { Failure } from '../../kernel/errors.ts'
import { bodyPace, discardBody, type Pace } from './paced-body.ts'

/** Where uploads of this process are written, and how large one may be. */
export interface UploadSettings {
  folder: string
  mostBytes: number
}

/** The batches as the routes reach them, in whatever thread. */
export interface RequestBatches {
  requests: BatchRequests
  uploads: UploadSettings
}

/** Uploads of one account that a thread receives at the same time. */
const MOST_AT_ONCE = 4

/** The types that programs give the files that are read. What a file is gets found by its content. */
export const UPLOAD_TYPES = {
  csv: ['text/csv', 'application/csv', 'text/plain', 'text/tab-separated-values', 'application/vnd.ms-excel'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  json: ['application/json', 'text/json'],
  any: ['application/octet-stream', 'application/zip', 'application/xml', 'text/xml', 'text/html'],
} as const
const ACCEPTED: ReadonlySet<string> = new Set(Object.values(UPLOAD_TYPES).flat())

const JSON_TYPES: readonly string[] = UPLOAD_TYPES.json

const CUT_OFF = new Failure('request-timeout', 'El archivo no llegó completo')
const tooLarge = (mostBytes: number): Failure =>
  new Failure('file-too-large', `El archivo supera los ${Math.floor(mostBytes / 2 ** 20)} MB`, { campo: 'archivo' })

/** Receives files; one that is refused or cut off leaves nothing behind. */
export const uploadReceiver = ({ uploads: { folder, mostBytes }, requests }: RequestBatches) => {
  const receiving = new Map<string, number>()
  const paces = new Map<string, Pace>()
  /** Runs with the received file, which whoever takes it removes. */
  return async <Result>(request: FastifyRequest, use: (file: ReceivedFile) => Promise<Result>): Promise<Result> => {
    const accountId = request.call.holder?.accountId ?? ''
    const others = receiving.get(accountId) ?? 0
    const body = request.body as Readable | undefined
    const pace = paces.get(accountId) ?? bodyPace()
    paces.set(accountId, pace)
    const type = checkHead(request, others, mostBytes)
    if (type instanceof Failure) {
      if (body) discardBody(body, pace)
      throw type
    }
    receiving.set(accountId, others + 1)
    try {
      const path = join(folder, randomUUID())
      const sha256 = await receiveFile(body, path, { pace, mostBytes })
      const file = { path, isJson: JSON_TYPES.includes(type), sha256 }
      return await whileConnected(request.raw, use(file), () => void requests.cancelUpload(path).catch(() => {}))
    } finally {
      const left = (receiving.get(accountId) ?? 1) - 1
      if (left > 0) receiving.set(accountId, left)
      else receiving.delete(accountId)
    }
  }
}

export interface CreateDeps {
  batches: RequestBatches
  accounts: Pick<RequestAccounts, 'usageOf'>
  clock: LimaClock
  lookups: Pick<Lookups, 'aml'>
}

/** Receives a file and makes a batch of it. */
export const batchCreator = ({ batches, accounts, clock, lookups }: CreateDeps) => {
  const receive = uploadReceiver(batches)
  return async (request: FastifyRequest, reply: FastifyReply, question: BatchQuestion) => {
    // A list that is not loaded is refused before the file is taken, as a single question about any number would be.
    if (question.listas) await lookups.aml({ documento: '00000000', listas: question.listas })
    const holder = request.call.holder as KeyHolder
    const { accountId, keyId, name: clave, persona } = holder
    const { name: cuenta } = await accounts.usageOf(holder, clock.limaDate().slice(0, 7))
    const owner = { accountId, keyId, clave, cuenta, ...(persona !== null && { persona }) }
    const data = await receive(request, (file) =>
      batches.requests.createBatch({ upload: { ...file, ...question }, owner }),
    )
    reply.code(202).header('location', `/api/lotes/${data.id}`)
    return { ok: true, data }
  }
}

/** Ends what is done for a caller who hangs up. */
const whileConnected = async <Result>(
  { socket }: Partial<IncomingMessage>,
  work: Promise<Result>,
  cancel: () => void,
): Promise<Result> => {
  const events = ['end', 'close'] as const
  for (const event of events) socket?.once(event, cancel)
  if (socket?.readableEnded || socket?.destroyed) cancel()
  try {
    return await work
  } finally {
    for (const event of events) socket?.off(event, cancel)
  }
}

/** Why a file need not be received, or the type that was named. */
const checkHead = ({ headers }: FastifyRequest, others: number, mostBytes: number): string | Failure => {
  if (others >= MOST_AT_ONCE)
    return new Failure('rate-limited', 'La cuenta ya está enviando varios archivos', { retryAfterMs: 2_000 })
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && !ACCEPTED.has(type))
    return new Failure('unsupported-format', 'El cuerpo debe ser el archivo mismo: CSV, XLSX o JSON', {
      campo: 'archivo',
    })
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    return new Failure('unsupported-format', 'El archivo debe enviarse sin Content-Encoding', { campo: 'archivo' })
  return Number(headers['content-length'] ?? 0) > mostBytes ? tooLarge(mostBytes) : type
}

interface Manner {
  pace: Pace
  mostBytes: number
}

/** Resolves with the SHA-256 of the file. */
const receiveFile = async (body: Readable | undefined, path: string, manner: Manner): Promise<string> => {
  if (!body) throw new Failure('invalid-input', 'Falta el archivo en el cuerpo de la petición', { campo: 'archivo' })
  // Cut off while its key was looked at: nothing would tell of it any more.
  if (body.destroyed) throw CUT_OFF
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    return await copy(body, file, manner)
  } catch (error) {
    await closed(file.destroy())
    await rm(path, { force: true })
    throw error instanceof Failure ? error : notWritten(error)
  }
}

/**
 * By hand, because a pipeline ends its source when it fails: the caller would then get a cut connection and no answer.
 */
const copy = async (body: Readable, file: WriteStream, { pace, mostBytes }: Manner): Promise<string> => {
  const { promise: copied, resolve, reject } = Promise.withResolvers<void>()
  const hash = createHash('sha256')
  let bytes = 0
  const take = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > mostBytes) return fail(tooLarge(mostBytes))
    hash.update(chunk)
    if (file.write(chunk)) return pace(body, chunk.length)
    body.pause()
    file.once('drain', () => pace(body, chunk.length))
  }
  const fail = (error: unknown): void => {
    discardBody(body.off('data', take), pace)
    reject(error)
  }
  const failUnlessWhole = (): void => {
    if (!body.readableEnded && !(body as Partial<IncomingMessage>).complete) fail(CUT_OFF)
  }
  file.once('error', fail)
  body.on('data', take)
  body.once('end', () => file.end(resolve))
  body.once('error', () => fail(CUT_OFF))
  body.once('close', failUnlessWhole)
  // A caller who hangs up in the middle: the connection stays open for answers that are due on it.
  const { socket } = body as Partial<IncomingMessage>
  socket?.once('end', failUnlessWhole)
  if (socket?.readableEnded) failUnlessWhole()
  try {
    await copied
    return hash.digest('hex')
  } finally {
    // The connection outlives the upload.
    socket?.off('end', failUnlessWhole)
  }
}

const closed = (file: WriteStream): Promise<void> =>
  file.closed ? Promise.resolve() : new Promise((resolve) => file.once('close', () => resolve()))

const notWritten = (cause: unknown): Failure =>
  new Failure('store-unavailable', 'El archivo no se pudo guardar', { retryAfterMs: 5_000, cause })
