import { QuotaError, type VistaDeLote } from '../../client.ts'
import { count, formatNumber } from '../../format.ts'
import { listAges } from '../../lists.ts'
import { useSession } from '../../session.ts'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { StaleNote } from '../../states/stale-note.tsx'
import { type BatchKind, KINDS } from './batch.ts'

interface CostProps {
  preview: VistaDeLote
  kind: BatchKind
  isReady: boolean
  isStarting: boolean
  onStart(): void
}

const SPENT = new QuotaError('Cuota agotada', { codigo: 'cuota_agotada', status: 429 })

/** Step 3: what the batch can cost at most, and what the account has. */
export const Cost = ({ preview, kind, isReady, isStarting, onStart }: CostProps) => {
  const { filas, unidades, unidadesDisponibles: left, falta } = preview
  const isSpent = left === 0 && unidades > 0
  return (
    <section class="cost" aria-labelledby="costo">
      <h2 id="costo">Costo</h2>
      <dl class="figures">
        <div>
          <dt>Filas</dt>
          <dd>{formatNumber(filas)}</dd>
        </div>
        <div>
          <dt>Unidades, como máximo</dt>
          <dd>{falta ? '—' : formatNumber(unidades)}</dd>
        </div>
        <div>
          <dt>Unidades disponibles</dt>
          <dd>{formatNumber(left)}</dd>
        </div>
      </dl>
      <StaleNote lists={KINDS[kind].lists} />
      <MissingLists kind={kind} />
      {isSpent && <Failed error={SPENT} />}
      {!isSpent && !falta && unidades > left && (
        <Message kind="warn">
          Las unidades no alcanzan: {left === 1 ? 'queda' : 'quedan'} {count(left, 'unidad', 'unidades')} y el lote
          puede necesitar {formatNumber(unidades)}. Las filas que no alcancen quedarán como «No revisado».
        </Message>
      )}
      {!falta && unidades === 0 && (
        <Message kind="warn">Ninguna fila se puede revisar: corrija las columnas o el archivo.</Message>
      )}
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={!isReady || isSpent || falta !== null || unidades === 0}
          onClick={onStart}
        >
          {isStarting ? 'Enviando…' : 'Empezar'}
        </button>
        <p class="quiet-text">Solo se cobra lo que se revisa.</p>
      </div>
    </section>
  )
}

/** A list that was never loaded cannot say "no". */
const MissingLists = ({ kind }: { kind: BatchKind }) => {
  const { health } = useSession()
  const missing = health
    ? listAges(health).filter(
        ({ id, state, isLeftOut }) => state === 'missing' && !isLeftOut && KINDS[kind].lists.includes(id),
      )
    : []
  if (missing.length === 0) return null
  return (
    <Message kind="bad">
      Lista todavía sin cargar: no se puede revisar.
      <small>{missing.map(({ words }) => words).join('. ')}. Sus filas quedarían como «No revisado».</small>
    </Message>
  )
}
