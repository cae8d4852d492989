import type { ChasquiError } from '../../client.ts'
import { sourceName } from '../../client.ts'
import { editionInService } from '../../lists.ts'
import { useSession } from '../../session.ts'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { StaleNote } from '../../states/stale-note.tsx'
import { sourceState } from '../../words/source.ts'

interface NobodyFoundProps {
  error: ChasquiError
  retry(): void
  isByDni: boolean
}

/** Why there is no person: nobody has that name or number, or it could not be found out. */
export const NobodyFound = ({ error, retry, isByDni }: NobodyFoundProps) => {
  const { health } = useSession()
  if (error.kind === 'not-found') {
    const edition = editionInService(health, 'padron')
    return (
      <>
        <StaleNote lists={['padron']} />
        <Message kind="none">
          No figura en el padrón{edition ? `, edición ${edition}` : ''}.
          <small>
            {isByDni
              ? 'Tampoco lo tienen las demás fuentes consultadas.'
              : 'Ninguna persona con RUC tiene ese nombre. Quien no tiene RUC solo se encuentra por DNI.'}
          </small>
        </Message>
      </>
    )
  }
  return (
    <>
      <Failed error={error} retry={retry} />
      {(error.kind === 'source' || error.kind === 'captcha') && isByDni && <SourceStates />}
    </>
  )
}

const DNI_SOURCES = ['taxauth-scraper', 'public-dni-directory', 'aggregator-a', 'aggregator-b'] as const

/** Who knows people by DNI, and how each of them is. */
const SourceStates = () => {
  const { health } = useSession()
  if (!health) return null
  return (
    <section class="source-states" aria-labelledby="fuentes-dni">
      <h3 id="fuentes-dni">Fuentes de esta consulta</h3>
      <dl>
        {DNI_SOURCES.map((id) => {
          const [tone, words] = sourceState(health.providers[id])
          return (
            <div key={id}>
              <dt>{sourceName(id, 'live')}</dt>
              <dd class={`tone-text tone-${tone}`}>{words}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
