/**
 * The index file: a head of fixed size, then sections one after the other without gaps. The head is
 * `MAGIC`, the length of a JSON text, that text, and its checksum; the JSON names every section with place, length and
 * checksum, so that a file that was cut, changed or made by something else is told at once.
 */
export const MAGIC = 'CHQPADRN'
/** Raise it with every change of format: older editions are then built anew, never misread. */
export const FORMAT = 3
export const HEAD_BYTES = 8192

export const INDEX_FILE = 'register.index'
export const RECORDS_FILE = 'register.records'

export const SECTIONS = [
  ...['keys', 'keyRows', 'prefixStarts', 'forward', 'forwardBlocks', 'hotPlaces', 'formPlaces'],
  ...['wordBytes', 'wordStarts', 'wordTotals', 'postings', 'postingStarts', 'irregular', 'ofLength'],
  ...['unionPlaces', 'unionHeads', 'unionCommon', 'unionBytes'],
  ...['statuses', 'recordBits', 'recordRanks', 'recordOffsets', 'tipos', 'values', 'rucs'],
] as const
export type SectionName = (typeof SECTIONS)[number]

/** Read from the file when it is needed, not held in memory. */
export const ON_DISK: ReadonlySet<string> = new Set(['rucs'])

/** Bytes per row in the section `rucs`: the prefix, then digits 3 to 11. */
export const RUC_BYTES = 5

export interface SectionPlace {
  offset: number
  bytes: number
  checksum: number
}

export interface IndexHead {
  format: number
  rows: number
  persons: number
  words: number
  sections: Record<string, SectionPlace>
  /** Length of the whole file, and length and checksum of the records beside it. */
  bytes: number
  records: { bytes: number; checksum: number }
}

/** The short texts that rows point to by number. */
export interface IndexValues {
  statuses: { estado: string; condicion: string }[]
  tipos: string[]
}
