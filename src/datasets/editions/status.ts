import { isLocked } from '../../kernel/files/file-lock.ts'
import type { DatasetId, DatasetStatus, EditionFacts } from './dataset.ts'
import { candidates, editionDir, type RefreshState, readFacts, readState, type Shelf, shelfOf } from './shelf.ts'

export const DAMAGED = 'La última edición guardada está dañada; responde la anterior'
export const ALL_DAMAGED = 'Las ediciones guardadas están dañadas y no se pueden abrir'
const HOUR_MS = 3_600_000
const INTERRUPTED = 'La última actualización se interrumpió antes de terminar'

/** What the last refresh wrote down; one that says it is running while nobody holds the lock was killed. */
export const readStanding = async (shelf: Shelf): Promise<RefreshState> => {
  const state = await readState(shelf)
  if (state.estado !== 'running' || isLocked(shelf.lock)) return state
  // It may have ended between the two looks.
  const again = await readState(shelf)
  return again.estado === 'running' ? { ...again, estado: 'failed', error: INTERRUPTED } : again
}

export const statusOf = (
  id: DatasetId,
  facts: EditionFacts | null,
  state: RefreshState,
  damage: string | null,
): DatasetStatus => ({
  id,
  estado: damage && state.estado !== 'running' ? 'failed' : state.estado,
  desde: state.desde,
  edicion: facts?.edicion ?? null,
  filas: facts?.filas ?? null,
  cargado: facts?.cargado ?? null,
  sha256: facts?.sha256 ?? null,
  error: damage ?? state.error,
  intento: state.intento,
  revisado: state.revisado,
})

/** How long ago the edition in service was loaded, in hours and tenths; null when none is. */
export const ageHours = ({ cargado }: DatasetStatus, now: number): number | null =>
  cargado === null ? null : Math.max(0, Math.round((now - Date.parse(cargado)) / (HOUR_MS / 10)) / 10)

/** A dataset's status from what lies on disk, without opening its editions. */
export const readStatus = async (dataDir: string, id: DatasetId): Promise<DatasetStatus> => {
  const shelf = shelfOf(dataDir, id)
  const state = await readStanding(shelf)
  const names = await candidates(shelf)
  for (const [age, name] of names.entries()) {
    const facts = await readFacts(editionDir(shelf, name))
    if (facts) return statusOf(id, facts, state, age > 0 ? DAMAGED : null)
  }
  return statusOf(id, null, state, names.length > 0 ? ALL_DAMAGED : null)
}
