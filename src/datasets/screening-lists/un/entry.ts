import { listedDocuments, numbersAmongWords } from '../../../domain/screening/listed-number.ts'
import type {
  ListedDocument,
  ListedName,
  ListedParty,
  NameKind,
  StatedDocument,
} from '../../../domain/screening/party.ts'
import { distinctNames, tidy } from '../names.ts'
import { elementsOf, partOf, type UnElement, type UnRecord } from './element.ts'
import { documentOf, recordOf } from './record.ts'

/** Longer values with an explanation are kept without it only. */
const MAX_WHOLE_LENGTH = 90
const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

/** The party of an entry, and how many of its elements have an unknown meaning. */
export const partyOf = (entry: UnRecord): { party: ListedParty; unread: number } => {
  const elements = elementsOf(entry)
  const { record, unread } = recordOf(entry, elements)
  const { kind } = entry
  return {
    party: {
      fuente: 'UN',
      referencia: first(elements, 'REFERENCE_NUMBER'),
      tipo: kind === 'INDIVIDUAL' ? 'individual' : 'entity',
      programa: first(elements, 'UN_LIST_TYPE'),
      names: distinctNames([mainName(elements), ...originalScript(elements), ...aliases(elements, `${kind}_ALIAS`)]),
      documents: elements
        .filter(({ name }) => name === `${kind}_DOCUMENT`)
        .flatMap((element) => comparedNumbers(documentOf(element))),
      record,
    },
    unread,
  }
}

/** The numbers that a customer's document is compared with. Where the element of the number is empty, its note has it. */
const comparedNumbers = ({ kind, number, country, note }: StatedDocument): ListedDocument[] => {
  if (number !== '') return listedDocuments(kind, tidy(number), tidy(country))
  return numbersAmongWords(tidy(note)).flatMap((one) => listedDocuments(kind, one, tidy(country)))
}

const first = (elements: readonly UnElement[], wanted: string): string =>
  tidy(elements.find(({ name }) => name === wanted)?.text ?? '')

const mainName = (elements: readonly UnElement[]): ListedName => ({
  // The schema gives `na` as the default of a part.
  text: NAME_PARTS.map((part) => first(elements, part))
    .filter((part) => part !== '' && part.toLowerCase() !== 'na')
    .join(' '),
  kind: 'principal',
  // The parts are only parts in order; the list does not say which are surnames.
  surnamesEnd: 0,
})

const originalScript = (elements: readonly UnElement[]): ListedName[] => {
  const text = first(elements, 'NAME_ORIGINAL_SCRIPT')
  return text === '' ? [] : [{ text, kind: 'alias', surnamesEnd: 0 }]
}

/** The aliases of an entry: Good, a.k.a. and f.k.a. are strong, Low is weak. One value may hold several names. */
const aliases = (elements: readonly UnElement[], wanted: string): ListedName[] =>
  elements
    .filter(({ name }) => name === wanted)
    .flatMap((element) => {
      const kind: NameKind = /^low$/i.test(partOf(element, 'QUALITY')) ? 'alias-debil' : 'alias'
      const values = element.parts.filter(([name]) => name === 'ALIAS_NAME').map(([, value]) => value)
      return values
        .flatMap((value) => value.split(/;\s/))
        .flatMap((part) => spellings(tidy(part)))
        .map((text): ListedName => ({ text, kind, surnamesEnd: 0 }))
    })

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
