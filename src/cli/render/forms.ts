import { peopleDates } from '../../client/index.ts'
import { toSlashDate } from '../../domain/lima-time.ts'

const ISO_MONTH = /\b((?:19|20)\d{2})-(0[1-9]|1[0-2])\b(?!-)/g
const UNKNOWN = '–'

/** A date as people write it: 15/11/2026. A dash when there is none, any other text as it is. */
export const dateText = (date: string | null | undefined): string => {
  if (!date) return UNKNOWN
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? toSlashDate(date) : date
}

interface EditionDates {
  edicion: string | null
  publicado?: string | null | undefined
}

/** True for an edition that its publisher did not date. */
export const isUndated = ({ edicion, publicado }: EditionDates): boolean => edicion !== null && publicado === null

/** The date of an edition; one that its publisher did not date says so. */
export const editionText = (edition: EditionDates): string =>
  `${isUndated(edition) ? 'sin fecha, copia del ' : ''}${dateText(edition.edicion)}`

/** A moment in Lima: 15/11/2026 09:30. */
export const timeText = (moment: string | number | null | undefined): string => {
  if (moment === null || moment === undefined || moment === '') return UNKNOWN
  // sv-SE formats dates as YYYY-MM-DD HH:mm.
  const text = new Date(moment).toLocaleString('sv-SE', { timeZone: 'America/Lima' })
  return `${toSlashDate(text)} ${text.slice(11, 16)}`
}

/** A sentence with its dates and months as people write them. */
export const withPeopleDates = (text: string): string => peopleDates(text).replace(ISO_MONTH, '$2/$1')

/** Numbers as Peru writes them: 1,000,000.5. A dash when there is none. */
export const numberText = (value: number | null | undefined, decimals?: number): string =>
  value?.toLocaleString('es-PE', {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 20,
  }) ?? UNKNOWN

/** `1 empresa`, `1,204 empresas`. */
export const countText = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`
