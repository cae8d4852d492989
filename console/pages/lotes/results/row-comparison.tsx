import { useQuestion } from '../../../ask.ts'
import type { CoincidenciaLista } from '../../../client.ts'
import { isoDate } from '../../../format.ts'
import { editionWords } from '../../../lists.ts'
import { Link } from '../../../parts/link.tsx'
import { ComparisonTable } from '../../../parts/screening/comparison-table.tsx'
import { Asking } from '../../../states/asking.tsx'
import { Failed } from '../../../states/failed.tsx'
import { Message } from '../../../states/message.tsx'
import { LIST_NAMES, matchWords } from '../../../words/screening.ts'
import type { AskedRow } from './asked-row.ts'

/** The comparison of Revisar for one row: asked anew, because a result keeps only the best match. */
export const RowComparison = ({ row }: { row: AskedRow }) => {
  const { nombre, documento, nacimiento, pais } = row
  const query = {
    nombre,
    ...(documento && { documento: documento.replaceAll(/[\s.]/g, '') }),
    ...(nacimiento && { nacimiento: isoDate(nacimiento) }),
    ...(pais && { pais }),
  }
  const asked = useQuestion(query, (client, one, signal) => client.aml({ ...one, detalle: true }, { signal }))
  return (
    <section class="row-comparison" aria-label="Comparación">
      {asked.state === 'asking' && <Asking rows={6} />}
      {asked.state === 'failed' && <Failed error={asked.error} retry={asked.retry} list="us" />}
      {asked.state === 'answered' && asked.answer.data.matches.length === 0 && (
        <Message kind="none">Sin coincidencias en las ediciones {editionWords(asked.answer.meta.fuentes)}.</Message>
      )}
      {asked.state === 'answered' && asked.answer.data.matches.length > 0 && (
        <>
          <div role="status">
            <h3>{matchWords(asked.answer.data.matches, asked.answer.data.truncado === true)}</h3>
          </div>
          {asked.answer.data.matches.map((match, at) => (
            <Match key={`${match.fuente} ${match.referencia} ${at}`} match={match} isFirst={at === 0} />
          ))}
          <p>
            <Link to="/revisar" question={query}>
              Abrir en Revisar
            </Link>{' '}
            <span class="quiet-text">Con la ficha completa y la constancia.</span>
          </p>
        </>
      )}
    </section>
  )
}

const Match = ({ match, isFirst }: { match: CoincidenciaLista; isFirst: boolean }) => (
  <details class="card row-match" open={isFirst}>
    <summary>
      <strong>{match.nombre}</strong> {LIST_NAMES[match.fuente]}
      {match.programa && `, ${match.programa}`} · {match.coincidencia === 'exacto' ? 'exacta' : 'parcial'}, puntaje{' '}
      {match.puntaje}
    </summary>
    <ComparisonTable reasons={match.motivos ?? []} />
  </details>
)
