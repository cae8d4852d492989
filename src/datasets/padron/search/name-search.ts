import type { RegisterImage } from '../format/register-image.ts'
import { RowReader } from '../lookup/row-reader.ts'
import type { NameAnswer, NameHits, NameQuestion } from '../register.ts'
import type { FoundRows } from './hit-collector.ts'
import type { SearchCosts } from './search-costs.ts'
import { SearchEngine } from './search-engine.ts'

export interface NameSearch {
  /** `fuzzy`: nothing matched all words, and one misspelt word was corrected. */
  search(question: NameQuestion): NameAnswer & { fuzzy: boolean }
  close(): void
}

/** Name search over an image in the calling thread: a search engine, and the rows of its hits put together. */
export const openNameSearch = (image: RegisterImage, costs?: SearchCosts): NameSearch => {
  const reader = new RowReader(image)
  const engine = new SearchEngine(image, reader.indexFd, costs)
  const readRows = ({ total, rows }: FoundRows): NameHits => ({ total, rows: rows.map((rowId) => reader.row(rowId)) })
  return {
    search({ text, persons, companies }) {
      const found = engine.search(text, persons, companies)
      return { persons: readRows(found.persons), companies: readRows(found.companies), fuzzy: found.fuzzy }
    },
    close: () => reader.close(),
  }
}
