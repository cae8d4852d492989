import { readFileSync } from 'node:fs'
import * as XLSX from '@e965/xlsx'

/** What a second reader, which shares no code with the first, finds of one entry; texts in order of code points. */
export interface SecondEntry {
  kind: string
  names: string[]
  births: string[]
  documents: string[]
}

const sorted = (texts: Iterable<string>): string[] => [...new Set([...texts].filter((text) => text !== ''))].sort()

const plain = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#([0-9]+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')

const attribute = (tag: string, name: string): string => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
const tags = (text: string, name: string): string[] => text.match(new RegExp(`<${name}[\\s>][^>]*>`, 'g')) ?? []

const two = (text: string): string => (text === '' ? '' : `-${text.padStart(2, '0')}`)

/** A birth of the EU list by its attributes alone; empty where they say no date of our calendar. */
const euBirth = (tag: string): string => {
  const day = attribute(tag, 'birthdate')
  const [year, month, date] = ['year', 'monthOfYear', 'dayOfMonth'].map((name) => attribute(tag, name)) as [
    string,
    string,
    string,
  ]
  const [from, to] = [attribute(tag, 'yearRangeFrom'), attribute(tag, 'yearRangeTo')]
  const isGregorian = ['', 'GREGORIAN'].includes(attribute(tag, 'calendarType'))
  const range = from && to ? `${from} to ${to}` : ''
  const stated = day || (isGregorian ? (year === '' ? range : year + two(month) + (month && two(date))) : '')
  return stated && attribute(tag, 'circa') === 'true' ? `circa ${stated}` : stated
}

/** The EU document, cut by regular expressions. */
export const secondEu = (path: string): Map<string, SecondEntry> => {
  const text = readFileSync(path, 'utf8')
  const blocks = text.split('<sanctionEntity ').slice(1)
  return new Map(
    blocks.map((block) => [
      attribute(` ${block}`, 'euReferenceNumber'),
      {
        kind: attribute(tags(block, 'subjectType')[0] ?? '', 'code') === 'person' ? 'individual' : 'entity',
        names: sorted(tags(block, 'nameAlias').map((tag) => attribute(tag, 'wholeName'))),
        births: sorted(tags(block, 'birthdate').map(euBirth)),
        documents: sorted(
          tags(block, 'identification')
            .map((tag) => attribute(tag, 'number'))
            .filter((number) => number !== '-'),
        ),
      },
    ]),
  )
}

const KINDS: Record<string, string> = { Individual: 'individual', Entity: 'entity', Ship: 'vessel' }
const value = (block: string, name: string): string => plain(new RegExp(`<${name}>([^<]*)<`).exec(block)?.[1] ?? '')
const values = (block: string, name: string): string[] =>
  [...block.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => plain(text ?? ''))

const shipName = (text: string): string => /^IMO \d{7} \("([^"]+)"\)$/.exec(text)?.[1] ?? text
const ukName = (parts: readonly string[]): string => shipName(parts.filter(Boolean).join(' '))
const ukDate = (text: string): string => {
  const parts = text.split('/').map((part) => (/^0*$|[a-z]/i.test(part) ? '' : part))
  const [day = '', month = '', year = ''] = parts.length === 3 ? parts : ['', '', text]
  return year === '' ? text : `${year}${month && `-${month}`}${month && day && `-${day}`}`
}

/** The UK document, cut by regular expressions. */
export const secondUkXml = (path: string): Map<string, SecondEntry> => {
  const blocks = readFileSync(path, 'utf8').split('<Designation>').slice(1)
  return new Map(
    blocks.map((block) => {
      const named = block
        .split('<Name>')
        .slice(1)
        .map((one) => one.split('</Name>')[0] as string)
      const names = named.map((one) => ukName([1, 2, 3, 4, 5, 6].map((at) => value(one, `Name${at}`))))
      const numbers = ['PassportNumber', 'NationalIdentifierNumber', 'BusinessRegistrationNumber', 'IMONumber']
      return [
        value(block, 'UniqueID'),
        {
          kind: KINDS[value(block, 'IndividualEntityShip')] ?? '',
          names: sorted([...names, ...values(block, 'NameNonLatinScript')]),
          births: sorted(values(block, 'DOB').map(ukDate)),
          documents: sorted(numbers.flatMap((name) => values(block, name))),
        },
      ]
    }),
  )
}

