import { SCREENED } from '../../lists.ts'
import { replaceQuestion } from '../../navigation.ts'
import { type Party, ScreenedParty } from '../../parts/screening/screened-party.tsx'
import { useScreening } from '../../parts/screening/use-screening.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { Asking } from '../../states/asking.tsx'
import { Failed } from '../../states/failed.tsx'
import { StaleNote } from '../../states/stale-note.tsx'

interface ListedProps {
  dni: string
  /** The name of the DNI's holder; null where nobody could tell it. */
  name: string | null
  isOpen: boolean
}

/** The holder of a DNI on the sanctions lists, by document and by name. Asked for on request: it is a question of its own. */
export const Listed = ({ dni, name, isOpen }: ListedProps) => {
  const party: Party = { documento: dni, ...(name && { nombre: name, tipo: 'persona' as const }) }
  const { asked } = useScreening(isOpen ? party : null)
  return (
    <section class="companies" aria-labelledby="listas">
      <h2 id="listas">Listas de sanciones</h2>
      {asked.state === 'idle' && (
        <p>
          <button type="button" onClick={() => replaceQuestion({ dni, listas: '1' })}>
            Revisar este DNI en las listas
          </button>
        </p>
      )}
      {asked.state === 'asking' && <Asking rows={3} />}
      {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} list={SCREENED[0]} />}
      {asked.state === 'answered' && (
        <>
          <StaleNote lists={SCREENED} />
          <ScreenedParty answer={asked.answer} party={party} />
          <SourceLine meta={asked.answer.meta} />
        </>
      )}
    </section>
  )
}
