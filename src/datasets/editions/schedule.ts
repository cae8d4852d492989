import { setTimeout as pause } from 'node:timers/promises'
import { Cron } from 'croner'
import { errorFacts } from '../../kernel/log.ts'
import { scheduledBefore } from './cadence.ts'
import { type Dataset, type EditionReader, isUpToDate } from './dataset.ts'
import { editionDir, editionFolderOf, readFacts, readPointer, readState } from './edition-folder.ts'
import { type RefreshOutcome, type RefreshSettings, refreshDataset } from './refresh.ts'

export interface ScheduleSettings extends RefreshSettings {
  /** The scheduled start is delayed by up to this, so that many installations do not call in the same second. */
  jitterMs?: number | undefined
  /** First wait after a failure; it doubles up to six hours. */
  retryMs?: number | undefined
  /** A further reason to refresh at the start, e.g. a damaged edition. */
  needed?: (() => Promise<boolean>) | undefined
  /** Called after every run, before the next is planned. */
  onOutcome?: ((outcome: RefreshOutcome) => void) | undefined
}

export interface Schedule {
  /** Ends the schedule and a run under way; what that run had downloaded is kept for the next. */
  stop(): Promise<void>
}

const LONGEST_RETRY_MS = 6 * 3_600_000

/** True when there is no edition of today's making, or no refresh succeeded since the dataset's last scheduled time. */
export const isDue = async (dataset: Dataset<EditionReader>, settings: RefreshSettings): Promise<boolean> => {
  const folder = editionFolderOf(settings.dataDir, dataset.id)
  const pointer = await readPointer(folder)
  const facts = pointer && (await readFacts(editionDir(folder, pointer.edition)))
  if (!facts || !isUpToDate(facts, dataset)) return true
  const { revisado } = await readState(folder)
  if (!revisado) return true
  const [scheduled] = scheduledBefore(dataset.schedule, settings.clock.now(), 1)
  return scheduled !== undefined && Date.parse(revisado) < scheduled
}

/** Refreshes a dataset in the background: now when it is due, then at its scheduled times, sooner after a failure. */
export const keepRefreshed = (dataset: Dataset<EditionReader>, settings: ScheduleSettings): Schedule => {
  const { log, jitterMs = 600_000 } = settings
  const ended = new AbortController()
  const { signal } = ended
  let running: Promise<void> | null = null

  const begin = (delayMs: number) => {
    running ??= pause(delayMs, undefined, { signal, ref: false })
      .then(() => refreshUntilDone(dataset, settings, signal))
      .catch((error) => {
        if (!signal.aborted) log.error({ dataset: dataset.id, ...errorFacts(error) }, 'dataset refresh broke off')
      })
      .finally(() => {
        running = null
      })
  }

  const cron = new Cron(dataset.schedule, { timezone: 'America/Lima', unref: true }, () =>
    begin(Math.random() * jitterMs),
  )
  isNeeded(dataset, settings).then((needed) => {
    if (needed && !signal.aborted) begin(0)
  })

  return {
    async stop() {
      cron.stop()
      ended.abort()
      await running
    },
  }
}

const isNeeded = async (dataset: Dataset<EditionReader>, settings: ScheduleSettings): Promise<boolean> => {
  try {
    return (await isDue(dataset, settings)) || ((await settings.needed?.()) ?? false)
  } catch {
    return true
  }
}

/** Repeats a refresh until it succeeds or cannot, with growing waits in between. */
const refreshUntilDone = async (
  dataset: Dataset<EditionReader>,
  settings: ScheduleSettings,
  signal: AbortSignal,
): Promise<void> => {
  for (let waitMs = settings.retryMs ?? 300_000; ; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
    // Of several processes that start on one folder, one asks the publisher.
    const isStillNeeded = () => isNeeded(dataset, settings)
    const outcome = await refreshDataset(dataset, settings, { signal, wait: true, isStillNeeded })
    settings.onOutcome?.(outcome)
    const isFinal = outcome.outcome !== 'failed' || outcome.failure.kind === 'not-configured'
    if (isFinal || signal.aborted) return
    await pause(waitMs, undefined, { signal, ref: false })
  }
}
