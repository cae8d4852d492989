import { dniOfRuc } from './ruc.ts'

const SHOWN = 5
const HIDDEN = 3

/**
 * The number of a person as others may see it: `***45678`. A company's RUC stays. A person's RUC holds the DNI, so it is
 * masked as that. At least three characters are hidden, however short a number is.
 */
export const maskDocument = (documento: string): string => {
  if (/^20[0-9]{9}$/.test(documento) || documento === '') return documento
  const number = documento.length === 11 ? dniOfRuc(documento) || documento : documento
  return `***${number.slice(Math.max(HIDDEN, number.length - SHOWN))}`
}

/** The same value with every text in it that holds the number masked. */
export const maskIn = <Value>(value: Value, documento: string): Value => {
  if (documento.length < HIDDEN) return value
  const masked = maskDocument(documento)
  if (masked === documento) return value
  const numbers = [documento, dniOfRuc(documento)].filter((one) => one !== '')
  const inside = (one: unknown): unknown => {
    if (typeof one === 'string') return numbers.reduce((text, number) => text.replaceAll(number, masked), one)
    if (Array.isArray(one)) return one.map(inside)
    if (one === null || typeof one !== 'object') return one
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, inside(inner)]))
  }
  return inside(value) as Value
}
