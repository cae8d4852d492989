import { useLayoutEffect, useRef } from 'preact/hooks'
import type { AmlRespuesta } from '../../client.ts'
import { joinWords, listedDate } from '../../format.ts'
import { editionWords } from '../../lists.ts'
import type { Certificate } from '../../parts/certificate/use-certificate.tsx'
import { Holder, MatchChips } from '../../parts/screening/match-chips.tsx'
import { NamedParties } from '../../parts/screening/named-parties.tsx'
import { PartyLists } from '../../parts/screening/programs.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Message } from '../../states/message.tsx'
import { type MatchedParty, matchedParties } from '../../words/parties.ts'
import { LIST_NAMES, outcomeOf } from '../../words/screening.ts'

interface AnswerProps {
  answer: AmlRespuesta
  certificate: Certificate
  /** The parties that are named besides the hits are to be seen at once. */
  areNamedOpen: boolean
  /** The row that was open before. */
  focusAt: number | undefined
  onOpen(at: number): void
}

/** What was found: one sentence, then a table of hits. */
export const Answer = ({ answer, certificate, areNamedOpen, focusAt, onOpen }: AnswerProps) => {
  const { data, meta } = answer
  const sentence = useRef<HTMLHeadingElement>(null)
  // Whoever asked by keyboard or by ear goes on at the answer; on a phone it comes into view.
  useLayoutEffect(() => {
    if (focusAt === undefined) sentence.current?.focus()
  }, [data, focusAt])
  const isNone = data.matches.length === 0
  const parties = matchedParties(data.matches)
  const matches = parties.map(({ match }) => match)
  const outcome = outcomeOf({ ...data, matches }, answer.aviso, editionWords(meta.fuentes))
  return (
    <>
      <div class={`result-head ${isNone ? 'card' : ''} ${outcome.isReserved ? 'tone-warn' : ''}`} role="status">
        <div>
          <h2 ref={sentence} tabIndex={-1}>
            {outcome.sentence}
          </h2>
          {isNone && outcome.note && <p>{outcome.note}</p>}
        </div>
        {certificate.button}
      </div>
      {certificate.panel}
      {!isNone && outcome.note && <Message kind="warn">{outcome.note}</Message>}
      {data.titulares && <p>Se preguntó por cada titular: {joinWords(data.titulares)}.</p>}
      {!isNone && (
        <Table
          caption="Abra una fila para ver por qué coincide. El puntaje va de 0 a 100. Una coincidencia no es una decisión: compare antes de decidir."
          columns={COLUMNS}
          rows={parties}
          keyOf={({ match: { fuente, referencia }, at }) => `${fuente} ${referencia} ${at}`}
          onOpen={({ at }) => onOpen(at)}
          focusAt={focusAt === undefined ? undefined : parties.findIndex(({ at }) => at === focusAt)}
        />
      )}
      {data.listas && (
        <p class="quiet-text">Listas consultadas: {joinWords(data.listas.map((id) => LIST_NAMES[id]))}.</p>
      )}
      <NamedParties answer={data} isOpen={areNamedOpen} />
      <SourceLine meta={meta} />
    </>
  )
}

const countriesOf = ({ match: { ficha } }: MatchedParty): string =>
  [...new Set([...(ficha?.nacionalidades ?? []), ...(ficha?.paises ?? [])])].join('; ')

const COLUMNS: readonly Column<MatchedParty>[] = [
  { head: 'Puntaje', isFigure: true, cell: ({ match }) => match.puntaje },
  {
    head: 'Coincidencia',
    cell: ({ match }) => <MatchChips match={match} />,
  },
  {
    head: 'Nombre en la lista',
    opens: true,
    cell: ({ match }) => (
      <>
        {match.nombre}
        <Holder match={match} />
      </>
    ),
  },
  {
    head: 'Lista y programa',
    cell: (party) => <PartyLists party={party} />,
  },
  { head: 'Nacimiento', cell: ({ match: { ficha } }) => ficha?.nacimientos.map(listedDate).join('; ') || '–' },
  { head: 'País', cell: (row) => countriesOf(row) || '–' },
]