const sheetOf = (path: string, range: number): Record<string, string>[] => {
  const bytes = readFileSync(path)
  const isBook = bytes.toString('latin1', 0, 2) === 'PK'
  const book = isBook ? XLSX.read(bytes) : XLSX.read(bytes.toString('utf8'), { type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] as string] as XLSX.WorkSheet
  return XLSX.utils.sheet_to_json(sheet, { range, defval: '', raw: false })
}

/** The UK table, read by a library for spreadsheets; its first line is no header. */
export const secondUkCsv = (path: string): Map<string, SecondEntry> => {
  const entries = new Map<string, Record<'names' | 'births' | 'documents', string[]> & { kind: string }>()
  for (const row of sheetOf(path, 1)) {
    const cell = (name: string): string => plain(row[name] ?? '')
    const id = cell('Unique ID')
    const entry = entries.get(id) ?? {
      kind: KINDS[cell('Designation Type')] ?? '',
      names: [],
      births: [],
      documents: [],
    }
    entry.names.push(ukName([1, 2, 3, 4, 5, 6].map((at) => cell(`Name ${at}`))), cell('Name non-latin script'))
    entry.births.push(ukDate(cell('D.O.B')))
    const numbers = ['Passport number', 'National Identifier number', 'Business registration number (s)', 'IMO number']
    entry.documents.push(...numbers.map(cell))
    entries.set(id, entry)
  }
  return new Map(
    [...entries].map(([id, { kind, names, births, documents }]) => [
      id,
      { kind, names: sorted(names), births: sorted(births), documents: sorted(documents) },
    ]),
  )
}

/** A row of the IDB's table, all its columns; countries and names in order of code points. */
export interface SecondBan {
  title: string
  kind: string
  from: string
  /** Empty for a ban without end. */
  until: string
  source: string
  practice: string
  sanctionType: string
  sanctionSource: string
  nationalities: string[]
  countries: string[]
  otherNames: string[]
}

const bidDate = (text = ''): string => {
  if (/^(?:ongoing)?$/i.test(text.trim())) return ''
  return /^\d{4}/.test(text) ? text.slice(0, 10) : new Date(`${text} UTC`).toISOString().slice(0, 10)
}

/** Words of countries: a name with a comma in it is two of them. */
export const bidCountries = (texts: readonly string[]): string[] =>
  sorted(texts.flatMap((text) => plain(text).split(/,\s*/)))

/** The rows of that table by that library; its report names some columns otherwise. */
export const secondBid = (path: string): SecondBan[] =>
  sheetOf(path, 0)
    .filter(({ Source }) => Source)
    .map((row) => {
      const cell = (...names: string[]): string => plain(names.map((name) => row[name]).find(Boolean) ?? '')
      const other = cell('Other Name')
      return {
        title: cell('Title'),
        kind: row.Entity === 'Firm' ? 'entity' : 'individual',
        ...{ from: bidDate(row.From), until: bidDate(row.To), source: cell('Source') },
        practice: cell('Prohibited Practice', 'Grounds'),
        sanctionType: cell('Tipo de sancion del BID', 'IDB Sanction Type'),
        sanctionSource: cell('IDB Sanction Source'),
        nationalities: bidCountries([cell('Nationality')]),
        countries: bidCountries([cell('Country')]),
        otherNames: /sanctions (?:committee|officer)/i.test(other)
          ? []
          : sorted(other.split(/[A-Za-z]/.test(other) ? /; +/ : /[,，;] */)),
      }
    })
