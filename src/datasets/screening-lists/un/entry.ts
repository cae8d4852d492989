import {
  type ListedDocument,
  type ListedName,
  type ListedParty,
  listedDocument,
  type NameKind,
} from '../../../domain/screening/party.ts'

/** One entry as it stands in the document: every element with its path below the entry, in order. */
export interface UnRecord {
  kind: 'INDIVIDUAL' | 'ENTITY'
  fields: [path: string, value: string][]
}

export const isRecord = (element: string): element is UnRecord['kind'] =>
  element === 'INDIVIDUAL' || element === 'ENTITY'

/** Longer values with an explanation are kept without it only. */
const MAX_WHOLE_LENGTH = 90
const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/** The party of an entry. */
export const partyOf = ({ kind, fields }: UnRecord): ListedParty => ({
  fuente: 'UN',
  referencia: first(fields, 'REFERENCE_NUMBER'),
  tipo: kind === 'INDIVIDUAL' ? 'individual' : 'entity',
  programa: first(fields, 'UN_LIST_TYPE'),
  names: distinct([mainName(fields), ...originalScript(fields), ...aliases(fields, `${kind}_ALIAS`)]),
  documents: documents(fields, `${kind}_DOCUMENT`),
})

/** One space between words, straight quotes: leading, trailing and double spaces occur in the list. */
const tidy = (text: string): string =>
  text
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()

const first = (fields: UnRecord['fields'], path: string): string =>
  tidy(fields.find(([name]) => name === path)?.[1] ?? '')

const mainName = (fields: UnRecord['fields']): ListedName => ({
  // The schema gives `na` as the default of a part.
  text: NAME_PARTS.map((part) => first(fields, part))
    .filter((part) => part !== '' && part.toLowerCase() !== 'na')
    .join(' '),
  kind: 'principal',
  // The parts are only parts in order; the list does not say which are surnames.
  surnamesEnd: 0,
})

const originalScript = (fields: UnRecord['fields']): ListedName[] => {
  const text = first(fields, 'NAME_ORIGINAL_SCRIPT')
  return text === '' ? [] : [{ text, kind: 'alias', surnamesEnd: 0 }]
}

/** The aliases of an entry: Good, a.k.a. and f.k.a. are strong, Low is weak. One value may hold several names. */
const aliases = (fields: UnRecord['fields'], element: string): ListedName[] => {
  const names: ListedName[] = []
  let kind: NameKind = 'alias'
  for (const [path, value] of fields) {
    if (path === `${element}/QUALITY`) kind = /^low$/i.test(tidy(value)) ? 'alias-debil' : 'alias'
    if (path !== `${element}/ALIAS_NAME`) continue
    for (const part of value.split(/;\s/)) {
      for (const text of spellings(tidy(part))) names.push({ text, kind, surnamesEnd: 0 })
    }
  }
  return names
}

// `..., born 1 Jan. 1953 (Oman passport no. ...)`, `Hilarion Santos, III (third)`.
const spellings = (text: string): string[] => {
  const bare = withoutExplanation(text)
  // What stands in brackets may be an explanation or a part of the name: short values are kept whole as well.
  return [bare, bare !== text && text.length <= MAX_WHOLE_LENGTH ? text : ''].filter((one) => one !== '')
}

const withoutExplanation = (text: string): string => {
  const cut = text.replace(/,\s+born\b.*$/i, '')
  const bare = tidy(cut.replace(/\([^)]*\)?/g, ' '))
  return bare === '' ? cut : bare.replace(/^["']+(?=.)|["',]+$/g, '').trim() || bare
}

const documents = (fields: UnRecord['fields'], element: string): ListedDocument[] => {
  const found: ListedDocument[] = []
  let label = ''
  let number = ''
  let country = ''
  for (const [path, value] of fields) {
    if (path === `${element}/TYPE_OF_DOCUMENT`) label = tidy(value)
    else if (path === `${element}/NUMBER`) number = tidy(value)
    else if (path === `${element}/ISSUING_COUNTRY` || path === `${element}/COUNTRY_OF_ISSUE`) country = tidy(value)
    else if (path === element) {
      const document = listedDocument(label, number, country)
      if (document) found.push(document)
      label = number = country = ''
    }
  }
  return found
}

const distinct = (names: ListedName[]): ListedName[] => {
  const seen = new Set<string>()
  return names.filter(({ text }) => !seen.has(text) && seen.add(text))
}
