import { useEffect, useState } from 'preact/hooks'
import type { ChasquiError } from '../../client.ts'
import { monthsBefore } from '../../figures/calendar.ts'
import { DATE_HELP, readDate } from '../../figures/typed-date.ts'
import { formatDate } from '../../format.ts'
import { goTo } from '../../navigation.ts'
import { Field } from '../../parts/field.tsx'
import { sentence } from '../../words/sentence.ts'
import type { SeriesQuestion } from './known-series.ts'

const RANGES = [
  { label: '1 m', words: '1 mes', months: 1 },
  { label: '6 m', words: '6 meses', months: 6 },
  { label: '1 a', words: '1 año', months: 12 },
  { label: '5 a', words: '5 años', months: 60 },
] as const

interface RangeFormProps {
  question: SeriesQuestion
  today: string
  /** What is wrong with the dates. */
  problem: ChasquiError | null
}

/** The range of a series: counted back from today, or by its dates. Without one the service chooses it. */
export const RangeForm = ({ question, today, problem }: RangeFormProps) => {
  const [typed, setTyped] = useState({ desde: '', hasta: '' })
  const [unread, setUnread] = useState<string | null>(null)
  useEffect(() => {
    setTyped({ desde: formatDate(question.desde ?? ''), hasta: formatDate(question.hasta ?? '') })
    setUnread(null)
  }, [question])
  const ask = (range: { desde: string; hasta: string }): void => {
    const { codigo, grupo } = question
    const filled = Object.entries({ grupo, ...range }).filter(([, value]) => value)
    goTo('/indicadores', { codigo, ...Object.fromEntries(filled) } as SeriesQuestion)
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const read = { desde: dateOrNone(typed.desde), hasta: dateOrNone(typed.hasta) }
    setUnread(read.desde === null ? 'desde' : read.hasta === null ? 'hasta' : null)
    if (read.desde !== null && read.hasta !== null) ask({ desde: read.desde, hasta: read.hasta })
  }
  const field = (name: 'desde' | 'hasta') => ({
    name,
    value: typed[name],
    onInput: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    placeholder: 'dd/mm/aaaa',
    error: unread === name ? DATE_HELP : problem?.campo === name ? sentence(problem.message) : null,
  })
  return (
    <form class="range-form" onSubmit={submit}>
      <fieldset class="chips" aria-label="Rango">
        {RANGES.map(({ label, words, months }) => {
          const start = monthsBefore(today, months)
          return (
            <button
              key={label}
              type="button"
              aria-pressed={question.desde === start && !question.hasta}
              onClick={() => ask({ desde: start, hasta: '' })}
            >
              {label}
              <span class="unseen">, {words}</span>
            </button>
          )
        })}
      </fieldset>
      <div class="control-row">
        <Field label="Desde" {...field('desde')} />
        <Field label="Hasta" {...field('hasta')} />
        <button type="submit">Ver el rango</button>
      </div>
    </form>
  )
}

const dateOrNone = (typed: string): string | null => (typed.trim() === '' ? '' : readDate(typed))
