import type { CoincidenciaLista, Meta, ParteVinculados, Vinculado } from '../../client.ts'
import { count } from '../../format.ts'
import { Link } from '../../parts/link.tsx'
import { MatchChips } from '../../parts/screening/match-chips.tsx'
import { ListAndPrograms } from '../../parts/screening/programs.tsx'
import { Message } from '../../states/message.tsx'
import { sentence } from '../../words/sentence.ts'
import { PartCard } from './part-card.tsx'

/** More do not fit the printed page. */
const PRINTED = 2
/** The best matches of one person; Revisar shows all of them. */
const SHOWN = 3

/** Partners, representatives and board that the supplier declared, each compared with the lists. */
export const PeopleCard = ({ part, meta }: { part: ParteVinculados | undefined; meta: Meta<string> }) => (
  <PartCard
    id="vinculados"
    title="Personas vinculadas"
    lists={['vinculados']}
    sources={['procurement-people']}
    {...{ part, meta }}
  >
    {({ hallazgos, motivo }) => (
      <>
        {hallazgos.length === 0 ? (
          <Message kind="none">
            Sin coincidencias de las personas declaradas.
            <small>{sentence(motivo)}</small>
          </Message>
        ) : (
          <>
            <p class="tone-text tone-bad">
              <strong>{count(hallazgos.length, 'persona vinculada', 'personas vinculadas')} con coincidencias.</strong>{' '}
              Una coincidencia no identifica a nadie: hay que compararla.
            </p>
            <ol class="sanctions">
              {hallazgos.map((one, at) => (
                <Person key={`${one.nombre} ${at}`} person={one} isPrinted={at < PRINTED} />
              ))}
            </ol>
            {hallazgos.length > PRINTED && <p class="on-paper">Y {hallazgos.length - PRINTED} más, en pantalla.</p>}
            <p class="quiet-text">{sentence(motivo)}</p>
          </>
        )}
      </>
    )}
  </PartCard>
)

const ROLES: Readonly<Record<Vinculado['roles'][number], string>> = {
  socio: 'socio',
  representante: 'representante',
  organo: 'órgano de administración',
}

const Person = ({ person, isPrinted }: { person: Vinculado; isPrinted: boolean }) => (
  <li class={isPrinted ? undefined : 'no-print'}>
    <p>
      <strong class="hit-name">{person.nombre}</strong>
    </p>
    <p class="quiet-text">
      {[...person.roles.map((role) => ROLES[role]), person.cargo, person.documento && `documento ${person.documento}`]
        .filter(Boolean)
        .join(', ')}
    </p>
    {person.coincidencias.slice(0, SHOWN).map((match, at) => (
      <Match key={`${match.fuente} ${match.referencia} ${at}`} match={match} />
    ))}
    {person.coincidencias.length > SHOWN && <p>Y {person.coincidencias.length - SHOWN} más en Revisar.</p>}
    <p class="no-print">
      <Link to="/revisar" question={{ nombre: person.nombre }}>
        Comparar en Revisar
      </Link>
    </p>
  </li>
)

const Match = ({ match }: { match: CoincidenciaLista }) => (
  <p class="linked-match">
    <MatchChips match={match} /> {match.nombre}, <ListAndPrograms {...match} />
  </p>
)
