import { useState } from 'preact/hooks'
import { asChasquiError } from '../../../ask.ts'
import type { ChasquiError, Lote } from '../../../client.ts'
import { saveFile } from '../../../parts/download-button.tsx'
import { useSession } from '../../../session.ts'
import { BatchFailed } from '../batch-failed.tsx'

const FORMATS = [
  ['xlsx', 'Descargar XLSX'],
  ['csv', 'Descargar CSV'],
  ['json', 'Descargar JSON'],
] as const

/** The result as a file, and the end of the batch. */
export const Downloads = ({ batch, onRemove }: { batch: Lote; onRemove(): void }) => {
  const { client } = useSession()
  const [fetching, setFetching] = useState<string | null>(null)
  const [error, setError] = useState<ChasquiError | null>(null)
  const download = async (formato: (typeof FORMATS)[number][0]): Promise<void> => {
    setFetching(formato)
    setError(null)
    try {
      saveFile(`lote-${batch.id}.${formato}`, new Blob([await client.lotes.resultado(batch.id, { formato })]))
    } catch (failure) {
      setError(asChasquiError(failure))
    }
    setFetching(null)
  }
  return (
    <>
      <div class="actions downloads">
        {FORMATS.map(([formato, words]) => (
          <button key={formato} type="button" disabled={fetching !== null} onClick={() => void download(formato)}>
            {words}
          </button>
        ))}
        <button type="button" class="quiet" onClick={onRemove}>
          Borrar ahora
        </button>
      </div>
      {error && <BatchFailed error={error} />}
    </>
  )
}
