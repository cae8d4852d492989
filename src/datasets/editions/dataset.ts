import type { ListDataset } from '../../domain/lists.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Validators } from '../../kernel/files/download.ts'

/** The datasets that are copied to disk. */
export type DatasetId = 'padron' | 'sanciones' | 'judiciales' | 'vinculados' | ListDataset | 'agentes' | 'ssco'

/** What is known of one edition, stored in its folder as `edition.json`. */
export interface EditionFacts {
  /** The publisher's date of the data (YYYY-MM-DD); without one that of the copy, or of the load. */
  edicion: string
  /** The publisher's date alone; null when it gives none, absent in editions made before it was told apart. */
  publicado?: string | null | undefined
  filas: number
  /** Rows of the publisher that could not be read; absent in editions made before they were counted. */
  descartadas?: number | undefined
  /** Remarks of the publisher whose meaning is unknown, kept as they are; absent where there are no remarks. */
  observacionesSinLeer?: number | undefined
  /** The version of the edition's files; absent in datasets, and in earlier editions, that have only one. */
  formato?: number | undefined
  /** What the edition holds of earlier ones: the first and the number of them, and the checksum of their list. Older is lost than `perdida`. */
  historia?: { desde: string; ediciones: number; sha256: string; perdida?: string } | undefined
  sha256: string
  /** ISO date-time at which it was loaded from its publisher. */
  cargado: string
  /** Validators for the next conditional download, one set per fetched file. */
  validators?: Record<string, Validators>
  /** Figures of the dataset's own (broken lines, counts per column, …). */
  extra?: Record<string, unknown>
}

export interface Progress {
  /** Which phase runs and how much of it is done; `total` is absent while it is unknown. */
  report(phase: string, done: number, total?: number): void
}

/** What the steps of one refresh receive. */
export interface RefreshJob {
  /** An empty folder of this run; it becomes the edition's folder when all steps succeed. */
  dir: string
  /** For downloads. It outlives the run, but the files that `fetch` returned are deleted when the run ends. */
  cacheDir: string
  /** What a new edition is compared with; null when there is none, or when the operator wants no comparison. */
  inService: EditionFacts | null
  /** The edition in service, also where no comparison is wanted; absent when there is none. */
  previous?: { dir: string; facts: EditionFacts } | undefined
  /** Smallest number of rows a first edition may have. */
  floor: number
  progress: Progress
  signal: AbortSignal
}

/** The edition in service while the next one is built. */
export interface EditionBefore {
  dir: string
  facts: EditionFacts
  /** A folder for files that cannot be used any more, but should not be lost. */
  aside: string
}

export interface FetchedFile {
  name: string
  path: string
  sha256: string
  bytes: number
  lastModified?: string
  etag?: string
  /** False when only the end of a connection says that the file is whole; absent for a local file. */
  whole?: boolean
  /** For the next conditional download; stored in the edition's facts. */
  validators?: Validators
}

/** The file of a dataset that is published as one file. */
export const onlyFile = ([file]: readonly FetchedFile[]): FetchedFile => {
  if (!file) throw new Failure('upstream-changed', 'La fuente no entregó el archivo', { detail: 'no file' })
  return file
}

/** The failure of a publisher that answers `unchanged` to an unconditional request. */
export const notDelivered = (): Failure =>
  new Failure('upstream-changed', 'La fuente no entregó el archivo', { detail: '304' })

/**
 * A dataset is five named steps and a check, run by `refresh-steps.ts` alone. Any step may throw a Failure: the edition in
 * service then keeps answering, and the reason shows in `data status` and `/api/health`.
 */
