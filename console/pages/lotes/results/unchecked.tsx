import { useState } from 'preact/hooks'
import { asChasquiError } from '../../../ask.ts'
import type { ChasquiError, Lote } from '../../../client.ts'
import { count } from '../../../format.ts'
import { useSession } from '../../../session.ts'
import { Message } from '../../../states/message.tsx'
import { BatchFailed } from '../batch-failed.tsx'
import type { ResultRow } from './result-rows.ts'

interface UncheckedProps {
  batch: Lote
  rows: readonly ResultRow[]
  /** The batch goes on with what was not checked. */
  onGoingOn(): void
}

/** How many rows were not checked, and the way to go on with those that can be. */
export const Unchecked = ({ batch: { id, tipo, pendientes, detenidoPor }, rows, onGoingOn }: UncheckedProps) => {
  const { client } = useSession()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<ChasquiError | null>(null)
  const goOn = async (): Promise<void> => {
    setSending(true)
    setError(null)
    try {
      await client.lotes.continuar(id)
      onGoingOn()
    } catch (failure) {
      setError(asChasquiError(failure))
    }
    setSending(false)
  }
  const feet = rows.filter(({ reserve }) => reserve === 'pie').length
  const unchecked = rows.filter(({ group }) => group === 'unchecked').length
  const footWords = feet > 0 ? `${count(feet, 'es un total o pie', 'son totales o pies')} de página.` : ''
  if (unchecked === 0) return null
  if (unchecked === feet) return <p class="quiet-text">De las no revisadas, {footWords}</p>
  const again = pendientes > 0 && (
    <button type="button" class="primary" disabled={isSending} onClick={() => void goOn()}>
      Revisar solo lo no revisado
    </button>
  )
  return (
    <>
      <Message kind="warn" actions={again}>
        {detenidoPor === 'cuota' && 'La cuota se agotó. '}
        {count(unchecked, 'fila no se revisó', 'filas no se revisaron')}: no significa que no tengan{' '}
        {tipo === 'compras' ? 'observaciones' : 'coincidencias'}. Cada una dice por qué. {footWords}
        {pendientes > 0 && (
          <small>
            {count(pendientes, 'se puede revisar todavía', 'se pueden revisar todavía')}: se pregunta solo por lo no
            revisado, y solo eso se cobra.
          </small>
        )}
      </Message>
      {error && <BatchFailed error={error} />}
    </>
  )
}
