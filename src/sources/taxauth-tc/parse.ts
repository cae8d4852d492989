import { parseSlashDate } from '../../domain/lima-time.ts'
import type { PublishedRate } from '../../domain/records.ts'
import { saysRejected } from '../../kernel/bot-wall.ts'
import type { Failure } from '../../kernel/errors.ts'
import { isObject, readJson } from '../../kernel/http/json.ts'
import { upstreamChanged, upstreamUnavailable } from '../../kernel/upstream-failures.ts'

// Some publications carry a decimal comma; none carries a thousands separator. A rate above 99 has lost its point.
const RATE = /^[0-9]{1,2}(?:[.,][0-9]{1,8})?$/

const changed = (detail: string): Failure =>
  upstreamChanged(detail, 'La fuente del tipo de cambio respondió con un formato inesperado')

const rejected = (detail: string): Failure =>
  upstreamUnavailable(detail, 'La fuente del tipo de cambio rechazó la consulta')

const parseRate = (text: string): number | null => {
  const rate = RATE.test(text) ? Number(text.replace(',', '.')) : 0
  return rate > 0 ? rate : null
}

/** Buy and sell lie close together, in whichever order; otherwise one of them is damaged. */
const isPair = (compra: number, venta: number): boolean =>
  Math.max(compra, venta) <= MAX_SPREAD * Math.min(compra, venta)
const MAX_SPREAD = 1.5

/** The one publication in the text file: `20/09/2026|3.354|3.362|`. Its own date counts, not the clock's. */
export const parseCurrentRate = (text: string, arrivedWhole = false): PublishedRate => {
  // Cut inside its last number, the line would still be one: with another rate.
  if (!arrivedWhole && !/[|\r\n]\s*$/.test(text)) throw changed('line without its end')
  const [line = '', ...more] = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((each) => each.trim())
    .filter(Boolean)
  if (more.length > 0) throw changed('more than one line')
  const [date = '', buy = '', sell = '', ...rest] = line.split('|').map((cell) => cell.trim())
  const fecha = parseSlashDate(date)
  const [compra, venta] = [parseRate(buy), parseRate(sell)]
  if (!fecha || compra === null || venta === null || rest.some(Boolean)) throw changed('not a line of date, buy, sell')
  if (!isPair(compra, venta)) throw changed('sides too far apart')
  return { fecha, compra, venta }
}

/**
 * The publications in a month's answer, oldest first; a date with only one of its two sides is left out. Only the empty
 * list says that the month had none: rows without a whole publication, or of another month, are a changed source.
 */
export const parseRatesOfMonth = (text: string, month: string): PublishedRate[] => {
  const sides = new Map<string, { C?: number; V?: number }>()
  const rows = readRows(text)
  for (const row of rows) {
    const { fecha, side, rate } = readRow(row)
    if (rate !== undefined) sides.set(fecha, { ...sides.get(fecha), [side]: rate })
  }
  const published = [...sides]
    .flatMap(([fecha, { C, V }]) => (C === undefined || V === undefined ? [] : [{ fecha, compra: C, venta: V }]))
    .sort((a, b) => (a.fecha < b.fecha ? -1 : 1))
  if (!published.every(({ compra, venta }) => isPair(compra, venta))) throw changed('month: sides too far apart')
  if (rows.length > 0 && !published.some(({ fecha }) => fecha.startsWith(month)))
    throw changed('month: no whole publication of the month')
  return published
}

const readRows = (text: string): unknown[] => {
  const answer = readJson(text)
  if (answer === undefined) throw saysRejected(text) ? rejected('firewall page') : changed('month: not JSON')
  if (Array.isArray(answer)) return answer
  // `{"status": false, "message": "Token no encontrado."}`, with status 200.
  if (isObject(answer) && answer.status === false) throw rejected('month: token refused')
  throw changed('month: not a list')
}

const readRow = (row: unknown): { fecha: string; side: 'C' | 'V'; rate: number | undefined } => {
  const { fecPublica, valTipo, codTipo } = (row ?? {}) as Record<string, unknown>
  const fecha = typeof fecPublica === 'string' ? parseSlashDate(fecPublica) : null
  const value = String(valTipo ?? '').trim()
  const rate = value === '' ? undefined : parseRate(value)
  const side = String(codTipo ?? '')
    .trim()
    .toUpperCase()
  if (!fecha || rate === null || (side !== 'C' && side !== 'V')) throw changed('month: row of another shape')
  return { fecha, side, rate }
}
