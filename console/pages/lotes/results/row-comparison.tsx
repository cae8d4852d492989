import { useQuestion } from '../../../ask.ts'
import type { AmlRespuesta, CoincidenciaLista } from '../../../client.ts'
import { isoDate } from '../../../format.ts'
import { editionWords } from '../../../lists.ts'
import { Link } from '../../../parts/link.tsx'
import { ComparisonTable } from '../../../parts/screening/comparison-table.tsx'
import { Holder, MatchChips } from '../../../parts/screening/match-chips.tsx'
import { NamedParties } from '../../../parts/screening/named-parties.tsx'
import type { Question } from '../../../question.ts'
import { Asking } from '../../../states/asking.tsx'
import { Failed } from '../../../states/failed.tsx'
import { Message } from '../../../states/message.tsx'
import { compactDocument } from '../../../words/document.ts'
import { LIST_NAMES, outcomeOf } from '../../../words/screening.ts'
import type { AskedRow } from './asked-row.ts'

/** The comparison of Revisar for one row: asked anew, because a result keeps only the best match. */
export const RowComparison = ({ row }: { row: AskedRow }) => {
  const { nombre, documento, nacimiento, pais } = row
  const query = {
    ...(nombre && { nombre }),
    ...(documento && { documento: compactDocument(documento) }),
    ...(nacimiento && { nacimiento: isoDate(nacimiento) }),
    ...(pais && { pais }),
  }
  const asked = useQuestion(query, (client, one, signal) => client.aml({ ...one, detalle: true }, { signal }))
  return (
    <section class="row-comparison" aria-label="Comparación">
      {asked.state === 'asking' && <Asking rows={6} />}
      {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} list="us" />}
      {asked.state === 'answered' && <Compared answer={asked.answer} question={query} />}
    </section>
  )
}

const Compared = ({ answer, question }: { answer: AmlRespuesta; question: Question }) => {
  const { matches } = answer.data
  const { sentence, note, isReserved } = outcomeOf(answer.data, answer.aviso, editionWords(answer.meta.fuentes))
  return (
    <>
      {matches.length === 0 ? (
        <Message kind={isReserved ? 'warn' : 'none'}>
          {sentence}
          {note && <small>{note}</small>}
        </Message>
      ) : (
        <>
          <div role="status">
            <h3>{sentence}</h3>
          </div>
          {note && <Message kind="warn">{note}</Message>}
          {matches.map((match, at) => (
            <Match key={`${match.fuente} ${match.referencia} ${at}`} match={match} isFirst={at === 0} />
          ))}
        </>
      )}
      <NamedParties answer={answer.data} />
      <p>
        <Link to="/revisar" question={question}>
          Abrir en Revisar
        </Link>{' '}
        <span class="quiet-text">Con la ficha completa y la constancia.</span>
      </p>
    </>
  )
}

const Match = ({ match, isFirst }: { match: CoincidenciaLista; isFirst: boolean }) => (
  <details class="card row-match" open={isFirst}>
    <summary>
      <strong>{match.nombre}</strong> {LIST_NAMES[match.fuente]}
      {match.programa && `, ${match.programa}`} · puntaje {match.puntaje} <MatchChips match={match} />
      <Holder match={match} />
    </summary>
    <ComparisonTable reasons={match.motivos ?? []} />
  </details>
)
