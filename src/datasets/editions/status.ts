import { toSlashDate } from '../../domain/lima-time.ts'
import { isLocked } from '../../kernel/files/file-lock.ts'
import { overdueCheck } from './cadence.ts'
import { endOfDay, isCopy, publishersDate } from './checks/edition-date.ts'
import type { Dataset, DatasetId, DatasetStatus, EditionFacts, EditionReader } from './dataset.ts'
import {
  type EditionFolder,
  editionDir,
  editionFolderOf,
  editionsToTry,
  type RefreshState,
  readFacts,
  readState,
} from './edition-folder.ts'

export const DAMAGED = 'La última edición guardada está dañada; responde la anterior'
export const ALL_DAMAGED = 'Las ediciones guardadas están dañadas y no se pueden abrir'
const HOUR_MS = 3_600_000
const INTERRUPTED = 'La última actualización se interrumpió antes de terminar'

/** The state that the last refresh recorded. One that says `running` while nobody holds the lock was killed. */
export const readCurrentState = async (folder: EditionFolder): Promise<RefreshState> => {
  const state = await readState(folder)
  if (state.estado !== 'running' || isLocked(folder.lock)) return state
  // It may have ended between the two reads.
  const again = await readState(folder)
  return again.estado === 'running' ? { ...again, estado: 'failed', error: INTERRUPTED } : again
}

/**
 * The moment by which an edition is judged: when its publisher last answered well. A copy on the operator's disk is only as
 * good as its own date, however often it is read.
 */
export const judgedFrom = (facts: EditionFacts, { revisado }: Pick<RefreshState, 'revisado'>): string =>
  isCopy(facts) ? endOfDay(publishersDate(facts) ?? facts.edicion) : (revisado ?? facts.cargado)

/** Why a list counts as overdue; null when it does not. */
export const overdueReason = ({ atrasado, copia, publicado, edicion }: DatasetStatus): string | null => {
  if (!atrasado) return null
  if (!copia || !edicion) return 'La fuente no se pudo revisar en sus tres últimas fechas de actualización'
  const whose = publicado ? `publicada el ${toSlashDate(publicado)}` : `sin fecha, del ${toSlashDate(edicion)}`
  return `Se lee de una copia ${whose}: ya debe de haber ediciones más nuevas`
}

/** Combines an edition's facts, the state of its refresh and damage found on opening. */
export const statusOf = (
  id: DatasetId,
  facts: EditionFacts | null,
  state: RefreshState,
  damage: string | null,
  atrasado = false,
  historyError: string | null = null,
): DatasetStatus => ({
  id,
  estado: damage && state.estado !== 'running' ? 'failed' : state.estado,
  desde: state.desde,
  edicion: facts?.edicion ?? null,
  publicado: (facts && publishersDate(facts)) ?? null,
  copia: facts !== null && isCopy(facts),
  filas: facts?.filas ?? null,
  descartadas: facts?.descartadas ?? null,
  observacionesSinLeer: facts?.observacionesSinLeer ?? null,
  cargado: facts?.cargado ?? null,
  ...(facts?.historia && {
    historia: {
      desde: facts.historia.desde,
      ediciones: facts.historia.ediciones,
      error: historyError ?? lostBefore(facts.historia.perdida),
    },
  }),
  sha256: facts?.sha256 ?? null,
  error: damage ?? state.error,
  intento: state.intento,
  revisado: state.revisado,
  duracionMs: state.duracionMs ?? null,
  atrasado,
})

/** How old the edition in service is; null when none is. It counts from its load; of a copy, from the end of its own day. */
export const ageMs = ({ cargado, edicion, publicado, copia }: DatasetStatus, now: number): number | null => {
  if (cargado === null || edicion === null) return null
  return Math.max(0, now - Date.parse(copia ? endOfDay(publicado ?? edicion) : cargado))
}

/** The same in hours and tenths. */
export const ageHours = (status: DatasetStatus, now: number): number | null => {
  const ms = ageMs(status, now)
  return ms === null ? null : Math.round(ms / (HOUR_MS / 10)) / 10
}

/** A dataset's status from the files on disk, without opening its editions. */
export const readStatus = async (
  dataDir: string,
  { id, schedule }: Pick<Dataset<EditionReader>, 'id' | 'schedule'>,
  now: number,
): Promise<DatasetStatus> => {
  const folder = editionFolderOf(dataDir, id)
  const state = await readCurrentState(folder)
  const names = await editionsToTry(folder)
  for (const [rank, name] of names.entries()) {
    const facts = await readFacts(editionDir(folder, name))
    if (!facts) continue
    const atrasado = overdueCheck(schedule)(judgedFrom(facts, state), now)
    return statusOf(id, facts, state, rank > 0 ? DAMAGED : null, atrasado)
  }
  return statusOf(id, null, state, names.length > 0 ? ALL_DAMAGED : null)
}

/** What an edition says of its own history, whoever has not opened it. */
const lostBefore = (day: string | undefined): string | null =>
  day === undefined ? null : `Se perdió la historia anterior al ${day}`
