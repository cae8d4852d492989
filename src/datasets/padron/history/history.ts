import type { RegisterHistory, RegisterRow } from '../register.ts'
import type { LoadedHistory } from './history-list.ts'
import { monthsOf, sightingsOf } from './month-history.ts'
import { type Change, stepsOf } from './past-row.ts'
import { SegmentReader } from './segment-reader.ts'

export interface OpenHistory extends RegisterHistory {
  close(): void
}

/** The history of an edition over what is in memory of it; `rowNow` is what the edition itself says. */
export const openHistory = (
  { ediciones, indexes, months }: LoadedHistory,
  rowNow: (ruc: string) => RegisterRow | null,
): OpenHistory => {
  const segments = indexes.map((index) => new SegmentReader(index))
  const monthly = months?.indexes.map((index) => new SegmentReader(index)) ?? []
  return {
    editions: ediciones,
    stepsOf(ruc) {
      const number = Number(ruc)
      const changes: Change[] = []
      for (const segment of segments) segment.findChanges(number, changes)
      const row = rowNow(ruc)
      if (!row) return stepsOf(ediciones[0] as string, null, changes)
      const { numero: _, tipo: __, ...now } = row
      return stepsOf(ediciones[0] as string, now, changes)
    },
    months: monthsOf(months),
    sightingsOf: (ruc) => (months ? sightingsOf(months, monthly, ruc) : []),
    close: () => {
      for (const segment of [...segments, ...monthly]) segment.close()
    },
  }
}
