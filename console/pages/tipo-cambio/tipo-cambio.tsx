import { useEffect, useState } from 'preact/hooks'
import { isMonth } from '../../figures/calendar.ts'
import { useToday } from '../../figures/today.ts'
import { DATE_HELP, readDate } from '../../figures/typed-date.ts'
import { formatDate } from '../../format.ts'
import { useBackKey } from '../../keys.ts'
import { goTo } from '../../navigation.ts'
import { Field } from '../../parts/field.tsx'
import { MonthPicker } from '../../parts/month-picker.tsx'
import type { PageProps } from '../../routes.ts'
import { Asking } from '../../states/asking.tsx'
import { DayRate } from './day-rate.tsx'
import { MonthRates } from './month-rates.tsx'

/** The first month of which anybody knows the rates. */
const FIRST_MONTH = '1997-01'

/** The official exchange rate: every day of a month as table and chart, or one day. */
const TipoCambio = ({ question }: PageProps) => {
  const today = useToday()
  useBackKey(question !== null)
  const asked = question?.mes ?? question?.fecha?.slice(0, 7) ?? ''
  const thisMonth = today?.slice(0, 7) ?? ''
  return (
    <>
      <div class="page-head">
        <h1>Tipo de cambio</h1>
        <p class="quiet-text">Dólar de los Estados Unidos, en soles por dólar.</p>
      </div>
      {today === null ? (
        <Asking rows={10} />
      ) : (
        <>
          <div class="controls card no-print">
            <MonthPicker
              month={isMonth(asked) && asked >= FIRST_MONTH && asked <= thisMonth ? asked : thisMonth}
              first={FIRST_MONTH}
              last={thisMonth}
              onChange={(mes) => goTo('/tipo-cambio', { mes })}
            />
            <DayForm fecha={question?.fecha ?? ''} />
          </div>
          {question?.fecha ? (
            <DayRate key={question.fecha} fecha={question.fecha} today={today} />
          ) : (
            <MonthRates mes={question?.mes ?? thisMonth} today={today} />
          )}
        </>
      )}
    </>
  )
}
export default TipoCambio

const DayForm = ({ fecha }: { fecha: string }) => {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  // "Back" shows the day before.
  useEffect(() => setTyped(formatDate(fecha)), [fecha])
  const submit = (event: Event): void => {
    event.preventDefault()
    const day = readDate(typed)
    setError(day ? null : DATE_HELP)
    if (day) goTo('/tipo-cambio', { fecha: day })
  }
  return (
    <form class="control-row" onSubmit={submit}>
      <Field
        label="Un solo día"
        name="fecha"
        value={typed}
        onInput={setTyped}
        placeholder="dd/mm/aaaa"
        error={error}
        required
      />
      <button type="submit">Consultar el día</button>
    </form>
  )
}
