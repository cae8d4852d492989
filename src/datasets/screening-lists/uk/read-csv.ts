import type { Failure } from '../../../kernel/errors.ts'
import { yieldToEventLoop } from '../../../kernel/event-loop.ts'
import { csvRows } from '../csv-rows.ts'
import { addGroup, addValue, emptyEntry, GROUPS, type Group, type UkEntry } from './entry.ts'

/** Columns whose heading is not the name of the XML's element, once case and signs are left out. */
const ELEMENTS: Readonly<Record<string, string>> = {
  dob: 'DOB',
  nationalityies: 'Nationality',
  designationtype: 'IndividualEntityShip',
  subsidiaries: 'Subsidiary',
  businessregistrationnumbers: 'BusinessRegistrationNumber',
  currentowneroperators: 'CurrentOwnerOperator',
  previousowneroperators: 'PreviousOwnerOperator',
  previousflags: 'PreviousFlag',
  hullidentificationnumberhin: 'HullIdentificationNumber',
  ...Object.fromEntries(
    [
      ...['LastUpdated', 'UniqueID', 'OFSIGroupID', 'UNReferenceNumber', 'Title', 'RegimeName', 'DesignationSource'],
      ...['SanctionsImposed', 'OtherInformation', 'UKStatementofReasons', 'PhoneNumber', 'Website', 'EmailAddress'],
      ...['DateDesignated', 'Position', 'Gender', 'TypeOfEntity', 'ParentCompany', 'IMONumber', 'TypeOfShip'],
      ...['CurrentBelievedFlagOfShip', 'TonnageOfShip', 'LengthOfShip', 'YearBuilt'],
      ...Object.values(GROUPS).flat(),
    ].map((name) => [name.toLowerCase(), name]),
  ),
}
const NEEDED = [...new Set(Object.values(ELEMENTS))]

const HEADER_WITHIN = 3
const ROWS_PER_STEP = 2_000
/** The list that the Treasury closed on 28 January 2026 begins so; its address goes on answering. */
const CLOSED_LIST = /^"?Last Updated"?,"?\d{1,2}\/\d{1,2}\/\d{4}/

/**
 * Reads the CSV, which has one row for every combination of an entry's names, addresses and documents: each value and group is
 * kept once. The date in its first line is given as it is written; empty without that line.
 */
export const readUkCsv = async (
  text: string,
  unreadable: (detail: string) => Failure,
): Promise<{ generated: string; entries: UkEntry[] }> => {
  if (CLOSED_LIST.test(text)) throw unreadable('the list that was closed in January 2026')
  const entries = new Map<string, UkEntry>()
  const head: string[] = []
  let columns: Columns | null = null
  let read = 0
  for (const row of csvRows(text)) {
    if (row.length === 1 && row[0] === '') continue
    if (columns) addRow(entries, row, columns, unreadable)
    else {
      columns = columnsOf(row, unreadable)
      if (!columns && head.push(row[0] as string) >= HEADER_WITHIN) throw unreadable('no header')
    }
    if (++read % ROWS_PER_STEP === 0) await yieldToEventLoop()
  }
  if (!columns) throw unreadable('no header')
  const generated = head.map((line) => /^Report Date:\s*(.+)$/i.exec(line.trim())?.[1] ?? '').find(Boolean) ?? ''
  return { generated, entries: [...entries.values()] }
}

/** The element of each column, or its heading where no element is known; in the order of the file. */
type Columns = readonly string[]

const columnsOf = (row: readonly string[], unreadable: (detail: string) => Failure): Columns | null => {
  const named = row.map((heading) => ELEMENTS[heading.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? heading.trim())
  if (!named.includes('UniqueID')) return null
  const missing = NEEDED.filter((name) => !named.includes(name))
  if (missing.length > 0) throw unreadable(`columns missing: ${missing.join(', ')}`)
  return named
}

const addRow = (
  entries: Map<string, UkEntry>,
  row: readonly string[],
  columns: Columns,
  unreadable: (detail: string) => Failure,
): void => {
  if (row.length !== columns.length) throw unreadable(`a row of ${row.length} cells under ${columns.length} columns`)
  const id = row[columns.indexOf('UniqueID')]?.trim() ?? ''
  const entry = entries.get(id) ?? emptyEntry()
  entries.set(id, entry)
  const cells = new Map(columns.map((name, at) => [name, row[at] as string]))
  for (const [group, fields] of Object.entries(GROUPS))
    addGroup(entry, group as Group, Object.fromEntries(fields.map((field) => [field, cells.get(field) ?? ''])))
  for (const [name, value] of cells) if (!GROUPED.has(name)) addValue(entry, name, value)
}

const GROUPED: ReadonlySet<string> = new Set(Object.values(GROUPS).flat())
