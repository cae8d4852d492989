import { setTimeout as pause } from 'node:timers/promises'
import { errorFacts } from '../../../kernel/log.ts'
import type { Dataset, DatasetStatus, EditionReader } from '../dataset.ts'
import { editionFolderOf, factsInService } from '../edition-folder.ts'
import { recordChecked, refreshDataset } from '../refresh.ts'
import type { Schedule, ScheduleSettings } from '../schedule.ts'
import { ALL_DAMAGED, DAMAGED, readStatus } from '../status.ts'

/** An edition that was refused is taken again after a growing wait, or at once when the place offers another. */
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 900_000
/** How often a place that stays away is logged. */
const TOLD_AGAIN_MS = 300_000

/** Asks a place of editions again and again, and takes what is new. It goes on asking while the place is away. */
export const keepTaken = (dataset: Dataset<EditionReader>, settings: ScheduleSettings): Schedule => {
  const ended = new AbortController()
  const { signal } = ended
  const poll = pollOf(dataset, settings, signal)

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await poll().catch((error) => {
        if (!signal.aborted)
          settings.log.error(
            { dataset: dataset.id, ...errorFacts(error) },
            'the place of editions could not be followed',
          )
      })
      settings.onOutcome?.()
      const everyMs = dataset.place?.pollMs ?? FIRST_RETRY_MS
      await pause(everyMs * (0.9 + Math.random() / 5), undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      ended.abort()
      await running
    },
  }
}

const pollOf = (dataset: Dataset<EditionReader>, settings: ScheduleSettings, signal: AbortSignal) => {
  const { clock, dataDir, retryMs = FIRST_RETRY_MS } = settings
  const folder = editionFolderOf(dataDir, dataset.id)
  let refused = { edition: '', until: 0, waitMs: retryMs }

  /** Whether a refresh is needed; when the place cannot be asked it is, and records why. */
  const isNeeded = async (offered: string | null | undefined): Promise<boolean> => {
    const status = await readStatus(dataDir, dataset, clock.now())
    if (offered === undefined) return !isToldLately(status, clock.now())
    if (offered === null) return status.estado !== 'unconfigured'
    const facts = await factsInService(folder)
    if (!facts || !dataset.place?.isEdition(offered, facts)) return true
    return isDamaged(status.error) || (status.error === null && ((await settings.needed?.()) ?? false))
  }

  return async (): Promise<void> => {
    const offered = await dataset.place?.offered(signal).catch(() => undefined)
    signal.throwIfAborted()
    if (!(await isNeeded(offered))) return offered ? recordChecked(dataset, settings) : undefined
    if (offered && offered === refused.edition && clock.now() < refused.until) return
    const isStillNeeded = () => isNeeded(offered)
    const outcome = await refreshDataset(dataset, settings, { signal, wait: true, isStillNeeded })
    if (outcome.outcome !== 'failed') refused = { edition: '', until: 0, waitMs: retryMs }
    // What broke off on the way goes on at the next poll; what was refused would only be refused again.
    else if (offered && outcome.failure.kind !== 'upstream-unavailable') {
      const waitMs = offered === refused.edition ? Math.min(refused.waitMs * 2, LONGEST_RETRY_MS) : retryMs
      refused = { edition: offered, until: clock.now() + waitMs, waitMs }
    }
  }
}

/** Whether a failure was recorded so lately that another line in the log would say nothing new. */
const isToldLately = ({ estado, intento }: DatasetStatus, now: number): boolean =>
  estado === 'failed' && Math.abs(now - Date.parse(intento ?? '')) < TOLD_AGAIN_MS

const isDamaged = (error: string | null): boolean => error === DAMAGED || error === ALL_DAMAGED
