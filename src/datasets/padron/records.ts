/** Two lengths come before each record: the name's and the address cells'. */
export const RECORD_HEAD_BYTES = 4
/** Beside a row's status number: it has a record. */
export const HAS_RECORD = 0x8000
/** In place of the name's length: the name is its folded words and is not written again. */
export const WORDS_TELL_NAME = 0xffff
