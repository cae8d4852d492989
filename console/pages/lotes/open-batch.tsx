import { useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import type { ChasquiError } from '../../client.ts'
import { useIsShown } from '../../is-shown.ts'
import { goTo, type Question } from '../../navigation.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useSession } from '../../session.ts'
import { Asking } from '../../states/asking.tsx'
import { Message } from '../../states/message.tsx'
import { isOpen } from './batch.ts'
import { BatchFailed } from './batch-failed.tsx'
import { Changes } from './changes/changes.tsx'
import { Progress } from './progress.tsx'
import { Results } from './results/results.tsx'
import { Steps } from './steps.tsx'
import { useBatch } from './use-batch.ts'

interface OpenBatchProps {
  id: string
  question: Question
  onRemoved(words: string): void
}

/** Steps 4 and 5: a batch under way, or its results. */
export const OpenBatch = ({ id, question, onRemoved }: OpenBatchProps) => {
  const { client } = useSession()
  const { batch, seen, error, retry } = useBatch(id)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<ChasquiError | null>(null)
  const isShown = useIsShown()
  const isRunning = batch !== null && isOpen(batch)

  const remove = async (): Promise<void> => {
    setAsking(false)
    try {
      await client.lotes.borrar(id)
      if (isShown()) onRemoved(isRunning ? 'Lote cancelado y borrado.' : 'Lote borrado.')
    } catch (cause) {
      setFailure(asChasquiError(cause))
    }
  }

  return (
    <>
      <h1>Lotes</h1>
      <Steps at={batch?.estado === 'terminado' ? 'Resultados' : 'Progreso'} />
      {!batch && !error && <Asking rows={6} />}
      {error && (
        <>
          <BatchFailed error={error} retry={retry} />
          {!batch && (
            <div class="actions">
              <button type="button" onClick={() => goTo('/lotes')}>
                Ver los lotes
              </button>
            </div>
          )}
        </>
      )}
      {failure && <BatchFailed error={failure} />}
      {isRunning && <Progress batch={batch} seen={seen} onCancel={() => setAsking(true)} />}
      {batch?.estado === 'cancelado' && <Message kind="warn">Este lote fue cancelado y no tiene resultado.</Message>}
      {batch?.estado === 'terminado' && question.comparar && <Changes batch={batch} question={question} />}
      {batch?.estado === 'terminado' && !question.comparar && (
        // One that went on is another result.
        <Results
          key={batch.terminado}
          batch={batch}
          question={question}
          onGoingOn={retry}
          onRemove={() => setAsking(true)}
        />
      )}
      {isAsking && (
        <Dialog title={isRunning ? '¿Cancelar el lote?' : '¿Borrar el lote?'} onClose={() => setAsking(false)}>
          <p>
            {isRunning
              ? 'Se detiene y se borra todo, también lo ya revisado, que queda cobrado.'
              : 'Se borran el archivo y sus resultados. No se pueden recuperar: descárguelos antes si los necesita.'}
          </p>
          <div class="actions dialog-actions">
            <button type="button" class="primary" onClick={() => void remove()}>
              {isRunning ? 'Sí, cancelar' : 'Sí, borrar ahora'}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              No, conservar
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
