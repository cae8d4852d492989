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
  if (sanctions.length !== facts.filas)
    throw new Failure('dataset-unavailable', 'El archivo guardado de la lista de inhabilitados no es el de su edición')
  return indexSanctions(sanctions, facts)
}
