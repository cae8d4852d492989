import { readFile, stat } from 'node:fs/promises'
import { AbsentFile } from './absent-file.ts'
import { isAddress, localPath, transferFailure } from './download.ts'
import {
  conditions,
  newDispatcher,
  replyValidators,
  sendRequest,
  statusFailure,
  tooLarge,
  type Validators,
} from './transfer.ts'

export interface SmallFileRequest {
  /** An http(s) address or a path. */
  from: string
  /** Of the last answer; the result is `unchanged` when the file is still that one. */
  known?: Validators | undefined
  maxBytes: number
  /** Longest time in all. */
  deadlineMs: number
  userAgent: string
  /** Refuse redirects to another host. */
  sameHost?: boolean
  signal: AbortSignal
}

export interface SmallFile {
  text: string
  validators: Validators
}

/** Reads a small file whole into memory, and only when it changed. */
export const readSmallFile = async (request: SmallFileRequest): Promise<SmallFile | 'unchanged'> => {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.deadlineMs)])
  try {
    return await (isAddress(request.from) ? fromAddress(request, signal) : fromPath(request, signal))
  } catch (error) {
    request.signal.throwIfAborted()
    throw transferFailure(error)
  }
}

const fromAddress = async (request: SmallFileRequest, signal: AbortSignal): Promise<SmallFile | 'unchanged'> => {
  const { from, known, maxBytes, deadlineMs: stallMs, userAgent, sameHost } = request
  const { dispatcher, close } = newDispatcher(stallMs)
  try {
    const rules = { maxBytes, stallMs, userAgent, sameHost, signal }
    const { reply } = await sendRequest(from, conditions(known), rules, dispatcher)
    if (reply.statusCode === 304 && known) return 'unchanged'
    if (reply.statusCode !== 200) throw statusFailure(reply.statusCode)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return { text: Buffer.concat(chunks).toString('utf8'), validators: { from, ...replyValidators(reply) } }
  } finally {
    await close()
  }
}

/** A file that is replaced by a rename has another number, also when size and time are the same. */
const fromPath = async (
  { from, known, maxBytes }: SmallFileRequest,
  signal: AbortSignal,
): Promise<SmallFile | 'unchanged'> => {
  const path = localPath(from)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile())
    throw new AbsentFile('missing', 'upstream-unavailable', 'No se encuentra el archivo configurado', {
      detail: 'no such file',
    })
  if (found.size > maxBytes) throw tooLarge(maxBytes)
  const etag = `${found.ino}:${found.mtimeMs}:${found.size}`
  if (known?.etag === etag) return 'unchanged'
  return { text: await readFile(path, { encoding: 'utf8', signal }), validators: { from, etag } }
}
