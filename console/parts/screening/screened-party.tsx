import type { AmlParametros, AmlRespuesta } from '../../client.ts'
import { count } from '../../format.ts'
import { editionWords } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { Message } from '../../states/message.tsx'
import { type MatchedParty, matchedParties, namedIn } from '../../words/parties.ts'
import { hasSameDocument, outcomeOf } from '../../words/screening.ts'
import { Link } from '../link.tsx'
import { type Column, Table } from '../table.tsx'
import { Holder, MatchChips } from './match-chips.tsx'
import { PartyLists } from './programs.tsx'

/** Whom the lists were asked about, as Revisar takes it. */
export type Party = Pick<AmlParametros, 'nombre' | 'documento' | 'tipo'>

/** The best ones come first; Revisar shows all of them. */
const SHOWN = 5
/** The first ones, on paper; `proveedor.css` hides the others. */
const PRINTED = 3

/** What the lists say of a party that another page shows: the sentence, the first hits, and the way to Revisar. */
export const ScreenedParty = ({ answer, party }: { answer: AmlRespuesta; party: Party }) => {
  const { data, meta } = answer
  const parties = matchedParties(data.matches)
  const matches = parties.map(({ match }) => match)
  const [named] = namedIn(data)
  const { sentence, note, isReserved } = outcomeOf({ ...data, matches }, answer.aviso, editionWords(meta.fuentes))
  const question = party as Record<string, string>
  const isNone = matches.length === 0
  return (
    <>
      {isNone && (
        <Message kind={isReserved ? 'warn' : 'none'}>
          {sentence}
          {note && <small>{note}</small>}
        </Message>
      )}
      {!isNone && note && <Message kind="warn">{note}</Message>}
      {!isNone && (
        <>
          <p>
            <strong>{sentence}.</strong>{' '}
            {matches.some(hasSameDocument)
              ? 'El documento consultado es el de una parte listada.'
              : 'Una coincidencia no identifica a nadie: hay que compararla.'}
          </p>
          <Table
            caption="Coincidencias"
            columns={COLUMNS}
            rows={parties.slice(0, SHOWN)}
            keyOf={({ match: { fuente, referencia }, at }) => `${fuente} ${referencia} ${at}`}
            onOpen={({ at }) => goTo('/revisar', { ...question, abierta: String(at) })}
          />
          {matches.length > SHOWN && <p class="no-print">{moreWords(matches.length - SHOWN)}</p>}
          {matches.length > PRINTED && <p class="on-paper">{moreWords(matches.length - PRINTED)}</p>}
        </>
      )}
      <p class="no-print">
        <Link to="/revisar" question={named ? { ...question, nombradas: '1' } : question}>
          {named ? `Ver ${named.words}` : 'Abrir en Revisar'}
        </Link>
      </p>
    </>
  )
}

const moreWords = (more: number): string => `Y ${count(more, 'coincidencia', 'coincidencias')} más en Revisar.`

const COLUMNS: readonly Column<MatchedParty>[] = [
  { head: 'Puntaje', isFigure: true, cell: ({ match }) => match.puntaje },
  { head: 'Coincidencia', cell: ({ match }) => <MatchChips match={match} /> },
  {
    head: 'Nombre en la lista',
    opens: true,
    cell: (party) => (
      <>
        <span class="hit-name">{party.match.nombre}</span>
        <small>
          <PartyLists party={party} />
        </small>
        <Holder match={party.match} />
      </>
    ),
  },
]
