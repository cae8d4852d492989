import { useFreeQuestion } from '../../../ask.ts'
import type { FilaDeLote } from '../../../client.ts'
import { formatDate, joinWords } from '../../../format.ts'
import { SCREENED } from '../../../lists.ts'
import { useCertificate } from '../../../parts/certificate/use-certificate.tsx'
import { Link } from '../../../parts/link.tsx'
import { ComparisonTable } from '../../../parts/screening/comparison-table.tsx'
import { Holder, MatchChips } from '../../../parts/screening/match-chips.tsx'
import { NamedParties } from '../../../parts/screening/named-parties.tsx'
import { PartyLists } from '../../../parts/screening/programs.tsx'
import type { Question } from '../../../question.ts'
import { useSession } from '../../../session.ts'
import { Asking } from '../../../states/asking.tsx'
import { Failed } from '../../../states/failed.tsx'
import { Message } from '../../../states/message.tsx'
import { type MatchedParty, matchedParties } from '../../../words/parties.ts'
import { outcomeOf } from '../../../words/screening.ts'
import { sentence } from '../../../words/sentence.ts'
import { editionsIn, type ResultRow } from './result-rows.ts'

type Comparison = FilaDeLote['comparaciones'][number]

/** The comparison of Revisar for one row, with the questions as the batch put them. */
export const RowComparison = ({ id, row: { number } }: { id: string; row: ResultRow }) => {
  const asked = useFreeQuestion({ id, number }, (client, one, signal) =>
    client.lotes.fila(one.id, one.number, { signal }),
  )
  if (asked.state === 'asking') return <Asking rows={6} />
  if (asked.state === 'failed') return <Failed error={asked.error} retry={asked.retry} list={SCREENED[0]} />
  if (asked.state === 'idle') return null
  const { data, aviso } = asked.answer
  const { nombres, documento, nacimiento, pais } = data.consultado
  const [nombre = ''] = nombres
  return (
    <section class="row-comparison" aria-label="Comparación">
      {aviso && <Message kind="warn">{sentence(aviso)}</Message>}
      {data.comparaciones.map((one, at) => (
        <Compared key={at} comparison={one} isOnly={data.comparaciones.length === 1} />
      ))}
      {data.comparaciones.length === 0 && <ToRevisar question={{ nombre, documento, nacimiento, pais }} />}
    </section>
  )
}

const Compared = ({ comparison, isOnly }: { comparison: Comparison; isOnly: boolean }) => {
  const { consulta, respuesta, ediciones, aviso } = comparison
  const { client } = useSession()
  const certificate = useCertificate(JSON.stringify(consulta), () =>
    client.aml({ ...consulta, detalle: true, constancia: true } as never),
  )
  const parties = matchedParties(respuesta.matches)
  const matches = parties.map(({ match }) => match)
  const outcome = outcomeOf({ ...respuesta, matches }, aviso, editionsIn([ediciones]))
  const isNone = respuesta.matches.length === 0
  return (
    <>
      <div role="status">
        <h3>{isOnly ? outcome.sentence : `${consulta.nombre ?? consulta.documento}: ${outcome.sentence}`}</h3>
      </div>
      <p class="quiet-text">{askedWords(consulta)}</p>
      {outcome.note && <Message kind={isNone && !outcome.isReserved ? 'none' : 'warn'}>{outcome.note}</Message>}
      {parties.map((party, at) => (
        <Match key={`${party.match.fuente} ${party.match.referencia} ${at}`} party={party} isFirst={at === 0} />
      ))}
      <NamedParties answer={respuesta} />
      <div class="actions no-print">
        {certificate.button}
        <ToRevisar question={consulta} />
      </div>
      {certificate.panel}
    </>
  )
}

/** "Se preguntó por «…», documento 07552116, nacimiento 08/07/1957 y país PE". */
const askedWords = ({ nombre, documento, nacimiento, pais }: Comparison['consulta']): string => {
  const told: readonly (readonly [words: string, value: string | undefined])[] = [
    ['', nombre && `«${nombre}»`],
    ['documento ', documento],
    ['nacimiento ', nacimiento && formatDate(nacimiento)],
    ['país ', pais],
  ]
  return `Se preguntó por ${joinWords(told.flatMap(([words, value]) => (value ? `${words}${value}` : [])))}.`
}

/** The form of Revisar with what the batch asked. */
const ToRevisar = ({ question: { nacimiento = '', ...rest } }: { question: Comparison['consulta'] }) => {
  const filled = Object.entries({ ...rest, nacimiento: formatDate(nacimiento) }).filter(([, value]) => value)
  return (
    <p>
      <Link to="/revisar" question={Object.fromEntries(filled) as Question}>
        Abrir en Revisar
      </Link>{' '}
      <span class="quiet-text">La constancia y Revisar preguntan de nuevo: cuestan una unidad.</span>
    </p>
  )
}

const Match = ({ party, isFirst }: { party: MatchedParty; isFirst: boolean }) => (
  <details class="card row-match" open={isFirst}>
    <summary>
      <strong>{party.match.nombre}</strong> <PartyLists party={party} /> · puntaje {party.match.puntaje}{' '}
      <MatchChips match={party.match} />
      <Holder match={party.match} />
    </summary>
    <ComparisonTable reasons={party.match.motivos ?? []} />
  </details>
)
