import { useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import type { ChasquiError, Lote } from '../../client.ts'
import { count } from '../../format.ts'
import { goTo, type Question } from '../../navigation.ts'
import { useSession } from '../../session.ts'
import { Message } from '../../states/message.tsx'
import { BatchFailed } from './batch-failed.tsx'

interface BatchActionsProps {
  batch: Lote
  question: Question
  /** The batch goes on with what was not checked. */
  onGoingOn(): void
}

/** What can be done with a finished batch beside looking at it: go on with what is left, and compare it. */
export const BatchActions = ({ batch, question, onGoingOn }: BatchActionsProps) => {
  const { client } = useSession()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<ChasquiError | null>(null)
  const goOn = async (): Promise<void> => {
    setSending(true)
    setError(null)
    try {
      await client.lotes.continuar(batch.id)
      onGoingOn()
    } catch (failure) {
      setError(asChasquiError(failure))
    }
    setSending(false)
  }
  const { pendientes, detenidoPor } = batch
  return (
    <div class="batch-actions no-print">
      {pendientes > 0 && (
        <Message kind="warn">
          {detenidoPor === 'cuota' ? 'Cuota agotada: ' : ''}
          {count(pendientes, 'fila se puede revisar todavía', 'filas se pueden revisar todavía')}.
          <small>Se pregunta solo por lo no revisado, y solo eso se cobra. Lo demás queda como está.</small>
        </Message>
      )}
      <div class="actions">
        {pendientes > 0 && (
          <button type="button" class="primary" disabled={isSending} onClick={() => void goOn()}>
            Revisar solo lo no revisado
          </button>
        )}
        <button type="button" onClick={() => goTo('/lotes', { ...question, comparar: 'elegir' })}>
          Comparar con un resultado anterior
        </button>
      </div>
      {error && <BatchFailed error={error} />}
    </div>
  )
}
