import { type Random, seededRandom } from '../../../sandbox/random.ts'
import type { ListedName, ListedParty } from '../../../src/domain/screening/party.ts'

/** A question whose right answer is known: the party it was made from. */
export interface MadeQuestion {
  kind: string
  nombre: string
  documento?: string
  party: ListedParty
}

export type Maker = (name: Parts, random: Random) => string | null

export interface Parts {
  surnames: string[]
  given: string[]
  whole: string
  person: boolean
}

const ACCENTS: Record<string, string> = {
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  N: 'Ñ',
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  n: 'ñ',
}
const KEYS = ['QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM']
const TITLES = ['Dr.', 'Ing.', 'Lic.', 'Prof.', 'Abg.', 'Econ.', 'Sra.', 'Dra.']
const MORE_NAMES = ['Luis', 'Maria', 'Jose', 'Rosa', 'Manuel', 'Enrique', 'Elena', 'Alberto', 'Carmen']
const SOUND_PAIRS = [
  ['Z', 'S'],
  ['S', 'Z'],
  ['V', 'B'],
  ['B', 'V'],
  ['GE', 'JE'],
  ['GI', 'JI'],
  ['LL', 'Y'],
  ['Y', 'I'],
  ['I', 'Y'],
] as const
const ROMANISATIONS = [
  ['MOHAMMED', 'MUHAMMAD'],
  ['MUHAMMAD', 'MOHAMED'],
  ['MOHAMMAD', 'MOHAMED'],
  ['MOHAMED', 'MOHAMMAD'],
  ['AHMED', 'AHMAD'],
  ['AHMAD', 'AHMED'],
  ['HUSSEIN', 'HUSAIN'],
  ['HUSSAIN', 'HUSSEIN'],
  ['HASSAN', 'HASAN'],
  ['IBRAHIM', 'EBRAHIM'],
  ['ABDULLAH', 'ABDALLAH'],
  ['ABDALLAH', 'ABDULLAH'],
  ['YUSUF', 'YOUSEF'],
  ['KHALID', 'KHALED'],
  ['MUSTAFA', 'MOSTAFA'],
  ['MAHMOUD', 'MAHMUD'],
  ['NASSER', 'NASIR'],
  ['OMAR', 'UMAR'],
  ['SALEH', 'SALIH'],
  ['ALEKSANDR', 'ALEXANDER'],
  ['SERGEY', 'SERGEI'],
  ['DMITRY', 'DMITRIY'],
  ['YEVGENY', 'EVGENY'],
  ['EVICH', 'EVITCH'],
  ['OVICH', 'OVITCH'],
  ['YURY', 'YURIY'],
  ['AL-', 'EL-'],
  ['EL ', 'AL '],
] as const
const FORMS = [
  [/\bS\.A\. DE C\.V\.?/, ['SA DE CV', 'S.A. de C.V', '']],
  [/\bS\.A\.C\./, ['SAC', 'Sociedad Anonima Cerrada', '']],
  [/\bS\.A\.(?!\w)/, ['SA', 'Sociedad Anonima', '']],
  [/\bLTDA\b\.?/, ['LIMITADA', 'LTDA', '']],
  [/\bLIMITED LIABILITY COMPANY/, ['LLC', 'OOO', 'L.L.C.']],
  [/\bJOINT STOCK COMPANY/, ['JSC', 'AO']],
  [/\bCO\.?,? LTD\.?/, ['COMPANY LIMITED', 'CO LTD', 'CO., LTD']],
  [/\bLIMITED\b/, ['LTD', 'LTD.', '']],
  [/\bLLC\b/, ['L.L.C.', 'Limited Liability Company', '']],
  [/\bINC\b\.?/, ['INCORPORATED', 'INC', '']],
  [/\bCORP\b\.?/, ['CORPORATION', 'CORP']],
] as const

const partsOf = ({ text, surnamesEnd }: ListedName, person: boolean): Parts => ({
  surnames: surnamesEnd > 0 ? text.slice(0, surnamesEnd).split(' ') : [],
  given:
    surnamesEnd > 0
      ? text
          .slice(surnamesEnd + 1)
          .trim()
          .split(' ')
      : text.split(' '),
  whole: text,
  person,
})

