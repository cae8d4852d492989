import { availableParallelism } from 'node:os'
import { isCalendarDate } from './domain/lima-time.ts'

// Reads the values of settings. A bad one is a line for the operator.

/** A setting that cannot be used; its message is the line the operator reads. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export const wholeNumber = (name: string, value: string, most: number): number | null => {
  if (value === '') return null
  if (!/^[0-9]{1,10}$/.test(value) || Number(value) > most) {
    throw new ConfigError(`${name} debe ser un número entero entre 0 y ${most}.`)
  }
  return Number(value)
}

export const atLeastOne = <Name extends string>(name: Name, text: (name: Name) => string, most: number): number => {
  const value = wholeNumber(name, text(name), most)
  if (!value) throw new ConfigError(`${name} debe ser 1 o más.`)
  return value
}

const MOST_WORKERS = 64
/** More are seldom busy, and each takes memory. */
const MOST_DEFAULT_WORKERS = 8

export const workerCount = <Name extends string>(name: Name, text: (name: Name) => string): number => {
  const workers = wholeNumber(name, text(name), MOST_WORKERS)
  if (workers === 0) throw new ConfigError(`${name} debe ser 1 o más.`)
  return workers ?? Math.min(MOST_DEFAULT_WORKERS, availableParallelism())
}

export const oneOf = <Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice => {
  const choice = choices.find((one) => one === value)
  if (!choice) throw new ConfigError(`${name} debe ser uno de: ${choices.join(', ')}.`)
  return choice
}

/** Words of a closed list, separated by commas. */
export const words = <Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice[] =>
  partsOf(value).map((one) => oneOf(name, one, choices))

export const webAddress = (name: string, value: string): URL => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new ConfigError(`${name} debe ser una dirección http:// o https://.`)
  }
  return new URL(value)
}

/** An address without its closing slash: paths are appended to it. */
export const origin = <Name extends string>(name: Name, text: (name: Name) => string): string =>
  webAddress(name, text(name)).href.replace(/\/+$/, '')

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i

/** An http(s) address or a path; never quoted in a message, since an address may hold a signature. */
export const place = <Name extends string>(name: Name, text: (name: Name) => string): string => {
  const value = text(name)
  if (SCHEME.test(value) && !value.startsWith('file:')) {
    const { username, password } = webAddress(name, value)
    if (username || password) throw new ConfigError(`${name} no admite usuario ni contraseña.`)
  }
  return value
}

export const folder = <Name extends string>(name: Name, text: (name: Name) => string): string => {
  if (SCHEME.test(text(name))) throw new ConfigError(`${name} debe ser una carpeta, no una dirección.`)
  return text(name)
}

export const origins = (name: string, value: string): string[] =>
  partsOf(value).map((one) => webAddress(name, one).origin)

export const calendarDate = (name: string, value: string): string | undefined => {
  if (value === '') return undefined
  if (!isCalendarDate(value)) throw new ConfigError(`${name} debe ser una fecha real con la forma AAAA-MM-DD.`)
  return value
}

/** What stands between commas. */
const partsOf = (value: string): string[] =>
  value
    .trim()
    .split(/\s*,\s*/)
    .filter((one) => one !== '')
