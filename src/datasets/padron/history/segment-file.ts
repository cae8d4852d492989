import { Failure } from '../../../kernel/errors.ts'

/**
 * The layout of a segment: the changes of some consecutive editions, sorted by RUC. First the blocks, then an index of
 * them (the first RUC of each and where it begins, as doubles), a JSON text, and a tail of fixed size. A block is the
 * checksum of its bytes and groups, one for each RUC: how much higher than the RUC before it, the number of changes, and
 * those. A change is the number of its date, a byte that says what follows, and the fields that were different.
 */
export const MAGIC = 'CHQHIST1'
/** Of `MAGIC`, number of blocks, length of the JSON text, and checksum of all between the blocks and the tail. */
export const TAIL_BYTES = 20
export const CHECKSUM_BYTES = 4
/**
 * A block ends after the RUC that makes it this long: short, because a question reads and checks one of each segment. Sixteen
 * bytes of memory for each are 23 MB for two years at half a percent a day.
 */
export const BLOCK_BYTES = 512
export const INDEX_ENTRY_BYTES = 16

/** Said of what follows a change: nothing, because the edition before did not have the row; or these fields. */
export const WAS_ABSENT = 1
export const FIELD_FLAGS = { razonSocial: 2, estado: 4, condicion: 8, ubigeo: 16, direccion: 32 } as const
/** Fields with few different values, which a segment numbers. */
export const NUMBERED = new Set<string>(['estado', 'condicion'])

/** The JSON text of a segment. */
export interface SegmentTables {
  fechas: string[]
  textos: string[]
}

/** What the list of segments says of one. */
export interface SegmentEntry {
  archivo: string
  bytes: number
  /** The first and the last edition whose changes it holds. */
  desde: string
  hasta: string
  cambios: number
}

export const historyDamaged = (detail: string, cause?: unknown): Failure =>
  new Failure('dataset-unavailable', 'La historia del padrón está dañada', { detail, cause })
