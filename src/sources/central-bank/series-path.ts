import type { Frequency } from '../../domain/records.ts'
import { frequencyOf, monthOf, quarterOf } from '../../domain/series-periods.ts'
import type { SeriesWindow } from '../source.ts'

const CODE = /^[A-Z]{2}[0-9]{5}[A-Z]{2}$/

/** The address of one series in one window; null for a code that cannot exist. */
export const seriesPath = ({ codigo, desde, hasta }: SeriesWindow): string | null => {
  const frecuencia = frequencyOf(codigo)
  if (!frecuencia || !CODE.test(codigo)) return null
  const [from, to] = [addressPeriod(frecuencia, desde), addressPeriod(frecuencia, hasta)]
  return `/estadisticas/series/api/${codigo}/json/${from}/${to}/esp`
}

/** A date as the series service wants it in its address. A daily series asked by month answers `n.d.` for every day. */
const addressPeriod = (frecuencia: Frequency, date: string): string => {
  const year = Number(date.slice(0, 4))
  if (frecuencia === 'diaria') return date
  if (frecuencia === 'mensual') return `${year}-${monthOf(date)}`
  return frecuencia === 'trimestral' ? `${year}-${quarterOf(date)}` : `${year}`
}
