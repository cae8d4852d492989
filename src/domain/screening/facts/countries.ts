import { ALSO_OF, COUNTRY_ROWS, SHARED_ROWS } from './country-table.ts'

/** Codes of countries; several where a name stands for more than one. */
type Codes = readonly string[]

const NONE: Codes = []
/** Longer than any name of the table, in words. */
const MAX_NAME_WORDS = 10

/** Capitals without accents, everything but letters and digits to single spaces. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split('|'))

const namesIn = (cell: string | undefined): string[] => (cell ?? '').split(';').map(fold)

const COUNTRIES = rowsOf(COUNTRY_ROWS)

/** What a caller may write → code. */
const ASKED: ReadonlyMap<string, string> = new Map(
  COUNTRIES.flatMap(([code, spanish]) =>
    [code as string, ...namesIn(spanish)].map((name): [string, string] => [name, code as string]),
  ),
)

/** What the lists write, without its articles → codes. */
const LISTED: ReadonlyMap<string, Codes> = new Map([
  ...COUNTRIES.flatMap(([code, , english]) =>
    namesIn(english).map((name): [string, Codes] => [withoutThe(name), [code as string]]),
  ),
  ...rowsOf(SHARED_ROWS).flatMap(([names, codes]) =>
    namesIn(names).map((name): [string, Codes] => [withoutThe(name), (codes as string).split(' ')]),
  ),
])

const ARTICLE = /^(?:EL|LA|LOS|LAS) /
/** `República del Perú`, `República Federal de Alemania`, `Reino de España`. */
const STATE_FORM =
  /^(?:REPUBLICA|REINO|ESTADO|PRINCIPADO|SULTANATO|GRAN DUCADO|UNION)(?: [A-Z]+){0,2}? (?:DEL?|DE LA|DE LOS|DE LAS) /

/** The code of a country that a caller names by its code or in Spanish; null when there is none of that name. */
export const countryCode = (text: string): string | null => {
  const name = fold(text)
  const short = name.replace(STATE_FORM, '')
  return ASKED.get(name) ?? ASKED.get(name.replace(ARTICLE, '')) ?? ASKED.get(short) ?? null
}

/** The countries that a text of a list names; none when it names no country. */
export const listedCountries = (text: string): Codes => {
  const name = withoutThe(fold(text))
  const whole = LISTED.get(name)
  if (whole) return whole
  // "Sudan/South Sudan": one or the other.
  if (text.includes('/')) return distinct(text.split('/').flatMap(listedCountries))
  return countriesAtEnd(name) ?? countriesWithin(name.split(' '))
}

/** Are these the same country, or is one a territory of the other? */
export const isSameCountry = (one: string, other: string): boolean =>
  one === other || ALSO_OF[one] === other || ALSO_OF[other] === one

/** The code, and every other one that is the same country. */
export const namesOfCountry = (code: string): Codes => [
  code,
  ...Object.entries(ALSO_OF)
    .flat()
    .filter((other) => other !== code && isSameCountry(other, code)),
]

function withoutThe(name: string): string {
  return name
    .replace(/\bTHE\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

/** A place ends with its country: `Atlanta, Georgia, United States`. */
const countriesAtEnd = (name: string): Codes | null => {
  let found: Codes | null = null
  let space = name.length
  for (let words = 0; words < MAX_NAME_WORDS && space > 0; words++) {
    space = name.lastIndexOf(' ', space - 1)
    // The longest name counts: South Sudan is not Sudan.
    found = LISTED.get(name.slice(space + 1)) ?? found
  }
  return found
}

/** `Bahrain (citizenship revoked)`, `United States. Also believed to hold Syrian nationality`. */
const countriesWithin = (words: readonly string[]): Codes => {
  const found: string[] = []
  for (let first = 0; first < words.length; first++) {
    for (let count = Math.min(MAX_NAME_WORDS, words.length - first); count > 0; count--) {
      const codes = LISTED.get(words.slice(first, first + count).join(' '))
      if (!codes) continue
      found.push(...codes)
      first += count - 1
      break
    }
  }
  return found.length === 0 ? NONE : distinct(found)
}

const distinct = (codes: readonly string[]): Codes => [...new Set(codes)]
