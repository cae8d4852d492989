import type { CoincidenciaLista } from '../../client.ts'
import { hasSameDocument } from '../../words/screening.ts'

interface MatchChipsProps {
  match: Pick<CoincidenciaLista, 'coincidencia' | 'motivos'>
  /** "Coincidencia exacta" where no head says what it is. */
  isWhole?: boolean
}

/** How a hit matched. An equal document is told loudest: it is that party, whatever the names say. */
export const MatchChips = ({ match, isWhole = false }: MatchChipsProps) => {
  const words = match.coincidencia === 'exacto' ? 'exacta' : 'parcial'
  return (
    <span class="chips">
      <span class={`chip chip-${match.coincidencia}`}>
        {isWhole ? `Coincidencia ${words}` : words.charAt(0).toUpperCase() + words.slice(1)}
      </span>
      {hasSameDocument(match) && <span class="chip chip-documento">Documento igual</span>}
    </span>
  )
}

/** Which of several holders it is about; nothing where one was asked. */
export const Holder = ({ match: { titular } }: { match: CoincidenciaLista }) =>
  titular ? <small class="holder">Titular: {titular}</small> : null
