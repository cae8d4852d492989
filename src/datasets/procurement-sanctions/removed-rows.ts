import type { Sanction } from '../../domain/records.ts'
import type { ListedSanction } from './sanction-collector.ts'
import { readSnapshot } from './snapshot.ts'

/** The edition that a new one takes the place of. */
export interface EarlierEdition {
  snapshot: string
  cut: string
}

const keyOf = ({ ruc, resolucion, desde }: Sanction): string => `${ruc}|${resolucion}|${desde}`

/** The rows of an earlier edition that the new one lacks, each with the last cut that had it. */
export const removedRows = async (
  { snapshot, cut }: EarlierEdition,
  sanctions: readonly ListedSanction[],
): Promise<ListedSanction[]> => {
  const present = new Set(sanctions.map(keyOf))
  // Without a readable edition there is nothing to keep: the new one still answers for today.
  const earlier = await readSnapshot(snapshot).catch(() => [])
  return earlier
    .filter(({ sanction }) => !present.has(keyOf(sanction)))
    .map(({ sanction, ...row }) => ({ ...sanction, ...row, lastCut: row.lastCut ?? cut }))
}
