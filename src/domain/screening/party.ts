/** The two lists a name is screened against, as the wire calls them. */
export type ListId = 'US' | 'UN'

/** How far a listed name can be trusted: a weak alias only confirms what something else has found. */
export type NameStrength = 'principal' | 'alias' | 'alias-debil'

export interface ListedName {
  texto: string
  clase: NameStrength
  /** How many of the leading characters are surnames, when the list says so (`SURNAMES, Given names`); else 0. */
  apellidosHasta: number
}

export interface ListedDocument {
  clase: DocumentKind
  /** The country that issued it, as the list writes it; empty when it does not say. */
  pais: string
  /** Letters and digits only, upper case. */
  numero: string
}

/** Only Peru's own numbers are told apart by kind; the rest are compared as they are written. */
export type DocumentKind = 'RUC' | 'DNI' | 'PASAPORTE' | 'OTRO'

export type PartyKind = 'individual' | 'entity' | 'vessel' | 'aircraft'

/** One entry of a list, with every name and number it is known by. The main name comes first. */
export interface ListedParty {
  fuente: ListId
  /** The list's own number of the entry; it never changes. */
  referencia: string
  tipo: PartyKind
  programa: string
  nombres: ListedName[]
  documentos: ListedDocument[]
}

/** The bare number of a document: what is left without spaces, hyphens and dots. */
export const bareNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * A listed number under the kind it is compared by. Peru's LE became the DNI, and its national ID is the DNI with a
 * check digit behind it.
 */
export const listedDocument = (label: string, number: string, country: string): ListedDocument | null => {
  const numero = bareNumber(number)
  if (numero.length < 4) return null
  const pais = country.trim()
  if (pais === 'Peru') {
    if (/^RUC/i.test(label) && /^\d{11}$/.test(numero)) return { clase: 'RUC', pais, numero }
    if (/^(LE Number|D\.?N\.?I|National ID|National Identification)/i.test(label) && /^\d{8,9}$/.test(numero))
      return { clase: 'DNI', pais, numero: numero.slice(0, 8) }
  }
  return { clase: /^(passport|pasaporte|passeport)/i.test(label) ? 'PASAPORTE' : 'OTRO', pais, numero }
}
