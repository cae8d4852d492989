import type { Validators } from '../../kernel/files/download.ts'

/** The lists we mirror. */
export type DatasetId = 'padron' | 'sanciones' | 'us' | 'un'

/** What is known of one edition, kept beside it on disk as `edition.json`. */
export interface EditionFacts {
  /** The publisher's date of the data (YYYY-MM-DD). */
  edicion: string
  filas: number
  sha256: string
  /** ISO date-time at which it was loaded from its publisher. */
  cargado: string
  /** Validators for the next conditional download, one set per fetched file. */
  validators?: Record<string, Validators>
  /** Whatever the dataset itself wants to remember (broken lines, counts per column, …). */
  extra?: Record<string, unknown>
}

export interface Progress {
  /** A phase of the work and how far it is; `total` is absent while it is unknown. */
  report(phase: string, done: number, total?: number): void
}

/** What one run of a refresh gives the dataset to work with. */
export interface RefreshJob {
  /** An empty folder of this run; it becomes the edition's folder when everything went well. */
  dir: string
  /** A folder that outlives a run, for downloads; what `fetch` returns from it is deleted when the run is over. */
  cacheDir: string
  inService: EditionFacts | null
  /** Smallest number of rows a first edition may have. */
  floor: number
  progress: Progress
  signal: AbortSignal
}

export interface FetchedFile {
  name: string
  path: string
  sha256: string
  bytes: number
  lastModified?: string
  etag?: string
  /** What the download told for the next conditional one; goes into the edition's facts. */
  validators?: Validators
}

/**
 * A dataset is five named steps, run by `datasets/refresh.ts` alone. Any step may throw a Failure: the edition in
 * service then keeps answering, and the reason shows in `data status` and `/api/health`.
 */
export interface Dataset<Reader extends EditionReader, Parsed = unknown> {
  id: DatasetId
  /** Cron pattern of the automatic refresh, in Lima's time. */
  schedule: string
  /** Smallest number of rows of a first edition, unless the operator's setting says otherwise. */
  floor?: number
  /** Download, conditionally; `unchanged` when the publisher has nothing new. */
  fetch(job: RefreshJob): Promise<FetchedFile[] | 'unchanged'>
  /** Is this what it claims to be: type, header, whole, one publication. */
  verify(job: RefreshJob, files: FetchedFile[]): Promise<void>
  /** Read it, counting what is broken. */
  parse(job: RefreshJob, files: FetchedFile[]): Promise<Parsed>
  /** Write the edition into `job.dir`; throw when it is implausible next to the edition in service. */
  build(job: RefreshJob, parsed: Parsed, files: FetchedFile[]): Promise<EditionFacts>
  /** Open an edition's folder for reading, refusing damaged or foreign files. */
  open(dir: string, facts: EditionFacts): Promise<Reader>
}

export interface EditionReader {
  readonly facts: EditionFacts
  /** Called once no reader uses it any more. */
  close(): Promise<void>
}

/** What `/api/health` and `data status` tell of a dataset. */
export interface DatasetStatus {
  id: DatasetId
  estado: 'idle' | 'running' | 'failed'
  /** Since when it is in that state, ISO. */
  desde: string | null
  edicion: string | null
  filas: number | null
  cargado: string | null
  sha256: string | null
  /** The Spanish sentence of the last failed refresh; null after a good one. */
  error: string | null
  /** When a refresh was last tried, and when one last ended well (also with nothing new), ISO. */
  intento?: string | null
  revisado?: string | null
}

/** A dataset as the floors above see it: the edition in service, and its state. */
export interface Mirror<Reader extends EditionReader> {
  /** Runs `use` on the edition in service and keeps that edition open meanwhile; throws `dataset-unavailable` when none is. */
  read<T>(use: (reader: Reader) => T): T
  /** The edition in service or null. Do not keep it across an await: use `read` for that. */
  current(): Reader | null
  status(): DatasetStatus
}
