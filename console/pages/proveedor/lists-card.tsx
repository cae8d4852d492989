import type { ComponentChildren } from 'preact'
import type { Asked } from '../../ask.ts'
import type { AmlRespuesta, CoincidenciaLista } from '../../client.ts'
import { count } from '../../format.ts'
import { editionWords } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { Link } from '../../parts/link.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Message } from '../../states/message.tsx'
import { LIST_NAMES, matchWords } from '../../words/screening.ts'
import { AnswerCard } from './answer-card.tsx'

interface ListsCardProps {
  asked: Asked<AmlRespuesta>
  /** The registered name; null while there is none. */
  name: string | null
  /** The register has failed or does not know the RUC. */
  hasNoName: boolean
  actions?: ComponentChildren
}

/** The best ones come first; Revisar shows all of them. */
const SHOWN = 5
/** The first ones, on paper; `proveedor.css` hides the others. */
const PRINTED = 3

/** The registered name on the sanctions lists of the US and the UN. */
export const ListsCard = ({ asked, name, hasNoName, actions }: ListsCardProps) => (
  <AnswerCard
    id="listas"
    title="Listas de sanciones"
    lists={['us', 'un']}
    rows={3}
    sources={['us-list', 'un-list']}
    notAsked={hasNoName && <Message kind="warn">No se pudo revisar: falta el nombre registrado.</Message>}
    {...{ asked, actions }}
  >
    {({ data: { matches, truncado }, meta }) => (
      <>
        {matches.length === 0 ? (
          <Message kind="none">Sin coincidencias en las ediciones {editionWords(meta.fuentes)}.</Message>
        ) : (
          <>
            <p>
              <strong>{matchWords(matches, truncado === true)}.</strong> Una coincidencia no identifica a nadie: hay que
              compararla.
            </p>
            <Table
              caption="Coincidencias del nombre registrado"
              columns={COLUMNS}
              rows={matches.slice(0, SHOWN)}
              keyOf={({ fuente, referencia }, at) => `${fuente} ${referencia} ${at}`}
              onOpen={(_, at) => goTo('/revisar', { nombre: name ?? '', abierta: String(at) })}
            />
            {matches.length > SHOWN && <p class="no-print">{moreWords(matches.length - SHOWN)}</p>}
            {matches.length > PRINTED && <p class="on-paper">{moreWords(matches.length - PRINTED)}</p>}
          </>
        )}
        {name && (
          <p class="no-print">
            <Link to="/revisar" question={{ nombre: name }}>
              Abrir en Revisar
            </Link>
          </p>
        )}
      </>
    )}
  </AnswerCard>
)

const moreWords = (more: number): string => `Y ${count(more, 'coincidencia', 'coincidencias')} más en Revisar.`

const COLUMNS: readonly Column<CoincidenciaLista>[] = [
  { head: 'Puntaje', isFigure: true, cell: ({ puntaje }) => puntaje },
  {
    head: 'Coincidencia',
    cell: ({ coincidencia }) => (
      <span class={`chip chip-${coincidencia}`}>{coincidencia === 'exacto' ? 'Exacta' : 'Parcial'}</span>
    ),
  },
  {
    head: 'Nombre en la lista',
    opens: true,
    cell: ({ nombre, fuente, programa }) => (
      <>
        <span class="hit-name">{nombre}</span>
        <small>{programa ? `${LIST_NAMES[fuente]}, ${programa}` : LIST_NAMES[fuente]}</small>
      </>
    ),
  },
]
