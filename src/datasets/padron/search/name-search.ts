import type { RegisterImage } from '../format/register-image.ts'
import { RowReader } from '../lookup/row-reader.ts'
import type { NameAnswer, NameQuestion } from '../register.ts'
import { SearchEngine } from './search-engine.ts'
import type { SearchCosts } from './search-index.ts'

export interface Answerer {
  answer(question: NameQuestion): NameAnswer
  close(): void
}

/** A search engine over an image in this thread, with the rows of its answers put together. */
export const openAnswerer = ({ head, sections, ...image }: RegisterImage, costs?: SearchCosts): Answerer => {
  const rows = new RowReader({ head, sections, ...image })
  const index = {
    rows: head.rows,
    persons: head.persons,
    wordBytes: new Uint8Array(sections.wordBytes),
    wordStarts: new Uint32Array(sections.wordStarts),
    wordTotals: new Uint32Array(sections.wordTotals),
    postings: new Uint8Array(sections.postings),
    postingStarts: new Uint32Array(sections.postingStarts),
    unionPlaces: new Uint32Array(sections.unionPlaces),
    unionHeads: new Uint32Array(sections.unionHeads),
    unionCommon: new Uint32Array(sections.unionCommon),
    unionBytes: new Uint8Array(sections.unionBytes),
    forward: new Uint8Array(sections.forward),
    forwardBlocks: new Uint32Array(sections.forwardBlocks),
    hotPlaces: new Uint32Array(sections.hotPlaces),
    formPlaces: new Uint32Array(sections.formPlaces),
    irregular: new Int32Array(sections.irregular),
    ofLength: new Int32Array(sections.ofLength),
  }
  const engine = new SearchEngine(index, costs)
  return {
    answer({ text, persons, companies }) {
      const found = engine.search(text, persons, companies)
      return {
        persons: { total: found.persons.total, rows: found.persons.rows.map((row) => rows.row(row)) },
        companies: { total: found.companies.total, rows: found.companies.rows.map((row) => rows.row(row)) },
        forgiven: found.forgiven,
      }
    },
    close: () => rows.close(),
  }
}
