import { useState } from 'preact/hooks'
import { asChasquiError } from '../../../ask.ts'
import type { ChasquiError, Lote } from '../../../client.ts'
import { reviewedName } from '../../../figures/workbook.ts'
import { useCertificate } from '../../../parts/certificate/use-certificate.tsx'
import { saveFile } from '../../../parts/download-button.tsx'
import { useSession } from '../../../session.ts'
import { BatchFailed } from '../batch-failed.tsx'

const FORMATS = [
  ['xlsx', 'Descargar XLSX'],
  ['csv', 'Descargar CSV'],
  ['json', 'Descargar JSON'],
] as const

interface DownloadsProps {
  batch: Lote
  onPrint(): void
  onCompare(): void
}

/** The result as a file, on paper, certified, or beside an earlier one. */
export const Downloads = ({ batch, onPrint, onCompare }: DownloadsProps) => {
  const { client } = useSession()
  const [fetching, setFetching] = useState<string | null>(null)
  const [error, setError] = useState<ChasquiError | null>(null)
  const certificate = useCertificate(batch.id, () => client.lotes.constancia(batch.id), 'No consumió unidades.')
  const download = async (formato: (typeof FORMATS)[number][0]): Promise<void> => {
    setFetching(formato)
    setError(null)
    try {
      const name = reviewedName(batch.archivo, formato, `lote-${batch.id}`)
      saveFile(name, new Blob([await client.lotes.resultado(batch.id, { formato })]))
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
        <button type="button" onClick={onPrint}>
          Imprimir
        </button>
        {certificate.button}
        <button type="button" onClick={onCompare}>
          Comparar con un resultado anterior
        </button>
      </div>
      {certificate.panel}
      {error && <BatchFailed error={error} />}
    </>
  )
}
