import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AnswerBody, Outcome, ToolError, ToolOrigin } from '../endpoints/shared/outcome.ts'
import { NO_ACCOUNT } from '../kernel/upstream-failures.ts'

const NOT_ASKED = 'No significa que no exista: no se pudo preguntar.'

/** What a model should make of an error, by its code. */
const ADVICE: Record<string, string> = {
  fuente_no_disponible: NOT_ASKED,
  fuente_cambio: NOT_ASKED,
  lista_no_cargada: NOT_ASKED,
  fuente_captcha: `${NOT_ASKED} La fuente exige una verificación que aquí no se hace.`,
  fuente_no_configurada: `${NOT_ASKED} Esta instalación no tiene esa fuente; reintentar no sirve.`,
  no_autenticado: `${NOT_ASKED} La clave no sirve: avise a quien configuró estas herramientas.`,
  sin_permiso: `${NOT_ASKED} La clave no permite esta consulta: avise a quien configuró estas herramientas.`,
  parametro_invalido: 'Corrija el parámetro y vuelva a llamar; esta llamada no costó nada.',
  parametro_faltante: 'Agregue el parámetro y vuelva a llamar; esta llamada no costó nada.',
  cuota_agotada: `${NOT_ASKED} No reintente antes de que se renueve la cuota; avise a quien pregunta.`,
  limite_excedido: `${NOT_ASKED} Espere y vuelva a llamar.`,
  sobrecarga: `${NOT_ASKED} Espere y vuelva a llamar.`,
  almacen_no_disponible: `${NOT_ASKED} Espere y vuelva a llamar.`,
  iniciando: `${NOT_ASKED} Espere y vuelva a llamar.`,
  error_interno: NOT_ASKED,
}

/**
 * What a tool hands back: a sentence, the whole answer as JSON text for clients that show nothing else, and the same as
 * structured content. Nothing found is no error.
 */
export const toolResult = (outcome: Outcome, summarise: (body: AnswerBody) => string): CallToolResult => {
  const structuredContent = contentOf(outcome)
  const meta = outcome.requestId === undefined ? {} : { _meta: { 'chasqui/requestId': outcome.requestId } }
  return {
    content: [
      { type: 'text', text: sentenceOf(outcome, summarise) },
      { type: 'text', text: JSON.stringify(structuredContent) },
    ],
    structuredContent,
    ...(outcome.estado === 'error' && { isError: true }),
    ...meta,
  }
}

const contentOf = (outcome: Outcome): Record<string, unknown> => {
  if (outcome.estado === 'ok') return { estado: 'ok', ...outcome.body, fuentes: outcome.fuentes }
  const { mensaje } = outcome.error
  return outcome.estado === 'error' ? { estado: 'error', error: outcome.error } : { estado: 'no_encontrado', mensaje }
}

const sentenceOf = (outcome: Outcome, summarise: (body: AnswerBody) => string): string => {
  if (outcome.estado === 'ok')
    return [summarise(outcome.body), stopped(outcome.body.aviso ?? ''), originSentence(outcome.fuentes)]
      .filter(Boolean)
      .join(' ')
  if (outcome.estado === 'no_encontrado')
    return `No encontrado: ${stopped(outcome.error.mensaje)} Todas las fuentes consultadas respondieron.`
  return errorSentence(outcome.error)
}

const errorSentence = ({ codigo, mensaje, campo, reintentarEn }: ToolError): string =>
  [
    `Error ${codigo}${campo ? ` (parámetro ${campo})` : ''}: ${stopped(mensaje)}`,
    ADVICE[mensaje === NO_ACCOUNT ? 'fuente_no_configurada' : codigo],
    reintentarEn !== undefined && `Reintente en ${reintentarEn} s.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Own copies have editions; the source itself publishes. */
const DATED: Record<string, string> = { live: 'publicado el', cache: 'publicado el' }

const originSentence = (origins: readonly ToolOrigin[]): string => {
  const names = origins.map(
    ({ proveedor, canal, edicion, sinFecha, clase }) =>
      `${proveedor} (${canal}${edicion ? `, ${sinFecha ? 'sin fecha, copia del' : (DATED[canal] ?? 'edición')} ${edicion}` : ''}${clase === 'open-data' ? ', datos abiertos sin multas' : ''})`,
  )
  return names.length === 0 ? '' : `Fuente: ${names.join('; ')}.`
}

const stopped = (sentence: string): string => (/[.!?]$|^$/.test(sentence) ? sentence : `${sentence}.`)
