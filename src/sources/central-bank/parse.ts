import type { Series } from '../../domain/records.ts'
import { frequencyOf, isInWindow, parsePeriod } from '../../domain/series-periods.ts'
import { hasImpervaSign } from '../../kernel/bot-wall.ts'
import type { Failure } from '../../kernel/errors.ts'
import { isObject, readJson } from '../../kernel/http/json.ts'
import { upstreamBlocked, upstreamChanged } from '../../kernel/upstream-failures.ts'
import { tellsOfTrouble } from '../proof.ts'
import type { SeriesWindow } from '../source.ts'

const NOT_AVAILABLE = /^n\s*\.?\s*d\s*\.?$/i
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
// Beside some groups the bank names a series by one word ("PBI", "IPC") that says nothing without the group's title.
// What a program prints where it has no name.
const NO_NAME = /^(?:error\b.*|undefined|null|none|nan|n\.?\s?[ad]\.?|[^\p{L}]*)$/iu
const SHORT_WORD = /^\S{1,12}$/

const changed = (detail: string): Failure =>
  upstreamChanged(detail, 'El banco central respondió con un formato inesperado')

const asText = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '')

/** True for a page in place of data. A bot wall is thrown as `upstream-blocked`. */
export const isPage = (text: string): boolean => {
  if (!/^[\s\ufeff]*</.test(text)) return false
  if (hasImpervaSign(text)) throw upstreamBlocked('bot wall', 'El banco central exige una verificación')
  return true
}

/** The series of one JSON answer, limited to the window and in its order; null when it holds no value there. */
export const parseSeries = (text: string, window: SeriesWindow): Series | null => {
  const frecuencia = frequencyOf(window.codigo)
  if (!frecuencia) throw changed('code of no known frequency')
  const { config, periods, isAlone } = readShape(text)
  if (Array.isArray(config.series) && config.series.length > 1) throw changed('more than one series')
  const read = periods.map((period) => {
    const { name, values } = isObject(period) ? period : {}
    // We ask for one series. A second value belongs to somebody else's question.
    if (typeof name !== 'string' || !Array.isArray(values) || values.length !== 1)
      throw changed('period of another shape')
    const start = parsePeriod(frecuencia, name, window)
    if (!start) throw changed('unreadable period')
    return { start, periodo: name.trim(), valor: parseValue(values[0]) }
  })
  const inWindow = read.filter(({ start }) => isInWindow(frecuencia, start, window))
  const valores = inWindow
    .filter(({ valor }) => valor !== null)
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    .map(({ periodo, valor }) => ({ periodo, valor: valor as number }))
  if (valores.length === 0) return noneIn(config, isAlone, read.length - inWindow.length)
  return { codigo: window.codigo, nombre: nameOf(config, window.codigo), frecuencia, valores, fuente: 'central-bank' }
}

/**
 * "No data in these dates" has no value at all, names its one series and says nothing more: a title alone may be that
 * of an error. Another window's periods say nothing about ours.
 */
const noneIn = (config: Record<string, unknown>, isAlone: boolean, periodsElsewhere: number): null => {
  if (periodsElsewhere > 0) throw changed('periods of another window')
  const name = seriesName(config)
  if (name === '' || NO_NAME.test(name) || tellsOfTrouble(name)) throw changed('no values and no series')
  if (!isAlone || Object.keys(config).some((key) => key !== 'title' && key !== 'series'))
    throw changed('no values, and something else')
  return null
}

interface Shape {
  config: Record<string, unknown>
  periods: unknown[]
  /** True when the answer has nothing besides these two. */
  isAlone: boolean
}

const readShape = (text: string): Shape => {
  const answer = readJson(text)
  if (answer === undefined) throw changed('neither JSON nor a page')
  if (!isObject(answer) || !isObject(answer.config) || !Array.isArray(answer.periods)) {
    throw changed('JSON of another shape')
  }
  return { config: answer.config, periods: answer.periods, isAlone: Object.keys(answer).length === 2 }
}

const parseValue = (value: unknown): number | null => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (NOT_AVAILABLE.test(text)) return null
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) throw changed('unreadable value')
  return number
}

const seriesName = (config: Record<string, unknown>): string => {
  const first: unknown = Array.isArray(config.series) ? config.series[0] : undefined
  return asText(isObject(first) ? first.name : undefined)
}

const nameOf = (config: Record<string, unknown>, codigo: string): string => {
  const name = seriesName(config)
  const title = asText(config.title)
  return (SHORT_WORD.test(name) ? title || name : name || title) || codigo
}
