import { availableParallelism } from 'node:os'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { EditionFacts } from '../editions/dataset.ts'
import { loadImage, type RegisterImage } from './format/register-image.ts'
import { openHistory } from './history/history.ts'
import { type LoadedHistory, loadHistory } from './history/history-list.ts'
import { RowReader } from './lookup/row-reader.ts'
import { findPlace, type JumpTable, jumpSteps } from './lookup/ruc-keys.ts'
import type { Register, RegisterRow } from './register.ts'
import { SearchPool } from './search/search-pool.ts'

export interface OpenSettings {
  /** Threads that search by name. */
  searchThreads?: number | undefined
}

/** What a register reads: other threads open the same memory. */
export interface SharedRegister {
  image: RegisterImage
  jumps: JumpTable
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
    return registerOver(await withJumps(await loadImage(dir), loadHistory(dir, facts)), facts, pool)
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
): Promise<OpenRegister> => sharedRegister(await withJumps(image, loadHistory(image.dir, facts)), facts, settings)

/** A register over what another thread has opened. */
export const sharedRegister = (shared: SharedRegister, facts: EditionFacts, settings: OpenSettings): OpenRegister =>
  registerOver(shared, facts, newPool(settings))

const newPool = (settings: OpenSettings): SearchPool =>
  new SearchPool(settings.searchThreads ?? Math.min(2, availableParallelism()))

const keysOf = ({ sections }: RegisterImage) => ({
  keys: new Uint32Array(sections.keys),
  rucPrefixStarts: new Uint32Array(sections.rucPrefixStarts),
})

const withJumps = async (image: RegisterImage, history: LoadedHistory): Promise<SharedRegister> => {
  const steps = jumpSteps(keysOf(image))
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { image, jumps: step.value, history }
    await yieldToEventLoop()
  }
}

const registerOver = (shared: SharedRegister, facts: EditionFacts, pool: SearchPool): OpenRegister => {
  const { image, jumps } = shared
  const keys = keysOf(image)
  const rows = new RowReader(image)
  const byRuc = (ruc: string): RegisterRow | null => {
    const place = findPlace(keys, ruc, jumps)
    return place < 0 ? null : rows.row(rows.rowAt(place), ruc)
  }
  const history = openHistory(shared.history, byRuc)
  pool.open(image)
  return {
    facts,
    shared,
    byRuc,
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
