import type { LimaClock } from '../domain/lima-time.ts'
import { procurementSanctions } from './procurement-sanctions/index.ts'

export type { Dataset, DatasetId, DatasetStatus, EditionReader, Mirror } from './dataset.ts'
export { type OpenDatasets, openDatasets } from './open-datasets.ts'
export { type RefreshOutcome, refreshDataset, SWAP_DELAY_MS } from './refresh.ts'
export { readStatus } from './status.ts'

/** Where each dataset comes from; an empty text where the operator named no place. */
export interface DatasetsSettings {
  procurementList: string
  clock: LimaClock
  userAgent: string
}

/** Every dataset, one line each. */
export const listDatasets = ({ clock, userAgent, procurementList }: DatasetsSettings) => ({
  sanciones: procurementSanctions({ from: procurementList, clock, userAgent }),
})
