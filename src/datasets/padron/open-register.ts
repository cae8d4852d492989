import { availableParallelism } from 'node:os'
import type { EditionFacts } from '../editions/dataset.ts'
import { loadImage, type RegisterImage } from './format/register-image.ts'
import { RowReader } from './lookup/row-reader.ts'
import { findKey, jumpTable } from './lookup/ruc-keys.ts'
import type { Register } from './register.ts'
import { SearchThreads } from './search/search-pool.ts'

export interface OpenSettings {
  /** Threads that search by name. */
  searchThreads?: number | undefined
}

/** Opens an edition's folder: every byte is checked, then held in memory once for all threads. */
export const openRegister = async (
  dir: string,
  facts: EditionFacts,
  settings: OpenSettings = {},
): Promise<Register> => {
  const threads = searchThreads(settings).warmUp()
  try {
    return registerOver(await loadImage(dir), facts, threads)
  } catch (error) {
    await threads.close()
    throw error
  }
}

/** A register over an image that is already in memory, in this thread or another one. */
export const registerOf = (image: RegisterImage, facts: EditionFacts, settings: OpenSettings = {}): Register =>
  registerOver(image, facts, searchThreads(settings))

const searchThreads = (settings: OpenSettings): SearchThreads =>
  new SearchThreads(settings.searchThreads ?? Math.min(2, availableParallelism()))

const registerOver = (image: RegisterImage, facts: EditionFacts, threads: SearchThreads): Register => {
  const { sections } = image
  const keys = {
    keys: new Uint32Array(sections.keys),
    keyRows: new Uint32Array(sections.keyRows),
    prefixStarts: new Uint32Array(sections.prefixStarts),
  }
  const jump = jumpTable(keys)
  const rows = new RowReader(image)
  threads.open(image)
  return {
    facts,
    byRuc(ruc) {
      const row = findKey(keys, ruc, jump)
      return row < 0 ? null : rows.row(row, ruc)
    },
    searchNames: (question) => threads.ask(question),
    async close() {
      await threads.close()
      rows.close()
    },
  }
}
