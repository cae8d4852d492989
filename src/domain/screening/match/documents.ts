import { dniOfRuc, isNaturalPersonRuc, isRuc } from '../../ruc.ts'
import { eachValue } from '../index/hash-table.ts'
import { hashOfKey, listedKeys } from '../index/listed-documents.ts'
import type { NameIndex } from '../index/name-index.ts'
import { bareNumber, type ListedParty, type PartyKind } from '../party.ts'

/** The document a caller gave beside the name. */
export interface AskedDocument {
  number: string
  /** Empty when it is no RUC. */
  ruc: string
  /** The DNI itself, or the one inside a RUC of prefix 10; else empty. */
  dni: string
}

/** Does the party have the asked number, or another one of the same kind and country? Null when neither can be said. */
export type DocumentComparison = 'same' | 'different' | null

const NOT_PEOPLE: readonly PartyKind[] = ['entity', 'vessel', 'aircraft']

export const readDocument = (documento: string): AskedDocument => {
  const number = bareNumber(documento)
  const ruc = isRuc(number) ? number : ''
  return { number, ruc, dni: /^\d{8}$/.test(number) ? number : dniOfRuc(ruc) }
}

/** What the owner of a document cannot be: a RUC of prefix 20 is no person's, one of prefix 10 is a person's. */
export const kindsExcludedBy = (document: AskedDocument | null): readonly PartyKind[] => {
  if (document?.ruc.startsWith('20')) return ['individual']
  return document?.ruc && isNaturalPersonRuc(document.ruc) ? NOT_PEOPLE : []
}

/** The keys an asked number is looked up by; it may also be a foreign number, which is compared as written. */
const askedKeys = ({ number, ruc, dni }: AskedDocument): string[] => [
  ...(ruc ? [`RUC:${ruc}`] : []),
  ...(dni ? [`DNI:${dni}`] : []),
  `N:${number}`,
]

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'))

/** The parties that have the asked number, each once. */
export const partiesWith = ({ documents, parties }: NameIndex, asked: AskedDocument): number[] => {
  const found = new Set<number>()
  for (const key of askedKeys(asked))
    eachValue(documents, hashOfKey(key), (partyId) => {
      // Different numbers may share a hash.
      if (parties[partyId]?.documents.some((one) => listedKeys(one).includes(key))) found.add(partyId)
    })
  return [...found]
}

export const compareDocument = (party: ListedParty, asked: AskedDocument | null): DocumentComparison => {
  if (!asked || party.documents.length === 0) return null
  const listed = party.documents.flatMap(listedKeys)
  const keys = askedKeys(asked)
  if (keys.some((key) => listed.includes(key))) return 'same'
  const kinds = new Set(keys.map(kindOf).filter((kind) => kind !== 'N'))
  return listed.some((key) => kinds.has(kindOf(key))) ? 'different' : null
}

/** Does the party have the asked number, or the DNI in it, as a number of Peru? */
export const hasPeruvianNumber = (party: ListedParty, asked: AskedDocument): boolean =>
  party.documents.some(({ country, number }) => country === 'Peru' && (number === asked.number || number === asked.dni))

/** The listed number that an asked one agrees with or contradicts. */
export const numberToShow = (party: ListedParty, asked: AskedDocument): string | undefined => {
  const keys = askedKeys(asked)
  const kinds = new Set(keys.map(kindOf))
  const same = party.documents.find((one) => listedKeys(one).some((key) => keys.includes(key)))
  return (same ?? party.documents.find((one) => listedKeys(one).some((key) => kinds.has(kindOf(key)))))?.number
}
