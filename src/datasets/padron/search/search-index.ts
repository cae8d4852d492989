import { type ForwardIndex, ForwardReader } from '../format/forward-reader.ts'
import type { SectionName } from '../format/index-file.ts'
import { BytesInFile } from '../format/postings/list-bytes.ts'
import { COMPANY, PERSON } from '../format/postings/posting-lists.ts'
import { type PostingsIndex, PostingsReader } from '../format/postings/postings-reader.ts'
import { PrefixPostings, type PrefixPostingsIndex } from '../format/postings/prefix-postings.ts'
import { type RegisterImage, sectionOf } from '../format/register-image.ts'
import type { KindRange } from './hit-collector.ts'
import type { SearchCosts } from './search-costs.ts'
import { TierReader } from './tiers.ts'

/** The sections of the index that a search reads in shared memory. The posting lists are read from the file. */
export interface SearchIndex extends PostingsIndex, PrefixPostingsIndex, ForwardIndex {
  termBytes: Uint8Array
  termStarts: Uint32Array
  /** Bitmap of the names that repeat a term or have a legal form before their last term. */
  irregular: Int32Array
  /** Bitmaps of the names with two and with three terms, one after the other. */
  nameLengths: Int32Array
}

const searchIndexOf = ({ head, sections }: RegisterImage): SearchIndex => ({
  rows: head.rows,
  persons: head.persons,
  termBytes: new Uint8Array(sections.termBytes),
  termStarts: new Uint32Array(sections.termStarts),
  termTotals: new Uint32Array(sections.termTotals),
  postingStarts: new Uint32Array(sections.postingStarts),
  prefixRanges: new Uint32Array(sections.prefixRanges),
  prefixHeads: new Uint32Array(sections.prefixHeads),
  prefixDenseTerms: new Uint32Array(sections.prefixDenseTerms),
  forward: new Uint8Array(sections.forward),
  forwardBlocks: new Uint32Array(sections.forwardBlocks),
  shortCodeTerms: new Uint32Array(sections.shortCodeTerms),
  formTerms: new Uint32Array(sections.formTerms),
  irregular: new Int32Array(sections.irregular),
  nameLengths: new Int32Array(sections.nameLengths),
})

/** What the parts of a search engine share. */
export interface SearchDeps {
  index: SearchIndex
  costs: SearchCosts
  postings: PostingsReader
  names: ForwardReader
  tiers: TierReader
}

/** `indexFd` is the open index file of the image. */
export const searchDeps = (image: RegisterImage, indexFd: number, costs: SearchCosts): SearchDeps => {
  const index = searchIndexOf(image)
  const names = new ForwardReader(index)
  const inFile = (name: SectionName): BytesInFile => new BytesInFile(indexFd, sectionOf(image, name))
  const prefixes = new PrefixPostings(index, inFile('prefixBytes'), sectionOf(image, 'prefixBytes').bytes)
  const postings = new PostingsReader(index, inFile('postings'), prefixes)
  return { index, costs, postings, names, tiers: new TierReader(names) }
}

/** Persons come first in the register. */
export const kindOf = ({ persons }: SearchIndex, rowId: number): number => (rowId < persons ? PERSON : COMPANY)

export const kindRanges = ({ persons, rows }: SearchIndex, wanted: readonly number[]): KindRange[] => [
  { kind: PERSON, from: 0, to: persons, wanted: wanted[PERSON] as number },
  { kind: COMPANY, from: persons, to: rows, wanted: wanted[COMPANY] as number },
]