export interface Dataset<Reader extends EditionReader, Parsed = unknown> {
  id: DatasetId
  /** Cron pattern of the automatic refresh, in Lima's time. */
  schedule: string
  /** Version of an edition's files. Raise it with every change of them: editions of another version are never read. */
  format: number
  /** Set when editions are taken from a shared place; no publisher is then asked. */
  place?: PlacedEditions
  /** Smallest number of rows of a first edition, unless the operator's setting says otherwise. */
  floor?: number
  /** Set when `build` writes the format into the facts: an edition without it, or with another one, is read again. */
  recordsFormat?: boolean
  /** Download, conditionally; `unchanged` when the publisher has nothing new. */
  fetch(job: RefreshJob): Promise<FetchedFile[] | 'unchanged'>
  /** Check that the files are what they should be: type, header, complete, of one publication. */
  verify(job: RefreshJob, files: FetchedFile[]): Promise<void>
  /** Read the files and count broken rows. */
  parse(job: RefreshJob, files: FetchedFile[]): Promise<Parsed>
  /** Write the edition into `job.dir`. */
  build(job: RefreshJob, parsed: Parsed, files: FetchedFile[]): Promise<EditionFacts>
  /** Throw when an edition is implausible, by itself or beside the one in service. Whoever built it: facts are all it may need. */
  check(job: RefreshJob, facts: EditionFacts): void
  /** Write into `job.dir` what is kept of earlier editions, and return the facts with it. After `check`, before `open`. */
  carry?(job: RefreshJob, facts: EditionFacts, before: EditionBefore | null): Promise<EditionFacts>
  /** Open an edition's folder for reading; throw for damaged or foreign files. */
  open(dir: string, facts: EditionFacts): Promise<Reader>
  /** What another thread needs to read the same memory; without it, that thread opens the folder itself. */
  share?(reader: Reader): unknown | Promise<unknown>
}

/** False for an edition made before lost rows were counted, and for one of another format: they are read again. */
export const isUpToDate = (
  facts: EditionFacts,
  { format, recordsFormat }: Pick<Dataset<EditionReader>, 'format' | 'recordsFormat'>,
): boolean => facts.descartadas !== undefined && (!recordsFormat || facts.formato === format)

/** What a shared place offers of one dataset. */
export interface PlacedEditions {
  /** How often the place is asked. */
  pollMs: number
  /** Names the edition that the place offers now; null when it offers none of this dataset. Throws when it cannot be asked. */
  offered(signal: AbortSignal): Promise<string | null>
  /** Whether these facts are of the edition with that name. */
  isEdition(offered: string, facts: EditionFacts): boolean
  /** When the publisher was last asked with success, as far as the place has said. */
  checked(): string | null
}

export interface EditionReader {
  readonly facts: EditionFacts
  /** What is lost of its history, although it answers. */
  readonly historyError?: string | null
  /** Called once nobody uses it any more. */
  close(): Promise<void>
}

/** What `/api/health` and `data status` show of a dataset. */
export interface DatasetStatus {
  id: DatasetId
  estado: 'idle' | 'running' | 'failed' | 'unconfigured'
  /** Since when it is in that state, ISO. */
  desde: string | null
  edicion: string | null
  /** The publisher's own date; null when it gives none or nothing is loaded. */
  publicado?: string | null
  /** Read from a file of the operator's: nobody can say whether the publisher has a newer one. */
  copia?: boolean
  filas: number | null
  /** Rows that could not be read; null when none is in service or they were not counted. */
  descartadas?: number | null
  /** Remarks whose meaning is unknown; null when none is in service or the dataset has no remarks. */
  observacionesSinLeer?: number | null
  cargado: string | null
  sha256: string | null
  /** The Spanish sentence of the last failed refresh; null after a good one. */
  error: string | null
  /** When a refresh was last tried, and when one last ended well (also with nothing new), ISO. */
  intento?: string | null
  revisado?: string | null
  /** How long the last refresh took that ended well, in milliseconds. */
  duracionMs?: number | null
  /** What is known of earlier editions; absent where none are kept. */
  historia?: { desde: string; ediciones: number; error: string | null }
  /** True when it is three scheduled times behind: its publisher was not asked with success, or the copy is that old. */
  atrasado?: boolean
}

/** A dataset as lookups see it: the edition in service, and its state. */
export interface Mirror<Reader extends EditionReader> {
  /** Runs `use` on the edition in service, which stays open meanwhile; throws `dataset-unavailable` when there is none. */
  read<T>(use: (reader: Reader) => T): T
  /** The edition in service or null. Do not keep it across an await: use `read` for that. */
  current(): Reader | null
}

/** Where a dataset comes from. Throws `not-configured` with the operator's sentence when no address is set. */
export const requireAddress = (
  from: string | undefined,
  missingAddress = 'No se indicó de dónde obtener la lista',
): string => {
  if (from) return from
  throw new Failure('not-configured', missingAddress, { detail: 'no address' })
}
