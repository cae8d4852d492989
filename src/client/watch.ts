import type { BatchCall, BatchSender } from './batches.ts'
import { checkId, toQuery } from './checks.ts'
import type { FailingCallOptions } from './options.ts'
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
  VigiladosBorrarRespuesta,
  VigiladosParametros,
  VigiladosPonerRespuesta,
  VigiladosRespuesta,
  VigiladosVerRespuesta,
} from './types.ts'

/** Lo que una persona decide sobre una alerta. */
export type NuevaDecision = Pick<Decision, 'decision' | 'motivo'> & {
  /** Obligatoria con el motivo otro. */
  nota?: string | undefined
  /** Hasta cuándo vale un descarte, AAAA-MM-DD; 12 meses si se omite. */
  venceEl?: string | undefined
}

/** Clientes y proveedores bajo vigilancia. */
export interface Subjects {
  /** Pone a uno bajo vigilancia; la misma `referencia` otra vez lo reemplaza. Cuesta una unidad. */
  poner(datos: DatosVigilado, opciones?: FailingCallOptions): Promise<VigiladosPonerRespuesta>
  /** Los de la cuenta, los más antiguos primero, y cuántos son. */
  listar(parametros?: VigiladosParametros, opciones?: FailingCallOptions): Promise<VigiladosRespuesta>
  ver(id: string, opciones?: FailingCallOptions): Promise<VigiladosVerRespuesta>
  /** Deja de vigilarlo y borra sus alertas y decisiones. */
  borrar(id: string, opciones?: FailingCallOptions): Promise<VigiladosBorrarRespuesta>
}

/** Lo que se encontró de los vigilados, y lo que se decidió. */
export interface Alerts {
  listar(parametros?: AlertasParametros, opciones?: FailingCallOptions): Promise<AlertasRespuesta>
  ver(id: string, opciones?: FailingCallOptions): Promise<AlertasVerRespuesta>
  /** Decide; necesita una clave de una persona. No se reintenta. */
  decidir(id: string, decision: NuevaDecision, opciones?: FailingCallOptions): Promise<AlertasDecidirRespuesta>
}

/** Direcciones a las que se envían los eventos. */
export interface Webhooks {
  /** Registra una dirección; la misma otra vez recibe un secreto nuevo. */
  poner(url: string, opciones?: FailingCallOptions): Promise<AvisosPonerRespuesta>
  listar(opciones?: FailingCallOptions): Promise<AvisosRespuesta>
  borrar(id: string, opciones?: FailingCallOptions): Promise<AvisosBorrarRespuesta>
  /** Envía un evento de prueba. */
  probar(id: string, opciones?: FailingCallOptions): Promise<AvisosPruebaRespuesta>
  /** Las últimas entregas. */
  entregas(id: string, opciones?: FailingCallOptions): Promise<AvisosEntregasRespuesta>
}

/** Los métodos de la vigilancia. */
export interface Watching {
  vigilados: Subjects
  alertas: Alerts
  avisos: Webhooks
  /** Todo lo que ocurrió tras el evento `desde`, en orden. */
  eventos(parametros?: EventosParametros, opciones?: FailingCallOptions): Promise<EventosRespuesta>
}

export const watchMethods = ({ ask }: Pick<BatchSender, 'ask'>): Watching => {
  const get =
    <Answer>(path: string, main = '') =>
    async (given: object = {}, options?: FailingCallOptions) =>
      (await ask({ path, query: toQuery(main, given) }, options)) as Answer
  const one =
    <Answer>(path: string, what: string, call: Omit<BatchCall, 'path'> = {}, end = '') =>
    async (id: string, options?: FailingCallOptions) =>
      (await ask({ path: `${path}/${checkId(id, what)}${end}`, ...call }, options)) as Answer
  const post = async <Answer>(path: string, body: object, options?: FailingCallOptions, retries?: number) => {
    const headers = { 'content-type': 'application/json' }
    const call = { path, method: 'POST' as const, body: JSON.stringify(body), headers }
    return (await ask({ ...call, ...(retries !== undefined && { retries }) }, options)) as Answer
  }
  const [subject, alert, webhook] = ['un vigilado', 'una alerta', 'un aviso']
  const remove = { method: 'DELETE', retries: 0 } as const
  return {
    vigilados: {
      poner: (datos, options) => post('vigilados', datos, options),
      listar: get('vigilados', 'referencia'),
      ver: one('vigilados', subject),
      borrar: one('vigilados', subject, remove),
    },
    alertas: {
      listar: get('alertas', 'estado'),
      ver: one('alertas', alert),
      decidir: async (id, decision, options) => post(`alertas/${checkId(id, alert)}/decisiones`, decision, options, 0),
    },
    avisos: {
      poner: (url, options) => post('avisos', { url }, options, 0),
      listar: (options) => get<AvisosRespuesta>('avisos')({}, options),
      borrar: one('avisos', webhook, remove),
      probar: one('avisos', webhook, { method: 'POST', retries: 0 }, '/prueba'),
      entregas: one('avisos', webhook, {}, '/entregas'),
    },
    eventos: get('eventos', 'desde'),
  }
}
