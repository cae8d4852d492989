/**
 * A row's status number takes one byte while there are few of them, as there are, and two otherwise; its highest bit tells
 * that the row has a record.
 */
export const isNarrow = (statuses: number): boolean => statuses <= 0x80
export const hasRecordBit = (statuses: number): number => (isNarrow(statuses) ? 0x80 : 0x8000)
export const MOST_STATUSES = 0x8000

/** Two lengths come before each record: the name's and the address cells'. */
export const RECORD_HEAD_BYTES = 4
/** In place of the name's length: the name is its folded words and is not written again. */
export const WORDS_TELL_NAME = 0xffff
