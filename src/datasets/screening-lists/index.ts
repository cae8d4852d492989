import { type ListDataset, type ListId, listRow } from '../../domain/lists.ts'
import type { Dataset, Mirror } from '../editions/dataset.ts'
import { bidList } from './bid/index.ts'
import { euList } from './eu/index.ts'
import type { ListSettings, ScreeningList } from './screening-list.ts'
import { ukList } from './uk/index.ts'
import { unList } from './un/index.ts'
import { usList } from './us/index.ts'

export type { ScreeningList } from './screening-list.ts'

/** The lists as lookups see them, by their datasets; those that this installation does not load are absent. */
export type ListMirrors = { [Id in ListDataset]?: Mirror<ScreeningList> | undefined }

/** Every list, one line each. */
const MAKERS: Record<ListId, (settings: ListSettings) => Dataset<ScreeningList>> = {
  US: usList,
  UN: unList,
  UE: euList,
  UK: ukList,
  BID: bidList,
}

interface ListsSettings extends Omit<ListSettings, 'from' | 'missingAddress'> {
  missingAddress: Partial<Record<ListDataset, string>>
}

/** The datasets of these lists, by their ids. */
export const listsOf = (
  from: Partial<Record<ListId, string>>,
  { missingAddress, ...settings }: ListsSettings,
): Partial<Record<ListDataset, Dataset<ScreeningList>>> =>
  Object.fromEntries(
    (Object.entries(from) as [ListId, string][]).map(([id, address]) => {
      const { dataset } = listRow(id)
      return [dataset, MAKERS[id]({ ...settings, from: address, missingAddress: missingAddress[dataset] })]
    }),
  )
