import type { ComponentChildren } from 'preact'
import type { ChasquiError } from '../client.ts'
import { formatDate } from '../format.ts'
import { editionInService, type ListId } from '../lists.ts'
import { useReturned, useSession } from '../session.ts'
import { sentence } from '../words/sentence.ts'
import { Message } from './message.tsx'

interface FailedProps {
  error: ChasquiError
  retry?(): void
  /** The list that says "no" on this page. */
  list?: ListId
}

/** What the service says of a source that this installation has no credential for: asking again does not help. */
const isNotConfigured = ({ codigo, message }: ChasquiError): boolean =>
  codigo === 'fuente_no_configurada' || message === 'Esta instalación no tiene cuenta en la fuente'

/** Why there is no answer, in the words of the console. Only `not-found` says that something does not exist. */
export const Failed = ({ error, retry, list = 'padron' }: FailedProps) => {
  const { health } = useSession()
  const isBack = useReturned(error)
  if (error.kind === 'not-found') {
    return <NotFound edition={editionInService(health, list)}>{error.message}</NotFound>
  }
  const again = retry && error.kind !== 'quota' && error.kind !== 'invalid' && !isNotConfigured(error) && (
    <button type="button" onClick={retry}>
      Reintentar
    </button>
  )
  const kind = error.kind === 'invalid' || isBack ? 'warn' : 'bad'
  return (
    <Message kind={kind} actions={again}>
      {isBack ? 'El servicio responde de nuevo. Esta consulta no se repitió sola.' : failureWords(error)}
      {error.requestId && <small class="request-id">Petición {error.requestId}</small>}
    </Message>
  )
}

/** "No figura en el padrón, edición …", and what the service says of it. */
const NotFound = ({ edition, children }: { edition: string | null; children?: ComponentChildren }) => (
  <Message kind="none">
    No figura en el padrón{edition ? `, edición ${edition}` : ''}.{children && <small>{children}</small>}
  </Message>
)

/** The sentence of a failure. */
const failureWords = (error: ChasquiError, now = Date.now()): string => {
  if (isNotConfigured(error)) return 'Esta instalación no tiene cuenta en la fuente.'
  switch (error.kind) {
    case 'captcha':
      return 'La fuente pide una verificación. No se consultó y no consumió cuota.'
    case 'source':
      if (error.codigo === 'lista_no_cargada') return 'Lista todavía sin cargar: no se puede revisar.'
      return 'La fuente no responde. No significa que no exista.'
    case 'quota':
      return `Cuota agotada hasta el ${renewalDate(error.reintentarEn, now)}.`
    case 'rate':
      return `Demasiadas consultas seguidas. Espere ${error.reintentarEn ?? 1} s y repita.`
    case 'network':
      return 'Sin conexión con el servicio.'
    case 'timeout':
      return 'El servicio tarda demasiado. No se sabe la respuesta.'
    case 'key':
      return 'Esta clave no puede usar esta consulta.'
    case 'invalid':
      return sentence(error.message)
    default:
      return error.codigo === 'sobrecarga'
        ? 'El servicio está ocupado. Espere un momento y repita.'
        : 'El servicio tuvo un problema. No se sabe la respuesta.'
  }
}

const LIMA_OFFSET_MS = 5 * 3_600_000

/**
 * The day on which a new quota begins: always the first of a month in Lima. The service says in how many seconds; the nearest
 * first is right although the browser's clock is not.
 */
const renewalDate = (seconds: number | undefined, now: number): string => {
  const lima = new Date(now - LIMA_OFFSET_MS + (seconds ?? 0) * 1000)
  const isBefore = seconds === undefined || lima.getUTCDate() > 15
  const month = lima.getUTCMonth() + (isBefore ? 1 : 0)
  return formatDate(new Date(Date.UTC(lima.getUTCFullYear(), month, 1)).toISOString().slice(0, 10))
}
