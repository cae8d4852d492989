import { dniOfRuc } from '../../ruc.ts'
import type { ListedDocument, ListedParty } from '../party.ts'
import type { AskedDocument } from './question.ts'

/** Numbers of a list → the places of the parties that have them. */
export type DocumentIndex = Map<string, number[]>

export type DocumentVerdict = 'igual' | 'distinto' | null

/** The keys a listed number is found by: a RUC of prefix 10 is also the DNI inside it. */
const keysOf = ({ clase, pais, numero }: ListedDocument): string[] => {
  if (pais === 'Peru' && clase === 'RUC')
    return [`RUC:${numero}`, ...(dniOfRuc(numero) ? [`DNI:${dniOfRuc(numero)}`] : [])]
  return pais === 'Peru' && clase === 'DNI' ? [`DNI:${numero}`] : [`N:${numero}`]
}

/** The keys an asked number looks under. What is neither RUC nor DNI, or could be a foreign number, is compared as written. */
const keysAsked = ({ numero, ruc, dni }: AskedDocument): string[] => [
  ...(ruc ? [`RUC:${ruc}`] : []),
  ...(dni ? [`DNI:${dni}`] : []),
  `N:${numero}`,
]

export const buildDocumentIndex = (parties: readonly ListedParty[]): DocumentIndex => {
  const index: DocumentIndex = new Map()
  parties.forEach((party, place) => {
    for (const key of new Set(party.documentos.flatMap(keysOf))) {
      const places = index.get(key)
      if (places) places.push(place)
      else index.set(key, [place])
    }
  })
  return index
}

export const partiesWith = (index: DocumentIndex, asked: AskedDocument): number[] => [
  ...new Set(keysAsked(asked).flatMap((key) => index.get(key) ?? [])),
]

/** Does the asked number agree with the party's, or contradict it? Only a number of the same kind and country can. */
export const compareDocument = (party: ListedParty, asked: AskedDocument | null): DocumentVerdict => {
  if (!asked || party.documentos.length === 0) return null
  const keys = party.documentos.flatMap(keysOf)
  const looked = keysAsked(asked)
  if (looked.some((key) => keys.includes(key))) return 'igual'
  const kinds = new Set(looked.map(kindOf).filter((kind) => kind !== 'N'))
  return keys.some((key) => kinds.has(kindOf(key))) ? 'distinto' : null
}

/** The listed number that an asked one agrees with or contradicts. */
export const documentToShow = (party: ListedParty, asked: AskedDocument): string | undefined => {
  const looked = keysAsked(asked)
  const kinds = new Set(looked.map(kindOf))
  const equal = party.documentos.find((one) => keysOf(one).some((key) => looked.includes(key)))
  return (equal ?? party.documentos.find((one) => keysOf(one).some((key) => kinds.has(kindOf(key)))))?.numero
}

const kindOf = (key: string): string => key.slice(0, key.indexOf(':'))
