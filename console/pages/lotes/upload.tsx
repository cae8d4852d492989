import { useEffect, useState } from 'preact/hooks'
import { useIsShown } from '../../is-shown.ts'
import { BASE, replaceQuestion } from '../../navigation.ts'
import { FileDrop } from '../../parts/file-drop.tsx'
import { Link } from '../../parts/link.tsx'
import { Message } from '../../states/message.tsx'
import { type BatchKind, KIND_IDS, KINDS } from './batch.ts'

interface UploadProps {
  onFile(file: File, kind: BatchKind): void
  /** True when the sample file is wanted at once. */
  isSample: boolean
  /** True when the file's rows are put under watch. */
  isForWatch: boolean
}

/** Step 1: what is to be checked, and the file. */
export const Upload = ({ onFile, isSample, isForWatch }: UploadProps) => {
  const [kind, setKind] = useState<BatchKind>(isForWatch ? 'vigilados' : 'aml')
  const [isFetching, setFetching] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()

  const takeSample = async (): Promise<void> => {
    setFetching(true)
    setProblem(null)
    try {
      const reply = await fetch(`${BASE}muestras/lote.csv`)
      if (!reply.ok) throw new Error(String(reply.status))
      const file = new File([await reply.blob()], 'lote.csv', { type: 'text/csv' })
      if (isShown()) onFile(file, kind)
    } catch {
      setProblem('Sin conexión con el servicio.')
    }
    setFetching(false)
  }
  useEffect(() => {
    if (!isSample) return
    // "Back" leads to this step, not to the sample again.
    replaceQuestion(null)
    void takeSample()
  }, [isSample])

  return (
    <section class="upload" aria-label="Subir un archivo">
      {isForWatch ? (
        <div>
          <h2>Poner bajo vigilancia</h2>
          <p>{KINDS.vigilados.does} Cuesta una unidad cada uno, y una cada mes que siga.</p>
          <p>
            <Link to="/vigilancia">Volver a Vigilancia</Link>
          </p>
        </div>
      ) : (
        <fieldset class="kinds">
          <legend>¿Qué se revisa de cada fila?</legend>
          {KIND_IDS.map((id) => (
            <label key={id} class="kind">
              <input type="radio" name="tipo" value={id} checked={kind === id} onChange={() => setKind(id)} />
              <span class="kind-name">{KINDS[id].name}</span>
              <span class="kind-does">{KINDS[id].does}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div class="upload-file">
        <FileDrop
          button="Elegir archivo"
          accept=".csv,.tsv,.txt,.xlsx,.xls,.json,.zip,.xml,.html"
          isBusy={isFetching}
          onFile={(file) => onFile(file, kind)}
        >
          <p>
            O arrástrelo hasta aquí. Excel (XLSX), CSV o JSON, como sale de su sistema; también el registro de compras.
          </p>
          <p class="quiet-text">Antes de empezar verá las columnas y el costo. El archivo se borra solo al vencer.</p>
        </FileDrop>
        {problem && <Message kind="bad">{problem}</Message>}
        <p class="sample-files">
          Archivo de muestra, con clientes inventados:{' '}
          <a href={`${BASE}muestras/lote.csv`} download="lote.csv">
            CSV
          </a>{' '}
          <a href={`${BASE}muestras/lote.xlsx`} download="lote.xlsx">
            XLSX
          </a>{' '}
          <button type="button" class="link" disabled={isFetching} onClick={() => void takeSample()}>
            Probar con la muestra
          </button>
        </p>
      </div>
    </section>
  )
}
