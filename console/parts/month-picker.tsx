import { addMonths, capitalised, MONTH_NAMES } from '../figures/calendar.ts'
import { Field } from './field.tsx'

interface MonthPickerProps {
  /** `2026-11`. */
  month: string
  /** The months that can be asked for. */
  first: string
  last: string
  onChange(month: string): void
}

/** Chooses a month: step by step, or by name and year. Not every browser has a field for months. */
export const MonthPicker = ({ month, first, last, onChange }: MonthPickerProps) => {
  const choose = (wanted: string): void => {
    const allowed = wanted < first ? first : wanted > last ? last : wanted
    if (allowed !== month) onChange(allowed)
  }
  const year = month.slice(0, 4)
  const years = Array.from({ length: Number(last.slice(0, 4)) - Number(first.slice(0, 4)) + 1 }, (_, back) =>
    String(Number(last.slice(0, 4)) - back),
  )
  const months = MONTH_NAMES.map((name, at) => [String(at + 1).padStart(2, '0'), capitalised(name)] as const)
  const isOffered = ([number]: readonly [string, string]): boolean =>
    `${year}-${number}` >= first && `${year}-${number}` <= last
  return (
    <fieldset class="month-picker" aria-label="Mes consultado">
      {/* Not `disabled`: the focus would be lost at the first and at the last month. */}
      <button type="button" aria-disabled={month <= first} onClick={() => choose(addMonths(month, -1))}>
        Mes anterior
      </button>
      <button type="button" aria-disabled={month >= last} onClick={() => choose(addMonths(month, 1))}>
        Mes siguiente
      </button>
      <Field
        label="Mes"
        name="mes"
        value={month.slice(5)}
        options={months.filter(isOffered)}
        onInput={(number) => choose(`${year}-${number}`)}
      />
      <Field
        label="Año"
        name="anio"
        value={year}
        options={years.map((one) => [one, one] as const)}
        onInput={(chosen) => choose(`${chosen}-${month.slice(5)}`)}
      />
    </fieldset>
  )
}
