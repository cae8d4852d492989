import type { ListId } from '../lists.ts'

export type { ListId } from '../lists.ts'

/** How far a listed name can be trusted: a weak alias only confirms what something else has found. */
export type NameKind = 'principal' | 'alias' | 'alias-debil'

export interface ListedName {
  text: string
  kind: NameKind
  /** How many of the leading characters are surnames, when the list says so (`SURNAMES, Given names`); else 0. */
  surnamesEnd: number
}

export interface ListedDocument {
  kind: DocumentKind
  /** The country that issued it, as the list writes it; empty when it does not say. */
  country: string
  /** Letters and digits only, upper case. */
  number: string
}

/** Only Peru's own numbers are compared by kind; the rest are compared as they are written. */
export type DocumentKind = 'RUC' | 'DNI' | 'passport' | 'other'

export type PartyKind = 'individual' | 'entity' | 'vessel' | 'aircraft'

/** A number of the party as the list states it. */
export interface StatedDocument {
  /** What the list calls it: `Passport`, `Tax ID No.`, `National Identification Number`. */
  kind: string
  number: string
  country: string
  /** What else the list says of it: dates of issue and expiry, notes. */
  note: string
}

/** What the list says of a party besides its names, in the list's own words. Empty where it says nothing. */
export interface PartyRecord {
  births: string[]
  birthPlaces: string[]
  /** Nationalities and citizenships. */
  nationalities: string[]
  /** Countries of the addresses, and flags of ships. */
  countries: string[]
  addresses: string[]
  programmes: string[]
  /** Every name but the main one, weak ones included. */
  aliases: string[]
  documents: StatedDocument[]
  /** Parties this one is linked to. */
  links: string[]
  /** Posts and titles of a person. */
  positions: string[]
  /** Particulars of a ship or an aircraft, and which aliases are former or new names: what it is called, and its value. */
  particulars: [name: string, value: string][]
  /** Every statement that has no field of its own. */
  remarks: string
  /** The day the party was listed; empty when the list does not say. */
  listedOn: string
  /** The publisher's page of the entry. */
  page: string
}

/** The part of a record that what is known of a customer is compared with. */
export type PartyFacts = Pick<PartyRecord, 'births' | 'birthPlaces' | 'nationalities' | 'countries'>

/** One entry of a list, with every name and number it is known by. The main name comes first. */
export interface ListedParty {
  fuente: ListId
  /** The list's own number of the entry; it never changes. */
  referencia: string
  tipo: PartyKind
  programa: string
  names: ListedName[]
  documents: ListedDocument[]
  /** First and last day of an entry that begins and ends by itself, YYYY-MM-DD; empty where the list states none. */
  readonly inForce?: { from: string; until: string } | undefined
  /** Absent in editions made before it was kept. */
  readonly record?: PartyRecord | undefined
  /** That part of the record, where it can be had without the rest. */
  readonly facts?: PartyFacts | undefined
}

/** The record of a party of whom the list says nothing but names. */
export const emptyRecord = (): PartyRecord => ({
  births: [],
  birthPlaces: [],
  nationalities: [],
  countries: [],
  addresses: [],
  programmes: [],
  aliases: [],
  documents: [],
  links: [],
  positions: [],
  particulars: [],
  remarks: '',
  listedOn: '',
  page: '',
})
