import type { AmlRespuesta, CoincidenciaLista } from '../../client.ts'
import { count } from '../../format.ts'
import { editionWords } from '../../lists.ts'
import { SourceLine } from '../../parts/source-line.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Message } from '../../states/message.tsx'

/** What was found: one sentence, then a table of hits. */
export const Answer = ({ answer }: { answer: AmlRespuesta }) => {
  const { data, meta } = answer
  if (data.matches.length === 0)
    return (
      <>
        <Message kind="none">Sin coincidencias en las ediciones {editionWords(meta.fuentes)}.</Message>
        <SourceLine meta={meta} />
      </>
    )
  return (
    <>
      <div role="status">
        <h2>{resultWords(data.matches, data.truncado === true)}</h2>
      </div>
      <Table caption={`Coincidencias de ${data.query}`} columns={COLUMNS} rows={data.matches} keyOf={keyOf} />
      <SourceLine meta={meta} />
    </>
  )
}

const keyOf = ({ fuente, referencia }: CoincidenciaLista, at: number): string => `${fuente} ${referencia} ${at}`

/** "2 coincidencias, 1 exacta". */
const resultWords = (matches: readonly CoincidenciaLista[], isCut: boolean): string => {
  const exact = matches.filter(({ coincidencia }) => coincidencia === 'exacto').length
  const words = count(matches.length, 'coincidencia', 'coincidencias')
  const more = isCut ? 'Las primeras ' : ''
  if (exact === 0) return `${more}${words}, ninguna exacta`
  return `${more}${words}, ${count(exact, 'exacta', 'exactas')}`
}

const LISTS = { US: 'OFAC', UN: 'ONU' } as const

const COLUMNS: readonly Column<CoincidenciaLista>[] = [
  { head: 'Puntaje', isFigure: true, cell: ({ puntaje }) => puntaje },
  { head: 'Coincidencia', cell: ({ coincidencia }) => (coincidencia === 'exacto' ? 'Exacta' : 'Parcial') },
  { head: 'Nombre en la lista', opens: true, cell: ({ nombre }) => nombre },
  {
    head: 'Lista y programa',
    cell: ({ fuente, programa }) => (programa ? `${LISTS[fuente]}, ${programa}` : LISTS[fuente]),
  },
  { head: 'Nacimiento', cell: ({ ficha }) => ficha?.nacimientos.join('; ') },
  {
    head: 'País',
    cell: ({ ficha }) => [...new Set([...(ficha?.nacionalidades ?? []), ...(ficha?.paises ?? [])])].join('; '),
  },
]
