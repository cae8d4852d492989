import type { Lote } from '../../client.ts'
import { formatNumber } from '../../format.ts'
import { hitWords, rowsPerSecond, type Seen, speedWords, timeLeftWords } from './batch.ts'

interface ProgressProps {
  batch: Lote
  seen: readonly Seen[]
  onCancel(): void
}

/** How often a screen reader is told, in hundredths of the way. */
const TOLD_EACH = 25

/** Step 4: how far the batch is. The page can be left: the batch goes on and is found again in the list. */
export const Progress = ({ batch, seen, onCancel }: ProgressProps) => {
  const { estado, filas, procesadas, conCoincidencia, noRevisadas } = batch
  const percent = filas === 0 ? 0 : Math.floor((procesadas * 100) / filas)
  const perSecond = rowsPerSecond(seen)
  const words = estado === 'en_cola' ? 'En cola: empieza cuando le toque el turno.' : `${percent} %`
  return (
    <section class="progress card" aria-labelledby="progreso">
      <h2 id="progreso">Progreso</h2>
      <progress max={filas} value={procesadas} aria-labelledby="progreso">
        {percent} %
      </progress>
      <p class="progress-words">
        <strong>{words}</strong>
        <span>
          {formatNumber(procesadas)} de {formatNumber(filas)} filas
        </span>
        <span>{perSecond !== null && speedWords(perSecond)}</span>
        <span>{perSecond !== null && timeLeftWords(filas - procesadas, perSecond)}</span>
      </p>
      <p class="quiet-text">
        Hasta ahora: {hitWords(batch.tipo, formatNumber(conCoincidencia))}, {formatNumber(noRevisadas)} sin revisar.
        Puede salir de esta página: el lote sigue y estará en la lista de Lotes.
      </p>
      <p class="unseen" role="status">
        {estado === 'en_cola' ? words : `${percent - (percent % TOLD_EACH)} % del lote`}
      </p>
      <div class="actions">
        <button type="button" onClick={onCancel}>
          Cancelar
        </button>
      </div>
    </section>
  )
}
