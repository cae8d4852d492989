import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import type { EditionFacts } from '../editions/dataset.ts'
import { indexSanctions, type SanctionList } from './search.ts'
import { readSnapshot } from './snapshot.ts'

/** The file of an edition. */
export const SNAPSHOT = 'sanciones.jsonl'

/** Opens an edition's folder. */
export const openSanctions = async (dir: string, facts: EditionFacts): Promise<SanctionList> => {
  const sanctions = await readSnapshot(join(dir, SNAPSHOT))
  const removed = typeof facts.extra?.retiradas === 'number' ? facts.extra.retiradas : 0
  if (sanctions.length !== facts.filas + removed)
    throw new Failure('dataset-unavailable', 'El archivo guardado de la lista de inhabilitados no es el de su edición')
  // Editions made before there were two kinds are exports.
  return indexSanctions(sanctions, { ...facts, extra: { clase: 'export', ...facts.extra } })
}
