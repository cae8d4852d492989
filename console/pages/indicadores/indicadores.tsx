import { useEffect, useState } from 'preact/hooks'
import { useToday } from '../../figures/today.ts'
import { useBackKey } from '../../keys.ts'
import { goTo } from '../../navigation.ts'
import { Field } from '../../parts/field.tsx'
import type { PageProps } from '../../routes.ts'
import { askedSeries, KNOWN_SERIES, knownSeries, type SeriesQuestion } from './known-series.ts'
import { SearchResults } from './search-results.tsx'
import { SeriesView } from './series-view.tsx'

/** Series of the central bank: found by words, shown in a range as chart and table. */
const Indicadores = ({ question }: PageProps) => {
  const today = useToday()
  useBackKey(question !== null)
  return (
    <>
      <div class="page-head">
        <h1>Indicadores</h1>
        <p class="quiet-text">Series estadísticas del Banco Central de Reserva del Perú.</p>
      </div>
      <div class="series-controls card no-print">
        <SeriesSearch typed={question?.buscar ?? ''} />
        <KnownSeries codigo={question?.codigo ?? ''} />
      </div>
      {question?.buscar && <SearchResults text={question.buscar} />}
      {question?.codigo && today && <SeriesView question={question as SeriesQuestion} today={today} />}
    </>
  )
}
export default Indicadores

const SeriesSearch = ({ typed }: { typed: string }) => {
  const [text, setText] = useState(typed)
  useEffect(() => setText(typed), [typed])
  const submit = (event: Event): void => {
    event.preventDefault()
    const asked = text.trim()
    if (asked) goTo('/indicadores', askedSeries(asked))
  }
  return (
    <search aria-label="Series">
      <form class="control-row series-search" onSubmit={submit}>
        <Field
          label="Buscar una serie"
          name="serie"
          type="search"
          value={text}
          onInput={setText}
          placeholder="Palabras del nombre, o un código como PN01273PM"
          required
        />
        <button class="primary" type="submit">
          Buscar
        </button>
      </form>
    </search>
  )
}

const KnownSeries = ({ codigo }: { codigo: string }) => {
  const shown = knownSeries(codigo)?.alias
  return (
    <fieldset class="chips" aria-label="Series más consultadas">
      {KNOWN_SERIES.map(({ alias, words }) => (
        <button
          key={alias}
          type="button"
          aria-pressed={alias === shown}
          onClick={() => goTo('/indicadores', { codigo: alias })}
        >
          {words}
        </button>
      ))}
    </fieldset>
  )
}
