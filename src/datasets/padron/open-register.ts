import { availableParallelism } from 'node:os'
import type { EditionFacts } from '../editions/dataset.ts'
import { loadImage, type RegisterImage } from './format/register-image.ts'
import { RowReader } from './lookup/row-reader.ts'
import { findRow, jumpTable } from './lookup/ruc-keys.ts'
import type { Register } from './register.ts'
import { SearchPool } from './search/search-pool.ts'

export interface OpenSettings {
  /** Threads that search by name. */
  searchThreads?: number | undefined
}

/** A register, and the image it reads: other threads open the same one. */
export interface OpenRegister extends Register {
  image: RegisterImage
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
    return registerOver(await loadImage(dir), facts, pool)
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** A register over an image that is already in memory, in this thread or another one. */
export const registerOf = (image: RegisterImage, facts: EditionFacts, settings: OpenSettings = {}): OpenRegister =>
  registerOver(image, facts, newPool(settings))

const newPool = (settings: OpenSettings): SearchPool =>
  new SearchPool(settings.searchThreads ?? Math.min(2, availableParallelism()))

const registerOver = (image: RegisterImage, facts: EditionFacts, pool: SearchPool): OpenRegister => {
  const { sections } = image
  const keys = {
    keys: new Uint32Array(sections.keys),
    keyRows: new Uint32Array(sections.keyRows),
    rucPrefixStarts: new Uint32Array(sections.rucPrefixStarts),
  }
  const jumps = jumpTable(keys)
  const rows = new RowReader(image)
  pool.open(image)
  return {
    facts,
    image,
    byRuc(ruc) {
      const rowId = findRow(keys, ruc, jumps)
      return rowId < 0 ? null : rows.row(rowId, ruc)
    },
    searchNames: (question) => pool.search(question),
    async close() {
      await pool.close()
      rows.close()
    },
  }
}
