import { dniOfRuc } from '../../ruc.ts'
import type { ListedDocument, ListedParty } from '../party.ts'
import { hashWord, SALT } from '../words/word-hash.ts'
import { type HashTable, HashTableBuilder } from './hash-table.ts'

/** Numbers are equal in this form: without the zeros in front, which a spreadsheet takes away, and without IMO. */
export const plainNumber = (number: string): string =>
  number.replace(/^IMO(?=[0-9]{7}$)/, '').replace(/^0+(?=[0-9]{5,}$)/, '')

/** The keys a listed number is found by: a RUC of prefix 10 is also the DNI inside it. */
export const listedKeys = ({ kind, country, number }: ListedDocument): string[] => {
  if (country === 'Peru' && kind === 'RUC')
    return [`RUC:${number}`, ...(dniOfRuc(number) ? [`DNI:${dniOfRuc(number)}`] : [])]
  return country === 'Peru' && kind === 'DNI' ? [`DNI:${number}`] : [`N:${plainNumber(number)}`]
}

export const hashOfKey = (key: string): number => hashWord(key, SALT.document)

/** The numbers of a list, each with the parties that have it. */
export const buildDocuments = (parties: readonly ListedParty[]): HashTable => {
  const documents = new HashTableBuilder()
  for (const [partyId, party] of parties.entries())
    for (const key of new Set(party.documents.flatMap(listedKeys))) documents.add(hashOfKey(key), partyId)
  return documents.build()
}
