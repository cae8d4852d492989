import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import { type Downloaded, download } from '../../kernel/files/download.ts'
import { type FetchedFile, notDelivered, type RefreshJob, requireAddress } from '../editions/dataset.ts'

/** Names of the two files. */
export const REGISTER = 'padron'
export const TYPES = 'tipos'

export interface FetchSettings {
  /** The register, zip or text: an http(s) address or a path; absent when the operator gave none. */
  from?: string | undefined
  /** What to tell the operator when `from` is absent. */
  missingAddress?: string | undefined
  /** The open-data register that has the taxpayer's type, zip or CSV. */
  typesFrom?: string | undefined
  userAgent?: string | undefined
}

// The zip has 0.4 GB and its text 1.6 GB; a private mirror may serve the text itself.
const MAX_BYTES = 8e9
// At 100 KB a second the zip takes an hour.
const DEADLINE_MS = 3 * 3_600_000

/** Downloads the register, and the taxpayer types if configured. One edition needs both: when one changed, both are downloaded. */
export const fetchRegister = async (job: RefreshJob, settings: FetchSettings): Promise<FetchedFile[] | 'unchanged'> => {
  const { typesFrom } = settings
  const from = requireAddress(settings.from, settings.missingAddress)
  const get = fetcher(job, settings.userAgent)
  const register = await get(REGISTER, from, true)
  const types = typesFrom ? await optional(get(TYPES, typesFrom, true)) : null
  if (register === 'unchanged' && (types === 'unchanged' || types === null)) return 'unchanged'

  const files = [named(REGISTER, register === 'unchanged' ? await get(REGISTER, from, false) : register)]
  if (!typesFrom || types === null) return files
  const again = types === 'unchanged' ? await optional(get(TYPES, typesFrom, false)) : types
  return again === null ? files : [...files, named(TYPES, again)]
}

const fetcher =
  (job: RefreshJob, userAgent: string | undefined) =>
  (name: string, from: string, conditional: boolean): Promise<Downloaded | 'unchanged'> =>
    download({
      from,
      to: join(job.cacheDir, name),
      known: conditional ? job.inService?.validators?.[name] : undefined,
      maxBytes: MAX_BYTES,
      refuseHtml: true,
      deadlineMs: DEADLINE_MS,
      inPlace: true,
      signal: job.signal,
      onProgress: (done, total) => job.progress.report('fetch', done, total),
      ...(userAgent ? { userAgent } : {}),
    })

const named = (name: string, got: Downloaded | 'unchanged'): FetchedFile => {
  if (got === 'unchanged') throw notDelivered()
  return { name, ...got }
}

/** The types come from another publisher, who moves the file every month: without them the register is still loaded. */
const optional = async <T>(got: Promise<T>): Promise<T | null> => {
  try {
    return await got
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
