import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { namesVerification } from '../bot-wall.ts'
import { Failure } from '../errors.ts'
import { AbsentFile } from './absent-file.ts'
import { diskFailure } from './disk-failure.ts'
import { tooLarge } from './transfer.ts'

export interface FinishRules {
  gunzip: boolean
  refuseHtml: boolean
  maxBytes: number
}

/** Turns a complete transfer into the finished file: unpacked when asked, not empty, not a web page. Says whether it was packed. */
export const finishFile = async (part: string, to: string, rules: FinishRules): Promise<boolean> => {
  const packed = rules.gunzip && (await isGzip(part))
  const plain = packed ? `${to}.plain` : part
  try {
    if (packed) await unpack(part, plain, rules.maxBytes)
    if ((await stat(plain)).size === 0)
      throw new AbsentFile('empty', 'upstream-changed', 'La fuente entregó un archivo vacío', { detail: 'empty file' })
    if (rules.refuseHtml) await refuseErrorPage(plain)
    await rename(plain, to)
    return packed
  } catch (error) {
    await rm(plain, { force: true })
    throw error
  }
}

const unpack = async (part: string, plain: string, maxBytes: number): Promise<void> => {
  let bytes = 0
  const capped = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
  }
  try {
    await pipeline(createReadStream(part), createGunzip(), capped, createWriteStream(plain))
  } catch (error) {
    if (error instanceof Failure) throw error
    throw (
      diskFailure(error) ??
      new Failure('upstream-changed', 'El archivo comprimido está dañado o incompleto', {
        detail: 'gzip',
        cause: error,
      })
    )
  }
}

const head = async (path: string, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Recognised by its first bytes, because names are often wrong. */
export const isGzip = async (path: string): Promise<boolean> => {
  const magic = await head(path, 2)
  return magic[0] === 0x1f && magic[1] === 0x8b
}

const PAGE = /^(?:\xef\xbb\xbf)?\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|title|script)\b/i

/** Throws when a file that should be data is a web page. */
export const refuseErrorPage = async (path: string): Promise<void> => {
  const start = (await head(path, 4_096)).toString('latin1')
  if (!PAGE.test(start)) return
  if (namesVerification(start))
    throw new Failure('upstream-blocked', 'La fuente exige una verificación en lugar de entregar el archivo', {
      detail: 'html page',
    })
  throw new Failure('upstream-changed', 'La fuente entregó una página en lugar del archivo', { detail: 'html page' })
}
