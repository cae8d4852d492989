import { type ListId, staleLists } from '../lists.ts'
import { useSession } from '../session.ts'
import { Message } from './message.tsx'

/** The note above every result that rests on a list past its cadence. Nothing when all are fresh. */
export const StaleNote = ({ lists }: { lists: readonly ListId[] }) => {
  const { health } = useSession()
  const stale = staleLists(health, lists)
  if (stale.length === 0) return null
  return (
    <Message kind="warn">
      {stale.map(({ id, name, edition, age, isCopy }) => (
        <span key={id} class="stale-list">
          {name} {isCopy ? 'de un archivo de' : 'sin actualizar desde'} {age}
          {edition && ` (edición ${edition})`}. Puede faltar lo publicado después.{' '}
        </span>
      ))}
    </Message>
  )
}
