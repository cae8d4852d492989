import { invalid, toQuery } from './checks.ts'
import type { CallOptions, Signal } from './options.ts'
import type {
  Lote,
  LotesBorrarRespuesta,
  LotesCrearParametros,
  LotesCrearRespuesta,
  LotesRespuesta,
  LotesResultadoParametros,
  LotesVerRespuesta,
  LotesVistaParametros,
  LotesVistaRespuesta,
} from './types.ts'

/** Un archivo: sus bytes, un `Blob` (también un `File` de una página) o su texto. */
export type ArchivoDeLote = string | Uint8Array | ArrayBuffer | BlobDeLote

/** Lo que el cliente usa de un `Blob`; el de cualquier plataforma sirve. */
export interface BlobDeLote {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
}

/** Opciones de la espera de un lote. */
export interface EsperaDeLote {
  /** Recibe el lote cada vez que se pregunta por él. */
  onProgress?: ((lote: Lote) => void) | undefined
  /** Deja de esperar; el lote sigue. */
  signal?: Signal | undefined
  /** Milisegundos entre dos preguntas; 1 000 si se omite. */
  cadaMs?: number | undefined
}

/** Opciones de una llamada que siempre responde o falla. */
type LlamadaDeLote = Omit<CallOptions, 'nullIfNotFound'>

/** Lotes: muchas consultas de un tipo en un archivo CSV, XLSX o JSON. Solo las filas revisadas cuestan cuota. */
export interface Batches {
  /** Envía un archivo e inicia su lote. No se reintenta: un reintento podría iniciar dos. */
  crear(
    archivo: ArchivoDeLote,
    parametros: LotesCrearParametros,
    opciones?: LlamadaDeLote,
  ): Promise<LotesCrearRespuesta>
  /** Dice qué sería un lote de este archivo: columnas, muestra, problemas y costo. No inicia nada. */
  vista(
    archivo: ArchivoDeLote,
    parametros: LotesVistaParametros,
    opciones?: LlamadaDeLote,
  ): Promise<LotesVistaRespuesta>
  ver(id: string, opciones?: LlamadaDeLote): Promise<LotesVerRespuesta>
  /** Los lotes de la cuenta, los más recientes primero. */
  listar(opciones?: LlamadaDeLote): Promise<LotesRespuesta>
  /** El archivo del resultado, como bytes. Antes de que termine falla con `lote_en_proceso`. */
  resultado(
    id: string,
    parametros?: LotesResultadoParametros,
    opciones?: LlamadaDeLote,
  ): Promise<Uint8Array<ArrayBuffer>>
  /** Detiene el lote y borra sus archivos. */
  borrar(id: string, opciones?: LlamadaDeLote): Promise<LotesBorrarRespuesta>
  /** Espera hasta que el lote termine o se cancele. */
  esperar(id: string, espera?: EsperaDeLote): Promise<LotesVerRespuesta>
}

/** One call of the service, as the client sends it. */
export interface BatchCall {
  path: string
  query?: Record<string, string>
  method?: 'POST' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  /** An upload takes longer than a question. */
  timeoutMs?: number
  retries?: number
}

export interface BatchSender {
  ask(call: BatchCall, options: CallOptions | undefined): Promise<object>
  askForFile(call: BatchCall, options: CallOptions | undefined): Promise<ArrayBuffer>
}

const UPLOAD_MS = 300_000
const POLL_MS = 1_000

export const batchMethods = ({ ask, askForFile }: BatchSender): Batches => {
  const upload = async (path: string, archivo: ArchivoDeLote, parametros: unknown, options?: CallOptions) => {
    const query = toQuery('tipo', parametros)
    if (!query.tipo) throw invalid('tipo', 'Falta el parámetro tipo', 'parametro_faltante')
    const headers = { 'content-type': typeOf(archivo) }
    return ask({ path, query, method: 'POST', body: archivo, headers, timeoutMs: UPLOAD_MS, retries: 0 }, options)
  }
  const ver: Batches['ver'] = async (id, options) =>
    (await ask({ path: `lotes/${checkId(id)}` }, options)) as LotesVerRespuesta
  return {
    crear: async (archivo, parametros, options) =>
      (await upload('lotes', archivo, parametros, options)) as LotesCrearRespuesta,
    vista: async (archivo, parametros, options) =>
      (await upload('lotes/vista', archivo, parametros, options)) as LotesVistaRespuesta,
    ver,
    listar: async (options) => (await ask({ path: 'lotes' }, options)) as LotesRespuesta,
    resultado: async (id, parametros = {}, options) => {
      const query = toQuery('formato', parametros)
      const call = { path: `lotes/${checkId(id)}/resultado`, query, timeoutMs: UPLOAD_MS }
      return new Uint8Array(await askForFile(call, options))
    },
    borrar: async (id, options) =>
      (await ask({ path: `lotes/${checkId(id)}`, method: 'DELETE', retries: 0 }, options)) as LotesBorrarRespuesta,
    esperar: async (id, { onProgress, signal, cadaMs = POLL_MS } = {}) => {
      for (;;) {
        const found = await ver(id, { signal })
        onProgress?.(found.data)
        if (found.data.estado === 'terminado' || found.data.estado === 'cancelado') return found
        await pause(cadaMs, signal)
      }
    },
  }
}

// The service finds out by itself what a file is.
const typeOf = (archivo: ArchivoDeLote): string =>
  typeof archivo === 'string' ? 'text/csv' : 'application/octet-stream'

const checkId = (id: string): string => {
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id))
    throw invalid('id', 'id debe ser el identificador de un lote')
  return id
}

/** Ends early with the signal; the next question then fails by it. */
const pause = (ms: number, signal: Signal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
