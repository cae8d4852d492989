import { join } from 'node:path'
import { Failure } from '../../../kernel/errors.ts'
import { isAbsent } from '../../../kernel/files/absent-file.ts'
import { type Downloaded, download } from '../../../kernel/files/download.ts'
import type { FetchedFile, RefreshJob } from '../../editions/dataset.ts'

/** The files of one publication. The comments exist only when some remarks are too long for their column. */
export const FILES = [
  { name: 'sdn.csv', optional: false },
  { name: 'alt.csv', optional: false },
  { name: 'add.csv', optional: false },
  { name: 'sdn_comments.csv', optional: true },
  { name: 'cons_prim.csv', optional: false },
  { name: 'cons_alt.csv', optional: false },
  { name: 'cons_add.csv', optional: false },
  { name: 'cons_comments.csv', optional: true },
] as const
type UsFile = (typeof FILES)[number]

const MAX_BYTES = 64_000_000

interface UsAddress {
  /** Address or folder that holds the files, each plain or as `.gz`. */
  from: string
  userAgent?: string | undefined
}

/** All files of one publication, or `unchanged` when none of them changed. */
export const fetchFiles = async (job: RefreshJob, address: UsAddress): Promise<FetchedFile[] | 'unchanged'> => {
  const first = await fetchEach(job, address, true)
  if (first.every(({ got }) => got === 'unchanged' || got === null) && first.some(({ got }) => got !== null))
    return 'unchanged'
  // The unchanged files are needed as well: an edition is built from all of them.
  const whole = first.some(({ got }) => got === 'unchanged') ? await fetchEach(job, address, false) : first
  if (isOnePublication(whole)) return present(whole)
  const again = await fetchEach(job, address, false)
  if (isOnePublication(again)) return present(again)
  throw new Failure('upstream-changed', 'Los archivos de la lista OFAC no son de la misma publicación', {
    detail: 'files of several folders',
  })
}

interface Fetched {
  name: string
  got: Downloaded | 'unchanged' | null
}

const fetchEach = async (job: RefreshJob, address: UsAddress, conditional: boolean): Promise<Fetched[]> => {
  const all: Fetched[] = []
  for (const [index, file] of FILES.entries()) {
    job.progress.report('files', index, FILES.length)
    all.push({ name: file.name, got: await fetchOne(job, address, file, conditional) })
  }
  return all
}

const fetchOne = async (job: RefreshJob, { from, userAgent }: UsAddress, file: UsFile, conditional: boolean) => {
  const base = from.replace(/\/+$/, '')
  try {
    return await download({
      // The publisher itself writes the names in capitals.
      from: [file.name, `${file.name}.gz`, file.name.toUpperCase()].map((name) => `${base}/${name}`),
      to: join(job.cacheDir, file.name),
      known: conditional ? job.inService?.validators?.[file.name] : undefined,
      maxBytes: MAX_BYTES,
      gunzip: true,
      refuseHtml: true,
      signal: job.signal,
      ...(userAgent ? { userAgent } : {}),
    })
  } catch (error) {
    if (file.optional && isAbsent(error)) return null
    throw error
  }
}

/** The publisher keeps each publication in a folder of its own, which shows in the address redirects lead to. */
const isOnePublication = (files: readonly Fetched[]): boolean => {
  const folders = files
    .map(({ got }) => (got && got !== 'unchanged' ? /\/Published\/(.+)\/[^/]+$/.exec(got.address)?.[1] : undefined))
    .filter((folder) => folder !== undefined)
  return new Set(folders).size <= 1
}

const present = (files: readonly Fetched[]): FetchedFile[] =>
  files.flatMap(({ name, got }) => (got && got !== 'unchanged' ? [{ name, ...got }] : []))