export const natural = ({ surnames, given }: Parts): string => [...given, ...surnames].join(' ')
const listed = ({ surnames, given }: Parts): string =>
  surnames.length > 0 ? `${surnames.join(' ')}, ${given.join(' ')}` : given.join(' ')
const eitherOrder = (parts: Parts, random: Random): string => (random.chance(0.5) ? natural(parts) : listed(parts))

const typoIn = (word: string, random: Random): string => {
  const at = 1 + random.below(word.length - 2)
  const letter = word[at] as string
  const row = KEYS.find((keys) => keys.includes(letter.toUpperCase()))
  const near = row
    ? (row[Math.max(0, row.indexOf(letter.toUpperCase()) + (random.chance(0.5) ? 1 : -1))] ?? 'E')
    : letter
  const kinds = [
    word.slice(0, at) + word[at + 1] + letter + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + near + word.slice(at + 1),
  ]
  return random.pick(kinds)
}

/** One typing error in a word of five letters or more; two when the name is long. */
export const withTypo = (text: string, random: Random): string | null => {
  const words = text.split(' ')
  const long = words.map((word, at) => (/^[A-Za-z]{5,}$/.test(word) ? at : -1)).filter((at) => at >= 0)
  if (long.length === 0) return null
  for (let left = text.length > 35 ? 2 : 1; left > 0; left--) {
    const at = random.pick(long)
    words[at] = typoIn(words[at] as string, random)
  }
  return words.join(' ')
}

const without = (words: readonly string[], at: number): string[] => words.filter((_, other) => other !== at)
const isRare = (word: string): boolean => word.length >= 5

const MAKERS: Record<string, Maker> = {
  exact: ({ whole }, random) => (random.chance(0.5) ? whole : whole.toLowerCase()),
  reordered: (parts) => (parts.person && parts.surnames.length > 0 ? natural(parts) : null),
  transliteration: (parts, random) => {
    const text = eitherOrder(parts, random)
    const pairs = parts.person ? [...ROMANISATIONS, ...SOUND_PAIRS] : []
    const fitting = pairs.filter(([from]) => new RegExp(from, 'i').test(text))
    if (fitting.length === 0) return null
    const [from, to] = random.pick(fitting)
    return text.replace(new RegExp(from, 'i'), to)
  },
  typo: (parts, random) => withTypo(parts.person ? eitherOrder(parts, random) : parts.whole, random),
  spacing: ({ whole, ...parts }, random) => {
    const words = (parts.person ? natural({ whole, ...parts }) : whole).split(' ')
    if (words.length < 3) return null
    const at = random.below(words.length - 1)
    if (!/^[A-Za-z]{3,}$/.test(words[at] as string) || !/^[A-Za-z]{3,}$/.test(words[at + 1] as string)) return null
    return [...words.slice(0, at), `${words[at]}${words[at + 1]}`, ...words.slice(at + 2)].join(' ')
  },
  'first-letter': (parts, random) => {
    const pairs = { S: 'Z', Z: 'S', B: 'V', V: 'B', H: '', C: 'K', K: 'C', Y: 'I' } as Record<string, string>
    if (!parts.person) return null
    const words = natural(parts).split(' ')
    const fitting = words
      .map((word, at) => (isRare(word) && pairs[word[0] as string] !== undefined ? at : -1))
      .filter((at) => at >= 0)
    if (fitting.length === 0) return null
    const at = random.pick(fitting)
    const word = words[at] as string
    if (word.startsWith('C') && /^C[EIH]/i.test(word)) return null
    words[at] = `${pairs[word[0] as string]}${word.slice(1)}`
    return words.join(' ')
  },
  compound: (parts, random) => {
    if (!parts.person || parts.given.length < 2 || parts.surnames.length < 1) return null
    return withTypo([...parts.surnames, ...without(parts.given, parts.given.length - 1)].join(' '), random)
  },
  'missing-token': (parts, random) => {
    if (!parts.person || parts.surnames.length + parts.given.length < 3) return null
    if (parts.surnames.length === 2 && random.chance(0.5))
      return eitherOrder({ ...parts, surnames: parts.surnames.slice(0, 1) }, random)
    if (parts.given.length < 2) return null
    return eitherOrder({ ...parts, given: without(parts.given, random.below(parts.given.length)) }, random)
  },
  'extra-token': (parts, random) => {
    if (!parts.person) return random.chance(0.5) ? `GRUPO ${parts.whole}` : `${parts.whole} SUCURSAL PERU`
    if (random.chance(0.5)) return `${random.pick(TITLES)} ${natural(parts)}`
    const [first = '', ...rest] = parts.given
    return parts.surnames.length > 0 ? natural({ ...parts, given: [first, random.pick(MORE_NAMES), ...rest] }) : null
  },
  diacritics: (parts, random) => {
    const text = parts.person ? natural(parts) : parts.whole
    const fitting = [...text].map((letter, at) => (ACCENTS[letter] ? at : -1)).filter((at) => at >= 0)
    if (fitting.length === 0) return null
    const at = random.pick(fitting)
    const accented = text.slice(0, at) + ACCENTS[text[at] as string] + text.slice(at + 1)
    return random.chance(0.3) ? accented.normalize('NFD') : accented
  },
  initials: (parts) => {
    if (!parts.person || parts.surnames.length === 0) return null
    const [first = '', second, ...rest] = parts.given
    if (second && /^[A-Z]/.test(second)) return natural({ ...parts, given: [first, `${second[0]}.`, ...rest] })
    return parts.surnames.length === 2 && parts.given.length === 1 && parts.surnames.some((word) => word.length > 6)
      ? natural({ ...parts, given: [`${first[0]}.`] })
      : null
  },
  'company-suffix': ({ whole, person }, random) => {
    if (person) return null
    const fitting = FORMS.find(([form]) => form.test(whole))
    return fitting ? whole.replace(fitting[0], random.pick(fitting[1] as readonly string[])).trim() : null
  },
  'spanish-particles': (parts, random) => {
    if (!parts.person || parts.surnames.length < 2) return null
    const at = parts.surnames.findIndex((word) => /^(DE|DEL|LA|LOS|LAS)$/i.test(word))
    if (at >= 0) return eitherOrder({ ...parts, surnames: without(parts.surnames, at) }, random)
    if (parts.surnames.length !== 2) return null
    const [first = '', second = ''] = parts.surnames
    return eitherOrder({ ...parts, surnames: [first, random.pick(['DE', 'Y', 'DEL', 'DE LA']), second] }, random)
  },
}

