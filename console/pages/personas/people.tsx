import type { CoincidenciaPersona, PersonaRespuesta } from '../../client.ts'
import { count } from '../../format.ts'
import { goTo } from '../../navigation.ts'
import { Link } from '../../parts/link.tsx'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Message } from '../../states/message.tsx'
import { StaleNote } from '../../states/stale-note.tsx'

/** "20 personas"; "Las primeras 20 personas" when there are more. */
export const peopleWords = ({ data }: PersonaRespuesta): string =>
  `${data.truncado ? 'Las primeras ' : ''}${count(data.total, 'persona', 'personas')}`

/** The people that were found. One with a RUC opens the page of the supplier. */
export const People = ({ answer: { data, meta } }: { answer: PersonaRespuesta }) => {
  const only = data.matches.length === 1 ? data.matches[0] : null
  const haveRuc = data.matches.every(({ ruc }) => ruc !== '')
  const isFromRegister = meta.fuentes.some(({ canal }) => canal === 'register')
  return (
    <>
      {isFromRegister && <StaleNote lists={['padron']} />}
      {data.truncado && (
        <Message kind="warn">
          Hay más de {data.total} personas con ese nombre y solo se muestran las primeras. Agregue el otro apellido o
          busque por DNI.
        </Message>
      )}
      <Table
        caption={haveRuc ? 'Enter o un clic abre el RUC en Proveedor' : 'No consta un RUC a su nombre'}
        columns={COLUMNS}
        rows={data.matches}
        keyOf={({ ruc, dni }, at) => `${ruc} ${dni} ${at}`}
        {...(haveRuc && { onOpen: ({ ruc }: CoincidenciaPersona) => goTo('/proveedor', { ruc }) })}
      />
      {only && (
        <p class="no-print">
          <Link to="/revisar" question={{ nombre: only.nombreCompleto, tipo: 'persona', ...documentOf(only) }}>
            Revisar este nombre en las listas de sanciones
          </Link>
        </p>
      )}
      <SourceLine meta={meta} />
    </>
  )
}

const documentOf = ({ dni }: CoincidenciaPersona): { documento?: string } => (dni ? { documento: dni } : {})

const COLUMNS: readonly Column<CoincidenciaPersona>[] = [
  { head: 'Apellidos y nombres', opens: true, cell: ({ nombreCompleto }) => nombreCompleto },
  {
    head: 'DNI',
    cell: ({ dni }) => (dni ? <span class="unbroken">{dni}</span> : <span class="quiet-text">No consta</span>),
  },
  {
    head: 'RUC',
    cell: ({ ruc }) => (ruc ? <span class="unbroken">{ruc}</span> : <span class="quiet-text">Sin RUC</span>),
  },
  { head: 'Estado', cell: ({ estado }) => estado || <span class="quiet-text">–</span> },
  { head: 'Condición', cell: ({ condicion }) => condicion || <span class="quiet-text">–</span> },
]
