import { useState } from 'preact/hooks'
import { asChasquiError } from '../../ask.ts'
import type { ChasquiError, Vigilado, VigiladosRespuesta } from '../../client.ts'
import { formatNumber } from '../../format.ts'
import { editionsByList } from '../../lists.ts'
import { goTo } from '../../navigation.ts'
import { Field } from '../../parts/field.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useSession } from '../../session.ts'
import { Failed } from '../../states/failed.tsx'
import { Message } from '../../states/message.tsx'
import { reviewWords, SUBJECT_KINDS } from '../../words/watch.ts'

interface SubjectListProps {
  /** The first of those not checked, and of all. */
  unchecked: VigiladosRespuesta
  all: VigiladosRespuesta
}

/** The subjects, those that were not checked first. More come on request; one is found by its reference. */
export const SubjectList = ({ unchecked, all }: SubjectListProps) => {
  const { client } = useSession()
  const [more, setMore] = useState<readonly Vigilado[]>([])
  const [next, setNext] = useState(all.siguiente)
  const [onlyUnchecked, setOnlyUnchecked] = useState(false)
  const [error, setError] = useState<ChasquiError | null>(null)
  const first = new Set(unchecked.data.map(({ id }) => id))
  const others = [...all.data, ...more].filter(({ id }) => !first.has(id))
  const rows = onlyUnchecked ? unchecked.data : [...unchecked.data, ...others]
  const loadMore = async (): Promise<void> => {
    setError(null)
    try {
      const { data, siguiente } = await client.vigilancia.listar({ despues: next })
      setMore((before) => [...before, ...data])
      setNext(siguiente)
    } catch (failure) {
      setError(asChasquiError(failure))
    }
  }
  if (all.resumen.sujetos === 0) return null
  return (
    <section class="subjects" aria-label="Vigilados">
      <div class="result-filters no-print">
        <fieldset class="filters" aria-label="Qué vigilados">
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              class="filter"
              aria-pressed={onlyUnchecked === one}
              onClick={() => setOnlyUnchecked(one)}
            >
              {one ? 'Sin revisar' : 'Todos'}{' '}
              <span class="filter-count">{formatNumber(one ? all.resumen.sinRevisar : all.resumen.sujetos)}</span>
            </button>
          ))}
        </fieldset>
        <ByReference />
      </div>
      {rows.length === 0 ? (
        <Message kind="none">Nadie está sin revisar.</Message>
      ) : (
        <Table
          caption="Los que no se revisaron primero. Abra uno para cambiarlo o quitarlo."
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={({ id }) => goTo('/vigilancia', { vigilado: id })}
        />
      )}
      {error && <Failed error={error} retry={() => void loadMore()} />}
      {next && !onlyUnchecked && (
        <div class="actions">
          <button type="button" onClick={() => void loadMore()}>
            Ver más
          </button>
        </div>
      )}
    </section>
  )
}

/** Opens the subject of a reference. What is typed stays on the page. */
const ByReference = () => {
  const { client } = useSession()
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const find = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!reference.trim()) return
    try {
      const [found] = (await client.vigilancia.listar({ referencia: reference.trim() })).data
      if (found) goTo('/vigilancia', { vigilado: found.id })
      else setProblem('Nadie tiene esa referencia.')
    } catch {
      setProblem('No se pudo buscar. Repita en un momento.')
    }
  }
  return (
    <form class="by-reference" onSubmit={(event) => void find(event)}>
      <Field
        label="Buscar por referencia"
        name="referencia"
        value={reference}
        onInput={(value) => {
          setProblem(null)
          setReference(value)
        }}
        error={problem}
      />
      <button type="submit">Buscar</button>
    </form>
  )
}

const COLUMNS: readonly Column<Vigilado>[] = [
  {
    head: 'Nombre',
    opens: true,
    cell: ({ nombre }) => nombre,
    spoken: ({ nombre, referencia }) => `${nombre}, referencia ${referencia}`,
  },
  { head: 'Referencia', cell: ({ referencia }) => referencia },
  { head: 'Tipo', isWords: true, cell: ({ tipo }) => SUBJECT_KINDS[tipo] },
  {
    head: 'Última revisión',
    cell: (subject) => {
      const [tone, words] = reviewWords(subject)
      return <span class={tone === 'warn' ? 'tone-text tone-warn' : undefined}>{words}</span>
    },
  },
  { head: 'Ediciones', cell: ({ ediciones }) => editionsByList(ediciones) || '–' },
  { head: 'Alertas', isFigure: true, cell: ({ alertasAbiertas }) => formatNumber(alertasAbiertas) },
]
