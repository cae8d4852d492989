import { type BatchCall, type Batches, type BatchSender, batchMethods } from './batches.ts'
import { checkQuestion, invalid, type Question, toQuery } from './checks.ts'
import { NotFoundError } from './errors.ts'
import { Lookups, QUESTIONS } from './lookups.ts'
import { readQuota, readSources } from './meta.ts'
import type { CallOptions, ClientOptions, FailingCallOptions, Fetch, ServiceLookup } from './options.ts'
import { type Answered, rememberReplies, type Sender, type SendOptions, send, sendForFile } from './sending/send.ts'
import type { HealthRespuesta, UsoRespuesta } from './types.ts'
import { type Watch, watchMethods } from './watch.ts'

const TIMEOUT_MS = 30_000
const RETRIES = 3
const REMEMBERED = 200

/**
 * Cliente de Chasqui: un método por consulta. Cada uno recibe su dato principal como texto, o sus parámetros por nombre,
 * y responde `data` y `meta`; todo fallo es un `ChasquiError`.
 */
export class Chasqui extends Lookups {
  /** Lotes: muchas consultas de un tipo en un archivo. */
  readonly lotes: Batches
  /** Vigilancia: clientes y proveedores que se revisan con cada edición, sus alertas y lo decidido. */
  readonly vigilancia: Watch
  /** Estado del servicio, sus listas y sus fuentes. No consume cuota. */
  readonly health: ServiceLookup<HealthRespuesta>
  /** Cuota y consumo de la cuenta en un mes, el actual si se omite. No consume cuota. */
  readonly uso: (mes?: string, opciones?: FailingCallOptions) => Promise<UsoRespuesta>

  constructor(options: ClientOptions) {
    const { ask, askBatches } = asking(options)
    super(<Method>(path: keyof typeof QUESTIONS): Method => {
      const question: Question = QUESTIONS[path]
      const { main, ignored, aliases } = question
      const asked = async (given: unknown, call?: CallOptions) => {
        const query = toQuery(main, given, { ...ignored, ...aliases })
        checkQuestion(question, query, options.checkRuc ?? true)
        return ask(path, query, call)
      }
      return asked as Method
    })
    this.uso = (async (mes?: string, call?: CallOptions) =>
      ask('uso', toQuery('mes', mes ?? {}), call)) as typeof this.uso
    this.lotes = batchMethods(askBatches)
    this.vigilancia = watchMethods(askBatches)
    this.health = (async (call?: CallOptions) => ask('health', {}, call)) as ServiceLookup<HealthRespuesta>
  }
}

type Ask = (path: string, query: Record<string, string>, call: CallOptions | undefined) => Promise<object | null>

/** How all methods ask: with one key, one way to reach the service and one memory of answers. */
const asking = (options: ClientOptions): { ask: Ask; askBatches: BatchSender } => {
  const base = baseOf(options.url)
  const { key, etags = 0 } = options
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) throw invalid('key', 'key debe ser una clave de Chasqui')
  const limit = etags === true ? REMEMBERED : Number(etags)
  const sender: Sender = {
    // Called as a function of its own: a browser's `fetch` refuses another `this`.
    fetch: options.fetch ?? ((url, init) => (globalThis as unknown as { fetch: Fetch }).fetch(url, init)),
    remembered: limit > 0 ? rememberReplies(limit) : undefined,
  }
  const urlOf = (path: string, query: Record<string, string> = {}): string => {
    const parameters = new URLSearchParams(query).toString()
    return `${base}/api/${path}${parameters && `?${parameters}`}`
  }
  const batchOptions = ({ method, body, headers, timeoutMs, retries }: BatchCall, call: CallOptions = {}) => {
    const sent = sendOptions(
      options,
      { ...call, timeoutMs: call.timeoutMs ?? timeoutMs, retries: call.retries ?? retries },
      key,
    )
    return {
      ...sent,
      headers: { ...sent.headers, ...headers },
      ...(method && { method }),
      ...(body !== undefined && { body }),
    }
  }
  return {
    ask: async (path, query, given) => {
      const call = given ?? {}
      try {
        return answerOf(await send(sender, urlOf(path, query), sendOptions(options, call, key)))
      } catch (error) {
        if (call.nullIfNotFound && error instanceof NotFoundError) return null
        throw error
      }
    },
    askBatches: {
      ask: async (call, given) => answerOf(await send(sender, urlOf(call.path, call.query), batchOptions(call, given))),
      askForFile: (call, given) => sendForFile(sender, urlOf(call.path, call.query), batchOptions(call, given)),
    },
  }
}

const sendOptions = (client: ClientOptions, call: CallOptions, key: string): SendOptions => {
  const timeoutMs = call.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS
  const retries = call.retries ?? client.retries ?? RETRIES
  if (!(timeoutMs > 0)) throw invalid('timeoutMs', 'timeoutMs debe ser un número mayor que cero')
  if (!(retries >= 0)) throw invalid('retries', 'retries debe ser cero o más')
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${key}` }
  if (call.requestId !== undefined) {
    if (!/^[\w.:-]{8,128}$/.test(call.requestId))
      throw invalid('requestId', 'requestId debe tener de 8 a 128 letras, dígitos, puntos o guiones')
    headers['x-request-id'] = call.requestId
  }
  return { timeoutMs, retries, signal: call.signal, headers }
}

/** The address without a slash at its end; in a page it may be relative, and is the page's own when it is absent. */
const baseOf = (url: string | undefined): string => {
  const page = (globalThis as { location?: { href?: string } }).location?.href
  try {
    const { protocol, username, origin, pathname } = new URL(url ?? '/', page)
    if (/^https?:$/.test(protocol) && !username) return origin + pathname.replace(/\/+$/, '')
  } catch {
    // Refused below.
  }
  throw invalid('url', 'url debe ser una dirección http:// o https:// sin usuario')
}

/** The body as the methods give it: without `ok`, and with `proveedor` among what is said of the answer. */
const answerOf = ({ body, headers, source }: Answered): object => {
  const { ok, proveedor, ...rest } = body
  const requestId = headers.get('x-request-id') ?? undefined
  return { ...rest, meta: { proveedor, fuentes: readSources(source), requestId, cuota: readQuota(headers) } }
}
