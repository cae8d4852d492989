import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Failure } from '../errors.ts'

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
}

const tooLarge = (): Failure =>
  new Failure('upstream-unavailable', 'La fuente respondió algo demasiado grande', { detail: 'body too large' })

const unknownEncoding = (): Failure =>
  new Failure('upstream-unavailable', 'La fuente no responde en este momento', { detail: 'unknown encoding' })

/** The whole body, decompressed. Neither form may be larger than `maxBytes`. */
export const readBody = async (
  body: AsyncIterable<Uint8Array>,
  encodings: string | undefined,
  maxBytes: number,
): Promise<Buffer> => {
  let bytes = await collect(body, maxBytes)
  const names = (encodings ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && name !== 'identity')
  if (bytes.length === 0) return bytes
  for (const name of names.reverse()) bytes = await decode(bytes, name, maxBytes)
  return bytes
}

/** Passes the body on piece by piece, at most `maxBytes` of it, and keeps nothing. It must not be compressed. */
export const streamBody = async (
  body: AsyncIterable<Uint8Array>,
  encodings: string | undefined,
  maxBytes: number,
  sink: (piece: Uint8Array) => void,
): Promise<Buffer> => {
  if (encodings && encodings !== 'identity') throw unknownEncoding()
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > maxBytes) throw tooLarge()
    sink(piece)
  }
  return Buffer.alloc(0)
}

const collect = async (body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let length = 0
  // Throwing out of the loop destroys the stream, and with it the socket.
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

const decode = async (bytes: Buffer, name: string, maxBytes: number): Promise<Buffer> => {
  const decoder = DECODERS[name]
  if (!decoder) throw unknownEncoding()
  try {
    return await decoder(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw error
  }
}
