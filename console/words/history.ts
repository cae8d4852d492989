import type { HistoriaContribuyente, PeriodoPadron } from '../client.ts'
import { formatDate, joinWords } from '../format.ts'

const CHANGES: Readonly<Record<PeriodoPadron['cambios'][number], string>> = {
  alta: 'aparece en el padrón',
  retiro: 'deja de figurar',
  razonSocial: 'nombre',
  estado: 'estado',
  condicion: 'condición',
  ubigeo: 'ubigeo',
  direccion: 'dirección',
}

/** What a period says otherwise than the one before. */
export const changeWords = ({ cambios }: PeriodoPadron): string => joinWords(cambios.map((one) => CHANGES[one]))

const statusWords = ({ estado, condicion }: PeriodoPadron): string =>
  [estado || 'estado sin dato', condicion || 'condición sin dato'].join(', ')

/** Everything but active and found at its address is worth a look. */
export const periodTone = ({ estado, condicion }: PeriodoPadron): 'good' | 'bad' =>
  estado === 'ACTIVO' && condicion === 'HABIDO' ? 'good' : 'bad'

const DAY_MS = 86_400_000
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** What is known of a day: how it was, that two editions differ around it, or that it lies before all that is known. */
export const dayWords = (history: HistoriaContribuyente, day: string): { words: string; isSure: boolean } => {
  const { desde, hasta } = history
  const periodos = history.periodos.filter(({ grano }) => grano === 'dia')
  const on = formatDate(day)
  const sure = (words: string) => ({ words, isSure: true })
  const unsure = (words: string) => ({ words, isSure: false })
  if (day < desde) return unsure(`Nuestra historia empieza el ${formatDate(desde)}: ${monthWords(history, day)}.`)
  const at = periodos.findIndex((period) => period.desde <= day)
  const [period, next] = [periodos[at], periodos.at(at < 0 ? -1 : at - 1)]
  if (!period) return sure(`El ${on} aún no figuraba: aparece en la edición del ${formatDate(next?.desde ?? '')}.`)
  const known = statusWords(period)
  const last = period.hasta ?? hasta
  if (day > hasta && period.hasta === null)
    return unsure(`La última edición, del ${formatDate(hasta)}, dice ${known}. Del ${on} todavía no hay edición.`)
  const following = at === 0 ? undefined : next
  if (day <= last || isEveOf(day, following))
    return sure(`Así constaba el ${on}: ${known}, ediciones del ${formatDate(period.desde)} al ${formatDate(last)}.`)
  const before = `la del ${formatDate(last)} dice ${known}`
  if (!following) return sure(`Ya no figura en el padrón: ${before}; la siguiente no lo tiene.`)
  const after = formatDate(following.desde)
  if (following.cambios.includes('alta'))
    return unsure(`No es seguro que figurara el ${on}: ${before}, luego falta, y vuelve en la del ${after}.`)
  return unsure(
    `Entre dos ediciones que difieren: ${before}; la del ${after} dice ${statusWords(following)} (cambió: ${changeWords(following)}). No se sabe cuál valía el ${on}.`,
  )
}

/** Before our first edition only monthly copies may say something, and of no day exactly. */
const monthWords = ({ periodos }: HistoriaContribuyente, day: string): string => {
  const on = formatDate(day)
  const period = periodos.find(({ grano, desde, hasta }) => grano === 'mes' && desde <= day && day <= (hasta ?? ''))
  if (!period) return `no se sabe cómo constaba el ${on}`
  return `las copias mensuales ${spanWords(period)} dicen ${statusWords(period)}, sin que conste el día`
}

/** `del 01/10/2026 al 05/10/2026`, `desde el 06/10/2026`, or `de 05/2026 a 07/2026` of monthly copies. */
export const spanWords = ({ desde, hasta, grano }: PeriodoPadron): string => {
  const from = formatDate(desde)
  if (hasta === null) return `desde el ${from}`
  return grano === 'mes' ? `de ${from.slice(3)} a ${formatDate(hasta).slice(3)}` : `del ${from} al ${formatDate(hasta)}`
}

/** The service answers for the day before an edition with the one before it, and is sure of it. */
const isEveOf = (day: string, next: PeriodoPadron | undefined): boolean =>
  next !== undefined && !next.cambios.includes('alta') && dayNumber(day) === dayNumber(next.desde) - 1
