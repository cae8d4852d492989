import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Downloaded, download, type Validators } from '../../kernel/files/download.ts'
import type { FetchedFile, RefreshJob } from '../editions/dataset.ts'
import { findAttachment, isWiki } from './wiki.ts'

export interface AgencyPlace {
  /** The wiki's address, the address of a folder that holds the files by their titles, or a folder. */
  from: string
  userAgent?: string | undefined
}

const MAX_BYTES = 1_000_000_000
/** The wiki can take a minute. */
const STALL_MS = 90_000
const USER_AGENT = 'Chasqui'

/** Fetches a file of the agency by its title. */
export const fetchAgencyFile = async (
  job: RefreshJob,
  place: AgencyPlace,
  title: string,
  known: Validators | undefined = job.inService?.validators?.[title],
): Promise<FetchedFile | 'unchanged'> => {
  const base = place.from.replace(/\/+$/, '')
  const userAgent = place.userAgent ?? USER_AGENT
  const wiki = isWiki(base)
  const named = `${base}/${title}`
  const link = wiki ? await findAttachment({ base, userAgent, signal: job.signal }, title) : undefined
  const got = await downloadSigned(job, title, {
    from: link ?? [named, `${named}.gz`],
    // A new version of an attachment has another link; the file stays the same one.
    known: link && known?.from === named ? { ...known, from: link } : known,
    userAgent,
    inPlace: true,
  })
  if (got === 'unchanged') return got
  return { name: title, ...got, ...(link && { validators: { ...got.validators, from: named } }) }
}

interface Asked {
  from: string | readonly string[]
  known: Validators | undefined
  userAgent?: string | undefined
  maxBytes?: number
  /** Read a local file where it is. */
  inPlace?: boolean
}

/**
 * Downloads a file whose address may lead to one that is valid for a short time. Some of the files hold document numbers:
 * nothing of them stays on disk when the download ends or is broken off.
 */
export const downloadSigned = async (
  job: RefreshJob,
  name: string,
  { from, known, userAgent, maxBytes = MAX_BYTES, inPlace = false }: Asked,
): Promise<Omit<Downloaded, 'address'> | 'unchanged'> => {
  const to = join(job.cacheDir, name)
  const leftovers = [`${to}.part`, `${to}.part.json`, `${to}.plain`]
  const clear = (paths: readonly string[]) => Promise.all(paths.map((path) => rm(path, { force: true })))
  await clear([to, ...leftovers])
  try {
    const got = await download({
      ...{ from, to, known, maxBytes, gunzip: true, inPlace, stallMs: STALL_MS },
      ...{ signedRedirects: true, signal: job.signal },
      onProgress: (done, total) => job.progress.report('fetch', done, total),
      ...(userAgent ? { userAgent } : {}),
    })
    if (got === 'unchanged') return got
    const { address: _signed, ...file } = got
    return file
  } finally {
    await clear(leftovers)
  }
}
