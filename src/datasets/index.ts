import type { LimaClock } from '../domain/lima-time.ts'
import type { ListId } from '../domain/lists.ts'
import { courtBans } from './court-bans/index.ts'
import type { DatasetId } from './editions/dataset.ts'
import { padronDataset } from './padron/index.ts'
import { procurementSanctions } from './procurement-sanctions/index.ts'
import { relatedParties } from './related-parties/index.ts'
import { listsOf } from './screening-lists/index.ts'
import { sscoList, taxAgents } from './tax-lists/index.ts'

export type { Dataset, DatasetId, DatasetStatus, EditionFacts, EditionReader, Mirror } from './editions/dataset.ts'
export { FollowerList } from './editions/followers.ts'
export { openDatasets } from './editions/open-datasets.ts'
export { type RefreshOutcome, type RefreshSettings, refreshDataset } from './editions/refresh.ts'
export { keepPublished, type Publication, type PublicationStatus } from './editions/sharing/keep-published.ts'
export { openPlace } from './editions/sharing/place.ts'
export { type PublishReport, type PublishSettings, publishEditions } from './editions/sharing/publish.ts'
export { publishFailure } from './editions/sharing/publish-failure.ts'
export { takeDatasets } from './editions/sharing/taken-dataset.ts'
export { openTrustedKeys } from './editions/sharing/trusted-keys.ts'
export { ageHours, ageMs, overdueReason, readStatus } from './editions/status.ts'
export { SWAP_DELAY_MS } from './editions/switch-edition.ts'
export { type BackfillOutcome, backfillRegister } from './padron/index.ts'

/** Where each dataset comes from; an empty text where the operator set no address. */
export interface DatasetsSettings {
  padron: { url: string; tiposUrl: string; anexosUrl: string }
  procurementList: string
  /** Of court orders, partners, representatives and boards. */
  procurementFiles: string
  /** Encrypts the document numbers of those. */
  documentSecret: () => Promise<Uint8Array>
  /** Address or path of each list that names are screened against and that this installation loads. */
  lists: Partial<Record<ListId, string>>
  /** Base address or folder of the zips of agents; address or path of the list of subjects without operating capacity. */
  taxLists: { agents: string; ssco: string }
  /** What to tell the operator about a dataset without an address: the edge knows the names of its settings. */
  missingAddress: Partial<Record<DatasetId, string>>
  clock: LimaClock
  userAgent: string
  /** Threads that search the register by name; by default two, or one on a single core. */
  searchThreads?: number | undefined
}

/** Every dataset, one line each. */
export const listDatasets = ({ clock, userAgent, procurementList, missingAddress, ...from }: DatasetsSettings) => ({
  padron: padronDataset({
    ...{ from: from.padron.url, typesFrom: from.padron.tiposUrl, clock, userAgent },
    branchesFrom: from.padron.anexosUrl,
    ...{ missingAddress: missingAddress.padron, searchThreads: from.searchThreads },
  }),
  sanciones: procurementSanctions({
    ...{ from: procurementList, clock, userAgent },
    missingAddress: missingAddress.sanciones,
  }),
  judiciales: courtBans({
    ...{ from: from.procurementFiles, secret: from.documentSecret, clock, userAgent },
    missingAddress: missingAddress.judiciales,
  }),
  vinculados: relatedParties({
    ...{ from: from.procurementFiles, secret: from.documentSecret, clock, userAgent },
    missingAddress: missingAddress.vinculados,
  }),
  ...listsOf(from.lists, { missingAddress, clock, userAgent }),
  agentes: taxAgents({ from: from.taxLists.agents, clock, userAgent }),
  ssco: sscoList({ from: from.taxLists.ssco, clock, userAgent }),
})
