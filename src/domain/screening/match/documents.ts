import { dniOfRuc, isNaturalPersonRuc, isRuc } from '../../ruc.ts'
import { eachValue } from '../index/hash-table.ts'
import { hashOfKey, listedKeys, plainNumber } from '../index/listed-documents.ts'
import type { NameIndex } from '../index/name-index.ts'
import { bareNumber, withoutCheckDigit } from '../listed-number.ts'
import type { ListedParty, PartyKind } from '../party.ts'

/** The document a caller gave. */
export interface AskedDocument {
  number: string
  /** Empty when it is no RUC. */
  ruc: string
  /** What it is looked up by; it may always be a foreign number as well. */
  keys: readonly string[]
  /** The kinds of Peru's numbers that it certainly is: another one of that kind contradicts it. */
  kinds: readonly string[]
}

/** Does the party have the asked number, or another one of the same kind and country? Null when neither can be said. */
export type DocumentComparison = 'same' | 'different' | null

const NOT_PEOPLE: readonly PartyKind[] = ['entity', 'vessel', 'aircraft']

/** `DNI07552116`, `RUC-20100070970`: what the number is called, where another program puts it before the number. */
const LABEL = /^(?:DNI|RUC|LE)-?(?=[0-9])/i

export const readDocument = (written: string): AskedDocument => {
  const documento = written.replace(LABEL, '')
  const number = bareNumber(documento)
  const ruc = isRuc(number) ? number : ''
  const dni = DNI.exec(documento)?.[1] ?? dniOfRuc(ruc)
  const unchecked = withoutCheckDigit(documento)
  const maybeDnis = dni ? [dni] : [dniAsTyped(number), dniAsTyped(unchecked ?? '')]
  return {
    number,
    ruc,
    keys: [
      ...(ruc ? [`RUC:${ruc}`] : []),
      ...maybeDnis.filter(Boolean).map((one) => `DNI:${one}`),
      ...[number, ...(unchecked ? [bareNumber(unchecked)] : [])].map((one) => `N:${plainNumber(one)}`),
    ],
    kinds: [...(ruc ? ['RUC'] : []), ...(dni ? ['DNI'] : [])],
  }
}

/** Eight digits, or these with their check digit behind a hyphen. */
const DNI = /^([0-9]{8})(?:-[0-9A-Z])?$/i

/** The DNI of a number with hyphens, that lost its zeros, or that has its check digit behind it; else empty. */
const dniAsTyped = (typed: string): string => {
  const number = bareNumber(typed)
  if (/^[0-9]{5,8}$/.test(number)) return number.padStart(8, '0')
  return /^[0-9]{8}[0-9A-Z]$/.test(number) ? number.slice(0, 8) : ''
}

/** What the owner of a document cannot be: a RUC of prefix 20 is no person's, one of prefix 10 is a person's. */
export const kindsExcludedBy = (document: AskedDocument | null): readonly PartyKind[] => {
  if (document?.ruc.startsWith('20')) return ['individual']
  return document?.ruc && isNaturalPersonRuc(document.ruc) ? NOT_PEOPLE : []
}

/** Whose a RUC is, as callers call it. */
export const ownerOf = ({ ruc }: AskedDocument): 'persona' | 'empresa' =>
  isNaturalPersonRuc(ruc) ? 'persona' : 'empresa'

/** Is the party something that the owner of the asked document cannot be? Not when it has that very number. */
export const isExcluded = (
  { excluded, document }: { excluded: readonly PartyKind[]; document: AskedDocument | null },
  party: ListedParty,
): boolean => excluded.includes(party.tipo) && compareDocument(party, document) !== 'same'

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'))

/** The parties that have the asked number, each once. */
export const partiesWith = ({ documents, parties }: NameIndex, asked: AskedDocument): number[] => {
  const found = new Set<number>()
  for (const key of asked.keys)
    eachValue(documents, hashOfKey(key), (partyId) => {
      // Different numbers may share a hash.
      if (parties[partyId]?.documents.some((one) => listedKeys(one).includes(key))) found.add(partyId)
    })
  return [...found]
}

export const compareDocument = (party: ListedParty, asked: AskedDocument | null): DocumentComparison => {
  if (!asked || party.documents.length === 0) return null
  const listed = party.documents.flatMap(listedKeys)
  if (asked.keys.some((key) => listed.includes(key))) return 'same'
  return listed.some((key) => asked.kinds.includes(kindOf(key))) ? 'different' : null
}

/** The listed number that an asked one agrees with or contradicts. */
export const numberToShow = (party: ListedParty, { keys, kinds }: AskedDocument): string | undefined => {
  const withKey = (isMeant: (key: string) => boolean) => party.documents.find((one) => listedKeys(one).some(isMeant))
  return (withKey((key) => keys.includes(key)) ?? withKey((key) => kinds.includes(kindOf(key))))?.number
}
