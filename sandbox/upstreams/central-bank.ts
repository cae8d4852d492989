import type { PretendReply, PretendUpstream } from '../upstream.ts'
import { BANK_SERIES, type BankSeries } from '../world/bank-series.ts'
import { datesBetween, limaToday } from '../world/calendar.ts'

const API = /^\/estadisticas\/series\/api\/([^/]+)\/json\/([0-9-]+)\/([0-9-]+)(?:\/(esp|ing))?$/
const MONTHS = {
  esp: ['Ene', 'Feb', 'Mar', 'Abr', 'May', 'Jun', 'Jul', 'Ago', 'Set', 'Oct', 'Nov', 'Dic'],
  ing: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
}
type Language = keyof typeof MONTHS

/** The page the bank shows for an address it cannot serve, with status 200. */
const stubPage: PretendReply = {
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html>\n<html lang="es"><head><title>BCRPData</title></head><body><h1>Gerencia Central de Estudios Económicos</h1><p>No se encontraron series para la consulta.</p></body></html>',
}

/** The central bank's series service and its catalogue, over invented values. */
export const centralBank: PretendUpstream = {
  id: 'central-bank',
  settings: (address) => ({ CHASQUI_CENTRAL_BANK_URL: address }),
  handle: ({ path }, today = limaToday()) => {
    if (path === '/estadisticas/series/metadata') {
      return {
        headers: { 'content-type': 'text/csv; charset=ISO-8859-1' },
        body: Buffer.from(catalogue(today), 'latin1'),
      }
    }
    const [, code = '', from = '', to = '', language = 'esp'] = API.exec(path) ?? []
    const series = Object.hasOwn(BANK_SERIES, code) ? BANK_SERIES[code] : undefined
    return series
      ? answer({ series, letter: code.slice(-1), from, to, language: language as Language }, today)
      : stubPage
  },
}

interface Question {
  series: BankSeries
  /** Of the frequency: D, M, Q or A. */
  letter: string
  from: string
  to: string
  language: Language
}

const answer = (question: Question, today: string): PretendReply => {
  const { series, letter, language } = question
  const [first, last] = [firstDay(letter, question.from), lastDay(letter, question.to)]
  if (!first || !last) return stubPage
  // The real service lists the right days for a window of months, every one of them without a value.
  const isTrap = letter === 'D' && question.from.split('-').length < 3
  const begin = first > series.first ? first : series.first
  const dates = datesBetween(begin, last < today ? last : today).filter((date) => isPeriodStart(letter, date))
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({
      config: {
        title: `${series.group} - ${series.name}`,
        series: [{ name: series.name, dec: String(series.decimals) }],
      },
      periods: dates.map((date) => ({
        name: printPeriod(letter, date, language),
        values: [isTrap || !isOut(letter, date, today) ? 'n.d.' : (series.value(date, today) ?? 'n.d.')],
      })),
    }),
  }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The first day of `2026-8-20`, `2026-8`, `2024-1` (a quarter) or `2024`; null when it is no period. */
const firstDay = (letter: string, text: string): string | null => {
  const [year = 0, second = 1, day = 1] = text.split('-').map(Number)
  const month = letter === 'Q' && text.split('-').length < 3 ? second * 3 - 2 : second
  const iso = `${year}-${two(month)}-${two(day)}`
  return Number.isNaN(Date.parse(`${iso}T00:00:00Z`)) || year < 1900 ? null : iso
}

const lastDay = (letter: string, text: string): string | null => {
  const first = firstDay(letter, text)
  return letter === 'D' && text.split('-').length < 3 ? first && `${first.slice(0, 7)}-28` : first
}

const isPeriodStart = (letter: string, date: string): boolean => {
  if (letter === 'D') return true
  if (!date.endsWith('-01')) return false
  const month = Number(date.slice(5, 7))
  return letter === 'M' || (letter === 'Q' ? month % 3 === 1 : month === 1)
}

/** Figures come out after their period is over. */
const isOut = (letter: string, date: string, today: string): boolean => {
  const lagDays = { D: 1, M: 38, Q: 140, A: 400 }[letter] ?? 0
  return Date.parse(today) - Date.parse(date) >= lagDays * 86_400_000
}

const printPeriod = (letter: string, date: string, language: Language): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTHS[language][Number(month) - 1]
  if (letter === 'D') return `${day}.${name}.${year.slice(2)}`
  if (letter === 'M') return `${name}.${year}`
  return letter === 'Q' ? `${language === 'esp' ? 'T' : 'Q'}${(Number(month) + 2) / 3}.${year.slice(2)}` : year
}

const FREQUENCIES: Record<string, string> = { D: 'Diaria', M: 'Mensual', Q: 'Trimestral', A: 'Anual' }

const HEAD = [
  ...['Código de serie', 'Categoría de serie', 'Grupo de serie', 'Nombre de serie', 'Fuente', 'Frecuencia'],
  ...['Fecha de creación', 'Grupo de publicación', 'Área que publica', 'Fecha de actualización'],
  ...['Fecha de inicio', 'Fecha de fin', 'Memo'],
]

const catalogue = (today: string): string => {
  const last = new Map(Object.keys(FREQUENCIES).map((letter) => [letter, lastOut(letter, today)]))
  const rows = Object.entries(BANK_SERIES).map(([code, { category, group, name, first }]) => {
    const letter = code.slice(-1)
    const out = ['Sandbox', FREQUENCIES[letter], '01/01/2003', 'Nota semanal', 'Gerencia inventada', today]
    const range = [first, last.get(letter) ?? today].map((date) => catalogueDate(letter, date))
    return [code, category, group, name, ...out, ...range, '"Serie inventada; ""sin valor"" oficial"'].join(';')
  })
  return `${[HEAD.join(';'), ...rows].join('\r\n')}\r\n`
}

/** The last period whose figure has come out. */
const lastOut = (letter: string, today: string): string => {
  const days = datesBetween(`${Number(today.slice(0, 4)) - 3}-01-01`, today)
  return days.findLast((date) => isPeriodStart(letter, date) && isOut(letter, date, today)) ?? today
}

/** The catalogue has hyphens where the answers have dots, and Sep where they say Set. */
const catalogueDate = (letter: string, date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  const name = MONTHS.esp[Number(month) - 1]?.replace('Set', 'Sep')
  if (letter === 'D') return `${day}-${name}-${year}`
  if (letter === 'M') return `${name}-${year}`
  return letter === 'Q' ? `T${(Number(month) + 2) / 3}-${year}` : year
}
