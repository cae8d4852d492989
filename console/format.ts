/** `2026-11-15`, or a moment, as `15/11/2026`; a moment is told by Lima's date. Other text stays as it is. */
export const formatDate = (text: string): string => {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (day) return `${day[3]}/${day[2]}/${day[1]}`
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? text : formatDate(limaText(at).slice(0, 10))
}

const LISTED_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LISTED_DATE = /\b(?:(\d{1,2}) )?(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? (\d{4})\b/gi

/** A date as a list writes it (`20 Jan 1970`, `circa 1968`, `1961 to 1963`) as people here do. */
export const listedDate = (text: string): string =>
  formatDate(text)
    .replace(LISTED_DATE, (_, day: string | undefined, month: string, year: string) => {
      const number = LISTED_MONTHS.indexOf(month.toLowerCase()) + 1
      return [...(day ? [day] : []), String(number)].map((part) => `${part.padStart(2, '0')}/`).join('') + year
    })
    .replace(/\b(?:circa|approximately) /gi, 'hacia ')
    .replace(/ to (?=\d)/g, ' a ')

/** A moment as `15/11/2026, 08:30` in Lima. */
export const formatMoment = (text: string): string => {
  const at = Date.parse(text)
  if (Number.isNaN(at)) return text
  const lima = limaText(at)
  return `${formatDate(lima.slice(0, 10))}, ${lima.slice(11, 16)}`
}

/** Lima has no daylight saving time: always five hours behind UTC. */
const LIMA_OFFSET_MS = 5 * 3_600_000
const limaText = (at: number): string => new Date(at - LIMA_OFFSET_MS).toISOString()

/** `1,234,567`: as numbers are written in Peru. */
export const formatNumber = (value: number, decimals = 0): string => {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${value < 0 ? '−' : ''}${grouped}${fraction ? `.${fraction}` : ''}`
}

export const RATE_DECIMALS = 3

/** A rate: a point and three decimals. */
export const formatRate = (value: number): string => formatNumber(value, RATE_DECIMALS)

/** `1 fila`, `2 filas`. */
export const count = (value: number, one: string, many: string): string =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

/** `a, b y c`; `e` before the sound of i. */
export const joinWords = (words: readonly string[]): string => {
  const last = words.at(-1) ?? ''
  if (words.length < 2) return last
  return `${words.slice(0, -1).join(', ')} ${/^h?i(?![aeo])/i.test(last) ? 'e' : 'y'} ${last}`
}

const DAYS_OF_MONTH = 365.25 / 12

/** `hace 20 minutos`, `hace 5 horas`, `hace 3 días`, `hace 19 meses`. */
export const formatAge = (hours: number): string => {
  if (hours < 1) return `hace ${count(Math.max(1, Math.round(hours * 60)), 'minuto', 'minutos')}`
  if (hours < 48) return `hace ${count(Math.floor(hours), 'hora', 'horas')}`
  const days = Math.floor(hours / 24)
  return `hace ${days < 90 ? count(days, 'día', 'días') : count(Math.floor(days / DAYS_OF_MONTH), 'mes', 'meses')}`
}

/** A date typed as 15/11/1970 or 11/1970 is told as the service reads it; 1970 stays. */
export const isoDate = (typed: string): string => {
  const [, day, month, year] = /^(?:(\d{1,2})[/.-])?(\d{1,2})[/.-](\d{4})$/.exec(typed) ?? []
  if (!year || !month) return typed
  return (day ? [year, month, day] : [year, month]).map((part) => part.padStart(2, '0')).join('-')
}
