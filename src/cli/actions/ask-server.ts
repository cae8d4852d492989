import { Chasqui, ChasquiError, type Fuente } from '../../client/index.ts'
import type { Health, Origin } from '../../domain/records.ts'
import { Failure } from '../../kernel/errors.ts'
import { version } from '../../kernel/version.ts'
import type { WireAnswer } from './ask-locally.ts'

/** A running server and the key for it. */
export interface Server {
  url: string
  key: string
}

const TIMEOUT_MS = 60_000
const RETRIES = 2

interface ClientAnswer {
  data: unknown
  meta: { proveedor: string | undefined; fuentes: readonly Fuente[]; requestId: string | undefined }
}

type ClientAsk = (query: Record<string, string>, call?: { signal: AbortSignal }) => Promise<ClientAnswer>

/** Asks a running server through the client. What it refuses is an answer too; throws when no server answers. */
export const askServer = async (path: string, query: Record<string, string>, server: Server): Promise<WireAnswer> => {
  try {
    const { meta, ...answer } = await clientAsker(openClient(server, 'cli'), path)(query)
    const { data, ...rest } = answer
    const proveedor = meta.proveedor === undefined ? {} : { proveedor: meta.proveedor }
    return { body: { ok: true, data, ...proveedor, ...rest }, origins: meta.fuentes.map(originOf) }
  } catch (error) {
    const { codigo, message, campo, constancia } = errorOf(error, server)
    const failed = { codigo, mensaje: message, ...(campo && { campo }) }
    return { body: { ok: false, error: failed, ...(constancia && { constancia }) } }
  }
}

/** The state of a running server. */
export const askServerHealth = async (server: Server): Promise<Health> => {
  try {
    const { meta: _, ...answer } = await openClient(server, 'cli').health()
    return { ok: true, ...answer } as Health
  } catch (error) {
    throw errorOf(error, server)
  }
}

/** A client for that server; throws when the address or the key cannot be one. */
export const openClient = (server: Server, caller: 'cli' | 'mcp'): Chasqui => {
  try {
    return newClient(server, caller)
  } catch (error) {
    throw errorOf(error, server)
  }
}

const newClient = ({ url, key }: Server, caller: string): Chasqui =>
  new Chasqui({
    ...{ url, key, timeoutMs: TIMEOUT_MS, retries: RETRIES },
    // A number whose check digit is wrong is "not found" in both places: the server decides.
    checkRuc: false,
    fetch: (address, init) =>
      fetch(address, { ...init, headers: { ...init.headers, 'user-agent': `Chasqui/${version} (${caller})` } }),
  })

/** The client's method for a path: `tipo-cambio` is `tipoCambio`, `indicadores/buscar` is `indicadores.buscar`. */
export const clientAsker = (client: Chasqui, path: string): ClientAsk => {
  const { vigilancia } = client
  if (path === 'vigilados') return (query, call) => vigilancia.listar(query, call) as Promise<ClientAnswer>
  if (path === 'alertas') return (query, call) => vigilancia.alertas(query, call) as Promise<ClientAnswer>
  if (path === 'vigilancia/informe') return (query, call) => vigilancia.informe(query, call)
  if (path === 'health') return (_query, call) => client.health(call)
  const [name = '', inner] = path.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()).split('/')
  const method = client[name as 'indicadores']
  return (inner === undefined ? method : method[inner as 'buscar']) as unknown as ClientAsk
}

const originOf = ({ proveedor, canal, edicion, clase }: Fuente): Origin => ({
  provider: proveedor,
  channel: canal,
  ...(clase && { kind: clase }),
  edition: edicion,
})

/** What the service said of a question; throws when it said nothing. */
const errorOf = (error: unknown, server: Server): ChasquiError => {
  if (!(error instanceof ChasquiError)) throw error
  const failure = withoutAnswer(error, server)
  if (failure) throw failure
  return error
}

/** Without an answer of the service there is nothing to print as one. Null when there was one. */
export const withoutAnswer = ({ campo, kind, codigo, message }: ChasquiError, { url }: Server): Failure | null => {
  if (campo === 'url') return new Failure('invalid-input', '--url debe ser una dirección http:// o https://')
  if (campo === 'key') return new Failure('invalid-input', 'La clave de --key o CHASQUI_KEY no es una clave de Chasqui')
  if (kind === 'network')
    return new Failure(
      'upstream-unavailable',
      `Ningún servicio Chasqui responde en ${new URL(url).host}: revise --url o CHASQUI_URL`,
    )
  if (kind === 'timeout' || codigo === 'respuesta_ilegible')
    return new Failure('upstream-unavailable', `${message}: revise --url o CHASQUI_URL`)
  return null
}
