import { existsSync } from 'node:fs'
import type { Clock } from '../../kernel/clock.ts'
import { renameDurably, syncTree } from '../../kernel/files/atomic-file.ts'
import type { EditionFacts, RefreshJob } from './dataset.ts'
import { type EditionFolder, editionDir, editionInService, removeLeftovers, writePointer } from './edition-folder.ts'

// Long enough for every reader to notice the switch and to open the edition; then all of them change over together.
export const SWAP_DELAY_MS = 400

export interface SwitchSettings {
  clock: Clock
  /** How long after the switch readers everywhere begin to answer with the new edition. */
  swapDelayMs?: number | undefined
}

/**
 * Turns a finished work folder into the edition in service. A process killed before the pointer is replaced leaves the
 * old edition in service; killed afterwards, the new one.
 */
export const switchEdition = async (
  folder: EditionFolder,
  { clock, swapDelayMs = SWAP_DELAY_MS }: SwitchSettings,
  job: Pick<RefreshJob, 'dir' | 'progress'>,
  facts: EditionFacts,
): Promise<void> => {
  await syncTree(job.dir)
  job.progress.report('switch', 0)
  const edition = freeName(folder, `${/work-(.*)-/.exec(job.dir)?.[1]}-${facts.sha256.slice(0, 8)}`)
  await renameDurably(job.dir, editionDir(folder, edition))
  job.progress.report('point', 0)
  const previous = await editionInService(folder)
  const from = clock.now() + swapDelayMs
  await writePointer(folder, { edition, previous: previous === edition ? null : previous, from })
  job.progress.report('sweep', 0)
  await removeLeftovers(folder)
}

const freeName = (folder: EditionFolder, wanted: string): string => {
  for (let serial = 1; ; serial++) {
    const name = serial === 1 ? wanted : `${wanted}-${serial}`
    if (!existsSync(editionDir(folder, name))) return name
  }
}
