import type { DatasetId } from '../datasets/index.ts'

/** The datasets that `data sync` takes, in the order in which it loads them. */
export const DATASET_NAMES: readonly DatasetId[] = ['padron', 'sanciones', 'judiciales', 'vinculados', 'us', 'un']
