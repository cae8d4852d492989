import type { Question } from '../../question.ts'

/** A series, its range when one was chosen, and the group in which it was found. */
export type SeriesQuestion = Question & { codigo: string; desde?: string; hasta?: string; grupo?: string }

/** The series that the service knows by a name of its own, in the words of the page. */
export const KNOWN_SERIES = [
  { alias: 'tipo-cambio-venta', codigo: 'PD04640PD', words: 'Dólar, venta', unit: 'S/ por US$' },
  { alias: 'tipo-cambio-compra', codigo: 'PD04639PD', words: 'Dólar, compra', unit: 'S/ por US$' },
  { alias: 'inflacion', codigo: 'PN01273PM', words: 'Inflación', unit: 'variación % en 12 meses' },
  { alias: 'pbi', codigo: 'PN01770AM', words: 'PBI', unit: 'índice 2007 = 100' },
  { alias: 'reservas', codigo: 'PN00026MM', words: 'Reservas internacionales', unit: 'millones de S/' },
  { alias: 'tasa-referencia', codigo: 'PD04722MM', words: 'Tasa de referencia', unit: '%' },
] as const

const CODE = /^[a-z]{2}\d{5}[a-z][dmqa]$/i

/** The known series that was asked for, by its name or its code. */
export const knownSeries = (asked: string) =>
  KNOWN_SERIES.find(({ alias, codigo }) => alias === asked.toLowerCase() || codigo === asked.toUpperCase())

/** What a typed text asks for: a series by its name or its code, else series by words. */
export const askedSeries = (typed: string): Question => {
  const alias = KNOWN_SERIES.find((one) => one.alias === typed.toLowerCase())?.alias
  if (alias) return { codigo: alias }
  return CODE.test(typed) ? { codigo: typed.toUpperCase() } : { buscar: typed }
}

/** What the figures count: the bank says it in parentheses at the end of a series' or a group's name. */
export const unitOf = (codigo: string, nombre: string, grupo: string): string | null =>
  knownSeries(codigo)?.unit ?? lastParentheses(nombre) ?? lastParentheses(grupo)

const lastParentheses = (text: string): string | null => /.*\(([^()]+)\)/.exec(text)?.[1] ?? null
