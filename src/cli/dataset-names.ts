import type { DatasetId } from '../datasets/index.ts'
import { LIST_IDS, listRow } from '../domain/lists.ts'

/** The datasets that `data sync` takes, in the order in which it loads them. */
export const DATASET_NAMES: readonly DatasetId[] = [
  ...(['padron', 'sanciones', 'judiciales', 'vinculados'] as const),
  ...LIST_IDS.map((id) => listRow(id).dataset),
  ...(['agentes', 'ssco'] as const),
]
