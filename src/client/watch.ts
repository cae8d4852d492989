import { type ArchivoDeLote, type BatchSender, uploadCall } from './batches.ts'
import { invalid, toQuery } from './checks.ts'
import type { CallOptions } from './options.ts'
import type {
  AlertasDecidirRespuesta,
  AlertasParametros,
  AlertasRespuesta,
  AlertasVerRespuesta,
  AvisosBorrarRespuesta,
  AvisosEntregasRespuesta,
  AvisosPonerRespuesta,
  AvisosPruebaRespuesta,
  AvisosRespuesta,
  DatosVigilado,
  Decision,
  EventosParametros,
  EventosRespuesta,
  LotesCrearRespuesta,
  VigiladosBorrarRespuesta,
  VigiladosParametros,
  VigiladosPonerParametros,
  VigiladosPonerRespuesta,
  VigiladosRespuesta,
  VigiladosVerRespuesta,
  VigilanciaInformeParametros,
  VigilanciaInformeRespuesta,
} from './types.ts'

/** Opciones de una llamada que siempre responde o falla. */
type Llamada = Omit<CallOptions, 'nullIfNotFound'>

/** Lo que una persona decide de una alerta. `nota` es obligatoria con el motivo `otro`. */
export interface NuevaDecision extends Pick<Decision, 'decision' | 'motivo'> {
  nota?: string | undefined
  /** Hasta cuándo vale un descarte, AAAA-MM-DD; 12 meses si se omite. */
  venceEl?: string | undefined
}

/** Vigilancia: avisa cuando un cliente o proveedor pasa a figurar en una lista, y guarda lo que se decide. */
export interface Watch {
  /** Pone a un cliente o proveedor bajo vigilancia; la misma referencia otra vez lo reemplaza. */
  poner(vigilado: DatosVigilado, opciones?: Llamada): Promise<VigiladosPonerRespuesta>
  /** Pone bajo vigilancia a todos los de un archivo: responde un lote, que se sigue con `lotes.esperar`. */
  ponerArchivo(
    archivo: ArchivoDeLote,
    parametros?: VigiladosPonerParametros,
    opciones?: Llamada,
  ): Promise<LotesCrearRespuesta>
  listar(parametros?: VigiladosParametros, opciones?: Llamada): Promise<VigiladosRespuesta>
  ver(id: string, opciones?: Llamada): Promise<VigiladosVerRespuesta>
  /** Deja de vigilar y borra todo. */
  borrar(id: string, opciones?: Llamada): Promise<VigiladosBorrarRespuesta>
  alertas(parametros?: AlertasParametros, opciones?: Llamada): Promise<AlertasRespuesta>
  alerta(id: string, opciones?: Llamada): Promise<AlertasVerRespuesta>
  /** Decide sobre una alerta. Necesita la clave de una persona. */
  decidir(id: string, decision: NuevaDecision, opciones?: Llamada): Promise<AlertasDecidirRespuesta>
  /** Todo lo que ocurrió tras un evento, en orden. */
  eventos(parametros?: EventosParametros, opciones?: Llamada): Promise<EventosRespuesta>
  /** A quiénes se vigiló y con qué ediciones, qué alertas hubo y quién decidió qué en un periodo. */
  informe(
    parametros?: Omit<VigilanciaInformeParametros, 'formato' | 'parte'>,
    opciones?: Llamada,
  ): Promise<VigilanciaInformeRespuesta>
  /** Los movimientos o los vigilados del informe, como CSV. */
  informeCsv(
    parametros?: Omit<VigilanciaInformeParametros, 'formato' | 'constancia'>,
    opciones?: Llamada,
  ): Promise<Uint8Array<ArrayBuffer>>
  avisos: {
    /** Registra una dirección; la misma otra vez da un secreto nuevo. */
    poner(url: string, opciones?: Llamada): Promise<AvisosPonerRespuesta>
    listar(opciones?: Llamada): Promise<AvisosRespuesta>
    borrar(id: string, opciones?: Llamada): Promise<AvisosBorrarRespuesta>
    prueba(id: string, opciones?: Llamada): Promise<AvisosPruebaRespuesta>
    entregas(id: string, opciones?: Llamada): Promise<AvisosEntregasRespuesta>
  }
}

const REPORT_MS = 300_000

export const watchMethods = ({ ask, askForFile }: BatchSender): Watch => {
  const get = async <Answer>(path: string, query: Record<string, string>, options?: Llamada): Promise<Answer> =>
    (await ask({ path, query }, options)) as Answer
  /** Not retried: it may have been done. */
  const change = async <Answer>(
    method: 'POST' | 'DELETE',
    path: string,
    body: object | undefined,
    options?: Llamada,
  ): Promise<Answer> => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    return (await ask({ path, method, retries: 0, ...sent }, options)) as Answer
  }
  return {
    poner: (vigilado, options) => change('POST', 'vigilados', vigilado, options),
    ponerArchivo: async (archivo, parametros = {}, options) =>
      (await ask(uploadCall('vigilados', archivo, toQuery('tipoSujeto', parametros)), options)) as LotesCrearRespuesta,
    listar: (parametros = {}, options) => get('vigilados', toQuery('referencia', parametros), options),
    ver: (id, options) => get(`vigilados/${checkId(id)}`, {}, options),
    borrar: (id, options) => change('DELETE', `vigilados/${checkId(id)}`, undefined, options),
    alertas: (parametros = {}, options) => get('alertas', toQuery('estado', parametros), options),
    alerta: (id, options) => get(`alertas/${checkId(id)}`, {}, options),
    decidir: (id, decision, options) => change('POST', `alertas/${checkId(id)}/decisiones`, decision, options),
    eventos: (parametros = {}, options) => get('eventos', toQuery('desde', parametros), options),
    informe: async (parametros = {}, options) => {
      const call = { path: 'vigilancia/informe', query: toQuery('desde', parametros), timeoutMs: REPORT_MS }
      return (await ask(call, options)) as VigilanciaInformeRespuesta
    },
    informeCsv: async (parametros = {}, options) => {
      const query = { ...toQuery('desde', parametros), formato: 'csv' }
      return new Uint8Array(await askForFile({ path: 'vigilancia/informe', query, timeoutMs: REPORT_MS }, options))
    },
    avisos: {
      poner: (url, options) => change('POST', 'avisos', { url }, options),
      listar: (options) => get('avisos', {}, options),
      borrar: (id, options) => change('DELETE', `avisos/${checkId(id)}`, undefined, options),
      prueba: (id, options) => change('POST', `avisos/${checkId(id)}/prueba`, undefined, options),
      entregas: (id, options) => get(`avisos/${checkId(id)}/entregas`, {}, options),
    },
  }
}

const checkId = (id: string): string => {
  if (typeof id !== 'string' || !/^[0-9a-f]{32}$/.test(id)) throw invalid('id', 'id debe ser un identificador')
  return id
}
