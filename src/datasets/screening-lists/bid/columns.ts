/** One row, by what its columns mean. */
export interface BidRow {
  title: string
  entity: string
  nationality: string
  country: string
  from: string
  to: string
  practice: string
  source: string
  sanctionType: string
  sanctionSource: string
  otherName: string
  unknown: [name: string, value: string][]
}

type Column = Exclude<keyof BidRow, 'unknown'>

/** Headings without accents, case and signs. The bank's own report names two columns otherwise. */
const COLUMNS: Readonly<Record<string, Column>> = {
  title: 'title',
  entity: 'entity',
  nationality: 'nationality',
  country: 'country',
  from: 'from',
  to: 'to',
  prohibitedpractice: 'practice',
  grounds: 'practice',
  source: 'source',
  tipodesanciondelbid: 'sanctionType',
  idbsanctiontype: 'sanctionType',
  idbsanctionsource: 'sanctionSource',
  othername: 'otherName',
}
const NEEDED = [...new Set(Object.values(COLUMNS))]
/** The data store's own number of a row, which changes with every reload, and its rank. */
const STORE_COLUMNS = ['_id', 'rank', '_full_text']

const fold = (heading: string): string =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** What a row is, given the headings; null without a heading of every column. */
export const rowReader = (headings: readonly string[]): ((cells: readonly string[]) => BidRow) | null => {
  const columns = headings.map((heading) => COLUMNS[fold(heading)])
  if (NEEDED.some((name) => !columns.includes(name))) return null
  return (cells) => {
    const row: BidRow = { ...EMPTY, unknown: [] }
    for (const [at, heading] of headings.entries()) {
      const [column, cell = ''] = [columns[at], cells[at]]
      if (column) row[column] = cell
      else if (cell.trim() !== '' && !STORE_COLUMNS.includes(heading)) row.unknown.push([heading, cell])
    }
    return row
  }
}

const EMPTY: Record<Column, string> = {
  ...{ title: '', entity: '', nationality: '', country: '', from: '', to: '' },
  ...{ practice: '', source: '', sanctionType: '', sanctionSource: '', otherName: '' },
}
