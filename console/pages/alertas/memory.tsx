import { useState } from 'preact/hooks'
import type { Decision } from '../../client.ts'
import { formatDate, formatMoment } from '../../format.ts'
import { editionsByList } from '../../lists.ts'
import { DECISIONS, REASONS } from '../../words/watch.ts'
import { Compared, Entries } from './sides.tsx'

const STATES: Readonly<Record<Decision['estado'], string>> = {
  vigente: 'vigente',
  propuesta: 'propuesta: falta otra persona',
  reemplazada: 'ya no rige',
}

/** What was decided before, by whom and why, and what the person had before them. The newest first. */
export const Memory = ({ decisions }: { decisions: readonly Decision[] }) => (
  <section class="card" aria-labelledby="decisiones">
    <h2 id="decisiones">Decisiones</h2>
    {decisions.length === 0 && <p class="quiet-text">Nadie ha decidido todavía.</p>}
    <ol class="memory">
      {decisions.toReversed().map((one) => (
        <li key={one.fecha}>
          <p>
            <strong>{DECISIONS[one.decision].done}</strong> ({STATES[one.estado]}) por {one.persona}
            {one.confirma && ` y ${one.confirma}`}, {formatMoment(one.fecha)}
          </p>
          <p>
            {REASONS[one.motivo]}
            {one.nota && `: «${one.nota}»`}
            {one.venceEl && `. Vale hasta el ${formatDate(one.venceEl)}`}
          </p>
          <Seen seen={one.visto} />
        </li>
      ))}
    </ol>
  </section>
)

const Seen = ({ seen }: { seen: Decision['visto'] }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="seen" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Lo que tenía a la vista</summary>
      {isOpen && (
        <>
          <p class="quiet-text">
            Ediciones {editionsByList(seen.ediciones) || 'sin nombrar'}; reglas {seen.politica}.
          </p>
          <Compared alert={seen} />
          <Entries party={seen.parte} />
        </>
      )}
    </details>
  )
}
