import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '../../kernel/errors.ts'
import { bodyPace, discardBody } from '../request/paced-body.ts'

const MOST_BYTES = 16_384
const JSON_TYPE = 'application/json'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where a file may be sent in place of one JSON object: its body is then a stream. */
    takesFile?: boolean
  }
}

const takesFile = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.takesFile === true

const refused = (request: FastifyRequest): Failure =>
  new Failure(
    'unsupported-format',
    takesFile(request)
      ? 'El cuerpo debe ser un objeto JSON (application/json) o un archivo CSV, XLSX o JSON'
      : 'El cuerpo debe ser JSON (application/json)',
  )

/** Bodies are JSON objects of texts, which are cleaned as the parameters of a query are; or files, where a route takes them. */
export const readJsonBodies = (api: FastifyInstance, clean: (body: unknown) => unknown): void => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest, payload: Readable) => {
    const read = await readStart(payload, takesFile(request))
    if (typeof read !== 'string') return read
    try {
      return clean(JSON.parse(read))
    } catch (error) {
      throw error instanceof Failure ? error : new Failure('invalid-input', 'El cuerpo no es JSON')
    }
  })
  api.addContentTypeParser('*', (request: FastifyRequest, body: Readable, done) => {
    if (takesFile(request)) done(null, body)
    else done(refused(request))
  })
  api.addHook('preValidation', (request, _reply, done) => {
    const needsBody = request.routeOptions.schema?.body !== undefined && request.body === undefined
    done(needsBody ? refused(request) : undefined)
  })
}

/** The whole text of a small body; the stream itself where it begins as an array, which is a file. */
const readStart = async (payload: Readable, mayBeFile: boolean): Promise<string | Readable> => {
  const pieces: Buffer[] = []
  let size = 0
  for (;;) {
    const piece: Buffer | null = payload.read()
    if (piece === null) {
      if (payload.readableEnded || payload.destroyed) return Buffer.concat(pieces).toString()
      await more(payload)
      continue
    }
    if (mayBeFile && size === 0 && /^\s*\[/.test(piece.subarray(0, MOST_BYTES).toString('latin1'))) {
      payload.unshift(piece)
      return payload
    }
    pieces.push(piece)
    size += piece.length
    if (size <= MOST_BYTES) continue
    discardBody(payload, bodyPace())
    throw new Failure('body-too-large', 'La petición es demasiado grande')
  }
}

const more = (payload: Readable): Promise<void> =>
  new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error']
    const done = (): void => {
      for (const event of events) payload.off(event, done)
      resolve()
    }
    for (const event of events) payload.on(event, done)
  })
