import { invalid, toQuery } from './checks.ts'
import type { CallOptions, Signal } from './options.ts'
import type {
  Lote,
  LotesBorrarRespuesta,
  LotesCambiosRespuesta,
  LotesConstanciaRespuesta,
  LotesContinuarRespuesta,
  LotesCrearParametros,
  LotesCrearRespuesta,
  LotesFilaRespuesta,
  LotesFilasRespuesta,
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
  /** El de un `File` se envía como nombre del archivo. */
  readonly name?: string
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
  /** Lo que se preguntó de cada fila, en el orden del resultado. No cuesta cuota. */
  filas(id: string, opciones?: LlamadaDeLote): Promise<LotesFilasRespuesta>
  /** Una fila, desde 1, con su comparación palabra por palabra. No cuesta cuota. */
  fila(id: string, fila: number, opciones?: LlamadaDeLote): Promise<LotesFilaRespuesta>
  /** Lo que cambió desde un lote anterior de la cuenta. No cuesta cuota. */
  cambios(id: string, con: string, opciones?: LlamadaDeLote): Promise<LotesCambiosRespuesta>
  /** Lo que cambió desde un resultado guardado como CSV, XLSX o JSON. No cuesta cuota. */
  cambiosDesde(id: string, archivo: ArchivoDeLote, opciones?: LlamadaDeLote): Promise<LotesCambiosRespuesta>
  /** Pregunta otra vez por las filas no revisadas, en el mismo lote. */
  continuar(id: string, opciones?: LlamadaDeLote): Promise<LotesContinuarRespuesta>
  /** La constancia del lote: sus archivos por sus sumas, recuentos, ediciones y reglas, firmados. */
  constancia(id: string, opciones?: LlamadaDeLote): Promise<LotesConstanciaRespuesta>
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

/** A file on its way. Not retried: a second one might begin two batches. */
export const uploadCall = (path: string, archivo: ArchivoDeLote, query: Record<string, string> = {}): BatchCall => ({
  ...{ path, query: { ...nameOf(archivo), ...query }, method: 'POST', body: archivo },
  ...{ headers: { 'content-type': typeOf(archivo) }, timeoutMs: UPLOAD_MS, retries: 0 },
})

export const batchMethods = ({ ask, askForFile }: BatchSender): Batches => {
  const upload = async (path: string, archivo: ArchivoDeLote, parametros: unknown, options?: CallOptions) => {
    const query = toQuery('tipo', parametros)
    if (!query.tipo) throw invalid('tipo', 'Falta el parámetro tipo', 'parametro_faltante')
    return ask(uploadCall(path, archivo, query), options)
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
    filas: async (id, options) =>
      (await ask({ path: `lotes/${checkId(id)}/filas`, timeoutMs: UPLOAD_MS }, options)) as LotesFilasRespuesta,
    fila: async (id, fila, options) =>
      (await ask({ path: `lotes/${checkId(id)}/filas/${checkRow(fila)}` }, options)) as LotesFilaRespuesta,
    cambios: async (id, con, options) => {
      const query = { con: checkId(con, 'con') }
      const call = { path: `lotes/${checkId(id)}/cambios`, query, timeoutMs: UPLOAD_MS }
      return (await ask(call, options)) as LotesCambiosRespuesta
    },
    cambiosDesde: async (id, archivo, options) => {
      const { query: _, ...call } = uploadCall(`lotes/${checkId(id)}/cambios`, archivo)
      return (await ask(call, options)) as LotesCambiosRespuesta
    },
    continuar: async (id, options) =>
      (await ask({ path: `lotes/${checkId(id)}/continuar`, method: 'POST' }, options)) as LotesContinuarRespuesta,
    constancia: async (id, options) => {
      const call = { path: `lotes/${checkId(id)}/constancia`, timeoutMs: UPLOAD_MS }
      return (await ask(call, options)) as LotesConstanciaRespuesta
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

/** What a parameter may have at most. */
const MOST_NAME = 200

/** The name of a `File`, its end where it is longer than a parameter may be: there it says what the file is. */
const nameOf = (archivo: ArchivoDeLote): Record<string, string> => {
  const { name } = archivo as BlobDeLote
  // Signs that hide what a text says are refused in a parameter; a file may be named with them.
  return typeof name === 'string' && name !== ''
    ? { archivo: [...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')].slice(-MOST_NAME).join('') }
    : {}
}

// The service finds out by itself what a file is.
const typeOf = (archivo: ArchivoDeLote): string =>
  typeof archivo === 'string' ? 'text/csv' : 'application/octet-stream'

const checkId = (id: string, campo = 'id'): string => {
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id))
    throw invalid(campo, `${campo} debe ser el identificador de un lote`)
  return id
}

const checkRow = (fila: number): number => {
  if (!Number.isSafeInteger(fila) || fila < 1) throw invalid('fila', 'fila debe ser un número desde 1')
  return fila
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
