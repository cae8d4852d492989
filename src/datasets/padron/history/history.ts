import type { RegisterRow } from '../register.ts'
import type { LoadedHistory } from './history-list.ts'
import { type Step, stepsOf } from './past-row.ts'
import { SegmentReader } from './segment-reader.ts'

/** What earlier editions of the register said. */
export interface RegisterHistory {
  /** Days of the known editions, oldest first; the last one is the edition in service. */
  readonly editions: readonly string[]
  /** What each of them said of a RUC, oldest first: one step wherever it changed. Throws when a file is damaged. */
  stepsOf(ruc: string): Step[]
}

export interface OpenHistory extends RegisterHistory {
  close(): void
}

/** The history of an edition over what is in memory of it; `rowNow` is what the edition itself says. */
export const openHistory = (
  { ediciones, indexes }: LoadedHistory,
  rowNow: (ruc: string) => RegisterRow | null,
): OpenHistory => {
  const segments = indexes.map((index) => new SegmentReader(index))
  return {
    editions: ediciones,
    stepsOf(ruc) {
      const number = Number(ruc)
      const changes = segments.flatMap((segment) => segment.changesOf(number))
      const row = rowNow(ruc)
      if (!row) return stepsOf(ediciones[0] as string, null, changes)
      const { numero: _, tipo: __, ...now } = row
      return stepsOf(ediciones[0] as string, now, changes)
    },
    close: () => {
      for (const segment of segments) segment.close()
    },
  }
}
