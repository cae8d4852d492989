import { listedDocuments } from '../../../domain/screening/listed-number.ts'
import type { ListedDocument, StatedDocument } from '../../../domain/screening/party.ts'
import { DOCUMENT, NUMBER_LABEL, PARTICULAR, REMARK, UNLISTED_DOCUMENT, UNLISTED_PARTICULAR } from './labels.ts'

/** What one statement of the remarks says. */
export type Statement =
  | { field: 'births' | 'birthPlaces' | 'nationalities' | 'links' | 'positions'; value: string }
  | { field: 'documents'; document: StatedDocument }
  | { field: 'particulars'; name: string; value: string }
  /** Weak aliases, and what the list calls them: a.k.a., f.k.a. or n.k.a. */
  | { field: 'aliases'; kind: string; names: string[] }
  /** No field of its own; `isRead` when its kind is known all the same. */
  | { field: 'remarks'; value: string; isRead: boolean }

const LABELLED: [RegExp, 'births' | 'birthPlaces' | 'nationalities' | 'links' | 'positions'][] = [
  [/^DOB:?\s+(.+)$/i, 'births'],
  [/^POB:?\s+(.+)$/i, 'birthPlaces'],
  [/^(?:nationality(?! of )|citizen):?\s+(.+)$/i, 'nationalities'],
  [/^Linked To:?\s+(.+)$/i, 'links'],
  [/^(?:Position:|(?:Alternate )?Title[:,]?)\s+(.+)$/, 'positions'],
]

/** Reads one statement, as `splitRemarks` gives it. `alt. ` in front repeats the kind of the statement before. */
export const readStatement = (statement: string): Statement => {
  const text = statement.replace(/^alt\. (?=\S)/i, '')
  for (const [pattern, field] of LABELLED) {
    const value = pattern.exec(text)?.[1]
    if (value) return { field, value }
  }
  const alias = /^([afn]\.k\.a\.) '(.*\S.*)'$/.exec(text)
  if (alias) return { field: 'aliases', kind: alias[1] as string, names: (alias[2] as string).trim().split("', '") }
  const particular = PARTICULAR.exec(text) ?? UNLISTED_PARTICULAR.exec(text)
  if (particular) return { field: 'particulars', name: particular[1] as string, value: particular[2] as string }
  if (REMARK.test(text)) return { field: 'remarks', value: statement, isRead: true }
  const document = readDocument(text)
  return document ? { field: 'documents', document } : { field: 'remarks', value: statement, isRead: false }
}

const readDocument = (text: string): StatedDocument | null => {
  const [, listed = '', number = ''] = DOCUMENT.exec(text) ?? []
  if (listed !== '') return readNumber(listed, number)
  const [, label = '', rest = ''] = UNLISTED_DOCUMENT.exec(text) ?? []
  const document = label === '' ? null : readNumber(label, rest)
  return document && (document.country !== '' || NUMBER_LABEL.test(label)) ? document : null
}

// `4085740 (Peru) issued 12 Dec 2012 expires 17 Dec 2017`, `22839 (Jalisco) (Mexico)`: the country is in the last brackets.
const STATED_NUMBER = /^(.+?)((?: \([^()]*\))*) \(([^()]*)\)((?: (?:issued|expires) .*)?)$/i
const NOTED_NUMBER = /^(.+?)()(?: \(([^()]*)\)(.*)| ((?:issued|expires) .*)|)$/i

/** A number with its country in brackets and what else stands there; null when there is no number in it. */
const readNumber = (kind: string, text: string): StatedDocument | null => {
  const read = STATED_NUMBER.exec(text) ?? NOTED_NUMBER.exec(text)
  const [, number = '', region = '', country = '', after = '', dates = ''] = read ?? []
  if (!/\d|^[A-Z./-]{4,}$/.test(number)) return null
  return { kind, number, country: country.trim(), note: (region + (after || ` ${dates}`)).trim() }
}

// The keys of a wallet are long and mean nothing without their capitals; nobody screens a customer by them.
const NO_IDENTITY = /^Digital Currency Address/i

/** The numbers that a customer's document is compared with. */
export const comparedNumbers = (statement: Statement): ListedDocument[] => {
  const document = statement.field === 'documents' ? statement.document : registrationOf(statement)
  if (!document || NO_IDENTITY.test(document.kind)) return []
  return listedDocuments(document.kind, document.number, document.country)
}

// What a ship or an aircraft is known by, besides its name.
const REGISTRATION = /^(?:Vessel Registration Identification|MMSI|(?:Previous )?Aircraft Tail Number)/i

const registrationOf = (statement: Statement): StatedDocument | null =>
  statement.field === 'particulars' && REGISTRATION.test(statement.name)
    ? readNumber(statement.name, statement.value)
    : null

/** How the matcher spells weak aliases: `AL-DARDA', Abu` is also known without what follows the apostrophe. */
export const weakSpellings = (names: readonly string[]): string[] =>
  names.flatMap((name) => (name.includes("',") ? [name, name.slice(0, name.indexOf("',"))] : [name]))
