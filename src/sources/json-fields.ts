import { cleanText } from '../domain/registry-text.ts'

/** A JSON object read by name, whatever the case, accents or underscores of its keys. */
export interface Fields {
  /** The first of these keys that holds text or a number, cleaned; an empty string when none does. */
  text(...names: string[]): string
  /** The value as it came. */
  raw(...names: string[]): unknown
  has(...names: string[]): boolean
  /** Every key, in lower case and without signs. */
  names(): string[]
}

const foldKey = (key: string): string =>
  key
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export const fieldsOf = (object: Record<string, unknown>): Fields => {
  const byKey = new Map<string, unknown>()
  for (const [key, value] of Object.entries(object)) {
    const name = foldKey(key)
    if (cleanText(byKey.get(name)) === '') byKey.set(name, value)
  }
  const values = (names: string[]): unknown[] => names.map((name) => byKey.get(foldKey(name)))
  return {
    text: (...names) =>
      values(names)
        .map(cleanText)
        .find((text) => text !== '') ?? '',
    raw: (...names) => values(names).find((value) => value !== undefined && value !== null),
    has: (...names) => names.some((name) => byKey.has(foldKey(name))),
    names: () => [...byKey.keys()],
  }
}
