import { setTimeout as pause } from 'node:timers/promises'
import { Cron } from 'croner'
import { errorFacts } from '../../kernel/log.ts'
import type { Dataset, EditionReader } from './dataset.ts'
import { type RefreshOutcome, type RefreshSettings, refreshDataset } from './refresh.ts'
import { editionDir, readFacts, readPointer, readState, shelfOf } from './shelf.ts'

export interface ScheduleSettings extends RefreshSettings {
  /** Spread of the scheduled start, so that many installations do not knock at one second. */
  jitterMs?: number | undefined
  /** First wait after a failure; it doubles up to six hours. */
  retryMs?: number | undefined
  /** A further reason to refresh at the start: the mirror found its edition damaged. */
  needed?: (() => boolean) | undefined
  /** Told after every run, before the next is planned. */
  onOutcome?: ((outcome: RefreshOutcome) => void) | undefined
}

export interface Schedule {
  /** Ends the plan and a run under way; what that run had downloaded is kept for the next. */
  stop(): Promise<void>
}

const LONGEST_RETRY_MS = 6 * 3_600_000

/** True when there is no edition, or no refresh ended well since the dataset's last appointed time. */
export const isDue = async (dataset: Dataset<EditionReader>, settings: RefreshSettings): Promise<boolean> => {
  const shelf = shelfOf(settings.dataDir, dataset.id)
  const pointer = await readPointer(shelf)
  if (!pointer || !(await readFacts(editionDir(shelf, pointer.edition)))) return true
  const { revisado } = await readState(shelf)
  if (!revisado) return true
  const cron = new Cron(dataset.schedule, { timezone: 'America/Lima', paused: true })
  const appointed = cron.previousRuns(1, new Date(settings.clock.now()))[0]
  cron.stop()
  return appointed !== undefined && Date.parse(revisado) < appointed.getTime()
}

/** Refreshes a dataset behind the service: now when it is due, then at its appointed times, sooner after a failure. */
export const keepRefreshed = (dataset: Dataset<EditionReader>, settings: ScheduleSettings): Schedule => {
  const ended = new AbortController()
  const { signal } = ended
  const { jitterMs = 600_000, retryMs = 300_000 } = settings
  let running: Promise<void> | null = null

  const untilDone = async (delayMs: number): Promise<void> => {
    await pause(delayMs, undefined, { signal, ref: false })
    for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, LONGEST_RETRY_MS)) {
      const outcome = await refreshDataset(dataset, settings, { signal, wait: true })
      settings.onOutcome?.(outcome)
      const final = outcome.outcome !== 'failed' || outcome.failure.kind === 'not-configured'
      if (final || signal.aborted) return
      await pause(waitMs, undefined, { signal, ref: false })
    }
  }

  const begin = (delayMs: number) => {
    running ??= untilDone(delayMs)
      .catch((error) => {
        if (!signal.aborted)
          settings.log.error({ dataset: dataset.id, ...errorFacts(error) }, 'dataset refresh broke off')
      })
      .finally(() => {
        running = null
      })
  }

  const cron = new Cron(dataset.schedule, { timezone: 'America/Lima', unref: true }, () =>
    begin(Math.random() * jitterMs),
  )
  isDue(dataset, settings)
    .catch(() => true)
    .then((due) => {
      if ((due || settings.needed?.()) && !signal.aborted) begin(0)
    })

  return {
    async stop() {
      cron.stop()
      ended.abort()
      await running
    },
  }
}
