import { setTimeout as pause } from 'node:timers/promises'
import type { Failure } from '../../../kernel/errors.ts'
import { errorFacts } from '../../../kernel/log.ts'
import { changeStamp, editionFolderOf } from '../edition-folder.ts'
import type { RefreshLog } from '../refresh.ts'
import { type PublishSettings, publishEditions } from './publish.ts'
import { publishFailure } from './publish-failure.ts'

export interface KeepPublishedSettings extends Omit<PublishSettings, 'replace' | 'verify' | 'signal'> {
  log: RefreshLog
  /** How often the editions in service are looked at, and the wait after a failure. */
  everyMs?: number | undefined
  retryMs?: number | undefined
}

/** What `/api/health` and the metrics show of a publication. */
export interface PublicationStatus {
  /** When the folder was last found to hold the editions in service, ISO. */
  publicado: string | null
  /** The Spanish sentence of the last failure; null after a success. */
  error: string | null
}

export interface Publication {
  status(): PublicationStatus
  stop(): Promise<void>
}

/** Publishes the editions in service: at the start, and after every refresh, whichever process made it. */
export const keepPublished = (settings: KeepPublishedSettings): Publication => {
  const { dataDir, datasets, clock, log, everyMs = 1_000, retryMs = 30_000 } = settings
  const ended = new AbortController()
  const { signal } = ended
  let status: PublicationStatus = { publicado: null, error: null }
  let stamp = ''
  let retryAt = 0

  const stampNow = async (): Promise<string> =>
    (await Promise.all(datasets.map(({ id }) => changeStamp(editionFolderOf(dataDir, id))))).join('|')

  const publish = async (): Promise<void> => {
    const seen = await stampNow()
    if (seen === stamp && status.error === null) return
    if (status.error !== null && clock.now() < retryAt) return
    try {
      const reports = await publishEditions({ ...settings, replace: 'newer', verify: false, signal })
      const published = reports.filter(({ outcome }) => outcome === 'published').map(({ id }) => id)
      if (published.length > 0 || status.error !== null) log.info({ datasets: published }, 'editions published')
      status = { publicado: new Date(clock.now()).toISOString(), error: null }
      stamp = seen
    } catch (error) {
      if (signal.aborted) return
      fail(publishFailure(error))
    }
  }

  const fail = (failure: Failure): void => {
    const { kind, detail, message, cause } = failure
    const facts = { kind, detail, cause: cause === undefined ? undefined : errorFacts(cause) }
    // One line when it begins; the health page shows that it lasts.
    if (status.error !== message) log.error(facts, 'editions could not be published')
    status = { ...status, error: message }
    retryAt = clock.now() + retryMs
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await publish().catch((error) => signal.aborted || fail(publishFailure(error)))
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    status: () => status,
    async stop() {
      ended.abort()
      await running
    },
  }
}
