/**
 * Statuses and records of rows. A row has a record only when the index does not hold all of it: a name with
 * punctuation, or an address. A record is two lengths (of the name and of the address cells), the name, and the cells.
 *
 * A row's status number takes one byte while there are few statuses, and two otherwise. Its highest bit says that the row
 * has a record.
 */
export const fitsOneByte = (statuses: number): boolean => statuses <= 0x80
export const hasRecordBit = (statuses: number): number => (fitsOneByte(statuses) ? 0x80 : 0x8000)
export const MAX_STATUSES = 0x8000

/** Bytes of the two lengths before each record. */
export const RECORD_HEAD_BYTES = 4
/** Instead of the name's length: the name is the terms of the forward index with single spaces between them. */
export const NAME_IS_ITS_TERMS = 0xffff
/** Instead of a record's offset while indexing: the row has none. */
export const NO_RECORD = 0xffffffff
