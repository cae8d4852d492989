import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import { type Downloaded, download } from '../../kernel/files/download.ts'
import { type FetchedFile, notDelivered, type RefreshJob, requireAddress } from '../editions/dataset.ts'

/** Names of the files. */
export const REGISTER = 'padron'
export const TYPES = 'tipos'
export const BRANCHES = 'anexos'

export interface FetchSettings {
  /** The register, zip or text: an http(s) address or a path; absent when the operator gave none. */
  from?: string | undefined
  /** What to tell the operator when `from` is absent. */
  missingAddress?: string | undefined
  /** The open-data register that has the taxpayer's type, zip or CSV. */
  typesFrom?: string | undefined
  /** The file of branches, zip or text. */
  branchesFrom?: string | undefined
  userAgent?: string | undefined
}

// The zip has 0.4 GB and its text 1.6 GB; a private mirror may serve the text itself.
const MAX_BYTES = 8e9
// At 100 KB a second the zip takes an hour.
const DEADLINE_MS = 3 * 3_600_000

/** Downloads the register, and the files that add to it if configured. One edition needs all: when one changed, all are downloaded. */
export const fetchRegister = async (job: RefreshJob, settings: FetchSettings): Promise<FetchedFile[] | 'unchanged'> => {
  const { typesFrom, branchesFrom } = settings
  const more = Object.entries({ [TYPES]: typesFrom, [BRANCHES]: branchesFrom }).filter((one) => one[1]) as [
    string,
    string,
  ][]
  const from = requireAddress(settings.from, settings.missingAddress)
  const get = fetcher(job, settings.userAgent)
  const register = await get(REGISTER, from, true)
  const found = new Map<string, Downloaded | 'unchanged' | null>()
  for (const [name, address] of more) found.set(name, await optional(get(name, address, true)))
  if ([register, ...found.values()].every((one) => one === 'unchanged' || one === null)) return 'unchanged'

  const files = [named(REGISTER, register === 'unchanged' ? await get(REGISTER, from, false) : register)]
  for (const [name, address] of more) {
    const first = found.get(name) ?? null
    const again = first === 'unchanged' ? await optional(get(name, address, false)) : first
    if (again !== null) files.push(named(name, again))
  }
  return files
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
