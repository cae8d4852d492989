import type { ListedDocument } from './party.ts'

/** The bare number of a document: what is left without spaces, hyphens and dots. */
export const bareNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Every number in what a list writes as one: several with commas between them, each with and without what stands around it. */
export const listedDocuments = (label: string, written: string, issuer: string): ListedDocument[] => {
  const found = new Map<string, ListedDocument>()
  for (const number of new Set([written, ...written.split(/,\s/)].flatMap(spellingsOf))) {
    const document = /\d/.test(number) ? listedDocument(label, number, issuer) : null
    if (document) found.set(document.number, document)
  }
  return [...found.values()]
}

/** A number with its check digit behind a hyphen: a Colombian NIT, a Venezuelan RIF. Many leave the digit out. */
const CHECKED = /^((?:[A-Z]-?)?[0-9][0-9. ]{5,}[0-9])-[0-9A-Z]$/i

/** `405885 Bogota`, `CNIC: 35202-5400413-9`, `D489833(9)`: the number as it is written, and without the words around it. */
const spellingsOf = (written: string): string[] => {
  const bare = withoutWords(written)
  const whole = bare === written ? [written] : [written, bare, ...numbersAmongWords(written)]
  return [...whole, ...whole.flatMap((number) => withoutCheckDigit(number) ?? [])]
}

export const withoutCheckDigit = (written: string): string | null => CHECKED.exec(written)?.[1] ?? null

const withoutWords = (text: string): string => text.replace(/ ?\([^()]*\)|^\w+: |(?<![^ ])\S*\p{Ll}\S*/gu, '').trim()

/** `CAR diplomatic passport no. D00000898`: the words that are numbers, long enough to identify somebody. */
export const numbersAmongWords = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((word) => /\d/.test(word) && !/\p{Ll}/u.test(word) && bareNumber(word).length >= LEAST_IDENTIFYING)

const LEAST_LISTED = 4
const LEAST_IDENTIFYING = 5

/**
 * A listed number under the kind it is compared by; null when it is too short to identify anybody. Peru's LE became the
 * DNI, and its national ID is the DNI with a check digit behind it.
 */
export const listedDocument = (label: string, written: string, issuer: string): ListedDocument | null => {
  const number = bareNumber(written)
  if (number.length < LEAST_LISTED) return null
  const country = issuer.trim()
  if (country === 'Peru') {
    if (/^RUC/i.test(label) && /^\d{11}$/.test(number)) return { kind: 'RUC', country, number }
    if (/^(LE Number|D\.?N\.?I|National ID|National Identification)/i.test(label) && /^\d{8,9}$/.test(number))
      return { kind: 'DNI', country, number: number.slice(0, 8) }
  }
  return { kind: /^(passport|pasaporte|passeport)/i.test(label) ? 'passport' : 'other', country, number }
}