/** `perKind` questions of every kind, made from main names of the lists (half of them Latin American, where the list says so). */
export const makeQuestions = (parties: readonly ListedParty[], perKind: number, seed: number): MadeQuestion[] => {
  const latin = parties.filter(
    ({ programa, fuente }) => fuente === 'US' && /SDNT|VENEZUELA|TCO|ILLICIT|CUBA|NICARAGUA/.test(programa),
  )
  const un = parties.filter(({ fuente }) => fuente === 'UN')
  const either = latin.length > 0 ? latin : parties
  // Half of the tries are Latin American, a tenth is from the UN list, the rest from anywhere.
  const pools = [
    either,
    un.length > 0 ? un : parties,
    either,
    parties,
    either,
    parties,
    either,
    parties,
    either,
    parties,
  ]
  return makeQuestionsOf(MAKERS, pools, perKind, seed)
}

/** `perKind` questions by each maker, from parties of the pools in turn. */
export const makeQuestionsOf = (
  makers: Record<string, Maker>,
  pools: readonly (readonly ListedParty[])[],
  perKind: number,
  seed: number,
): MadeQuestion[] => {
  const random = seededRandom(seed)
  return Object.entries(makers).flatMap(([kind, make]) => {
    const made: MadeQuestion[] = []
    for (let tries = 0; made.length < perKind && tries < perKind * 200; tries++) {
      const party = random.pick(pools[tries % pools.length] as readonly ListedParty[])
      const name = party.names[0] as ListedName
      const nombre = make(partsOf(name, party.tipo === 'individual'), random)
      if (nombre && nombre.replace(/[^\p{L}]/gu, '').length >= 5 && nombre.length <= 200)
        made.push({ kind, nombre, party })
    }
    return made
  })
}
