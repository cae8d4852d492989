import { availableParallelism } from 'node:os'
import type { EditionFacts } from '../editions/dataset.ts'
import { loadImage, type RegisterImage } from './format/register-image.ts'
import { openHistory } from './history/history.ts'
import { type LoadedHistory, loadHistory } from './history/history-list.ts'
import { DetailReader } from './lookup/detail-reader.ts'
import { RowReader } from './lookup/row-reader.ts'
import { RucPlaces } from './lookup/ruc-keys.ts'
import type { Register, RegisterRow } from './register.ts'
import { SearchPool } from './search/search-pool.ts'

export interface OpenSettings {
  /** Threads that search by name. */
  searchThreads?: number | undefined
}

/** What a register reads: other threads open the same memory. */
export interface SharedRegister {
  image: RegisterImage
  history: LoadedHistory
}

export interface OpenRegister extends Register {
  shared: SharedRegister
}

/** Opens the register in an edition's folder: every byte is checked, then held in memory once for all threads. */
export const openRegister = async (
  dir: string,
  facts: EditionFacts,
  settings: OpenSettings = {},
): Promise<OpenRegister> => {
  const pool = newPool(settings)
  pool.warmUp()
  try {
    return registerOver({ image: await loadImage(dir), history: loadHistory(dir, facts) }, facts, pool)
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** A register over an image that is in memory already. */
export const registerOf = async (
  image: RegisterImage,
  facts: EditionFacts,
  settings: OpenSettings = {},
): Promise<OpenRegister> => sharedRegister({ image, history: loadHistory(image.dir, facts) }, facts, settings)

/** A register over what another thread has opened. */
export const sharedRegister = (shared: SharedRegister, facts: EditionFacts, settings: OpenSettings): OpenRegister =>
  registerOver(shared, facts, newPool(settings))

const newPool = (settings: OpenSettings): SearchPool =>
  new SearchPool(settings.searchThreads ?? Math.min(2, availableParallelism()))

const registerOver = (shared: SharedRegister, facts: EditionFacts, pool: SearchPool): OpenRegister => {
  const { image } = shared
  const rows = new RowReader(image)
  const places = new RucPlaces(image, rows.indexFd)
  const details = new DetailReader(image, rows.indexFd)
  const byRuc = (ruc: string): RegisterRow | null => {
    const place = places.find(ruc)
    return place < 0 ? null : rows.row(rows.rowAt(place), ruc)
  }
  const history = openHistory(shared.history, byRuc)
  pool.open(image)
  return {
    facts,
    shared,
    byRuc,
    detailOf: (ruc) => details.detailOf(places.find(ruc)),
    history,
    historyError: shared.history.error,
    searchNames: (question) => pool.search(question),
    async close() {
      await pool.close()
      rows.close()
      history.close()
    },
  }
}
