/**
 * The layout of the index file: a head of fixed size, then the sections one after the other without gaps. The head is
 * `MAGIC`, the length and the checksum of a JSON text, and that text. The JSON gives offset, length and checksum of every
 * section, so that a file that was cut, changed or made by something else is recognised at once.
 */
export const MAGIC = 'CHQPADRN'
/** Raise it with every change of the format: older editions are then built anew, never misread. */
export const FORMAT = 3
export const HEAD_BYTES = 8192

export const INDEX_FILE = 'register.index'
export const RECORDS_FILE = 'register.records'

/** Every section, with the name it has in the file's head. Those names are part of the format. */
export const SECTIONS = {
  // Exact lookup: sorted RUCs and the row of each (`lookup/ruc-keys.ts`).
  keys: 'keys',
  keyRows: 'keyRows',
  rucPrefixStarts: 'prefixStarts',
  // Forward index: the terms of every row's name (`forward-index.ts`).
  forward: 'forward',
  forwardBlocks: 'forwardBlocks',
  shortCodeTerms: 'hotPlaces',
  formTerms: 'formPlaces',
  // Dictionary: the terms in their order, and how many rows all terms before each one have.
  termBytes: 'wordBytes',
  termStarts: 'wordStarts',
  termTotals: 'wordTotals',
  // Postings: the rows of every term (`postings/`).
  postings: 'postings',
  postingStarts: 'postingStarts',
  irregular: 'irregular',
  nameLengths: 'ofLength',
  prefixRanges: 'unionPlaces',
  prefixHeads: 'unionHeads',
  prefixDenseTerms: 'unionCommon',
  prefixBytes: 'unionBytes',
  // Rows: status, record and taxpayer type of each, and the texts they refer to (`records.ts`).
  statuses: 'statuses',
  recordBits: 'recordBits',
  recordRanks: 'recordRanks',
  recordOffsets: 'recordOffsets',
  tipos: 'tipos',
  values: 'values',
  rucs: 'rucs',
  // By ascending RUC: what tells a row from that of another edition (`history/`).
  fingerprints: 'fingerprints',
  // By ascending RUC: activity and branches (`lookup/detail-reader.ts`).
  activities: 'activities',
  branchStarts: 'branchStarts',
  branches: 'branches',
} as const
export type SectionName = keyof typeof SECTIONS
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]

/** Read from the file when they are needed, not held in memory. */
export const ON_DISK: ReadonlySet<SectionName> = new Set([
  ...(['rucs', 'fingerprints', 'postings', 'prefixBytes', 'keys', 'keyRows'] as const),
  ...(['activities', 'branchStarts', 'branches'] as const),
])
/** Read by who compares editions alone. Absent in those built before there was a history: their rows are compared one by one. */
export const FOR_COMPARISON: ReadonlySet<SectionName> = new Set(['fingerprints'])

/** In editions that were built with the files they come from. */
export const DETAILS: ReadonlySet<SectionName> = new Set(['activities', 'branchStarts', 'branches'])

/** Of the section `keys` the first of so many is held in memory. */
export const KEYS_PER_SAMPLE = 64

/** Bytes per row in the section `rucs`: the prefix, then digits 3 to 11. */
export const RUC_BYTES = 5
/** Bytes per RUC in the section `activities`: the number of its texts from 1 on, and the number of workers plus one; 0 for none. */
export const ACTIVITY_BYTES = 6
/** Between the ubigeo and the address of a branch, and between branches, in the section `branches`. */
export const [CELL_END, BRANCH_END] = ['|', '\n']

export interface SectionEntry {
  offset: number
  bytes: number
  checksum: number
}

/** The JSON in the file's head. */
export interface IndexHead {
  format: number
  rows: number
  persons: number
  words: number
  sections: Record<string, SectionEntry>
  /** Length of the whole file, and length and checksum of the records beside it. */
  bytes: number
  records: { bytes: number; checksum: number }
}

/** The short texts that rows refer to by number. */
export interface IndexValues {
  statuses: { estado: string; condicion: string }[]
  tipos: string[]
  /** The month of the open data and the texts of activities. */
  actividades?: { edicion: string; textos: string[][] } | undefined
}
