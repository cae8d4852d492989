import { buildIndex } from '../../domain/screening/index/build-index.ts'
import type { NameIndex } from '../../domain/screening/index/name-index.ts'
import { type ListMatcher, warmMatcher } from '../../domain/screening/match/matcher.ts'
import { emptyRecord, type ListedParty } from '../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import type { EditionFacts, EditionReader } from '../editions/dataset.ts'
import { readIndex, writeIndex } from './index-file.ts'
import { damaged, readParties, writeParties } from './parties-file.ts'
import { readRecords, writeRecords } from './records-file.ts'

/** A list of sanctioned parties, ready to be screened against. */
export interface ScreeningList extends EditionReader {
  readonly matcher: ListMatcher
}

/**
 * The version of an edition's files. Version 2 has the records of the parties; an edition without them goes on answering,
 * and is read again from its publisher as soon as possible. Bump it also when more of the files is read than before.
 */
export const LIST_FORMAT = 2

/** Writes a list as an edition: its parties, their records, and their index, so that a start need not build it again. */
export const writeScreeningList = async (path: string, parties: readonly ListedParty[]): Promise<void> => {
  const sha256 = await writeParties(path, parties)
  await writeRecords(
    recordsPath(path),
    parties.map(({ record }) => record ?? emptyRecord()),
    sha256,
  )
  await makeIndex(path, parties, sha256)
}

/** Opens an edition: its parties from disk, and their index, without blocking the event loop. */
export const openScreeningList = async (path: string, facts: EditionFacts): Promise<ScreeningList> => {
  const records = facts.formato === undefined ? null : await readRecords(recordsPath(path))
  const { parties, sha256 } = await readParties(path, records?.image)
  if (parties.length !== facts.filas) throw damaged('another edition')
  if (records && (records.of !== sha256 || records.image.records !== parties.length)) throw damaged('other records')
  const stored = await readIndex(indexPath(path), parties, sha256)
  const matcher = stored && (await warmMatcher(stored, yieldToEventLoop).catch(() => null))
  if (matcher) return { facts, matcher, close: async () => {} }
  const index = await makeIndex(path, parties, sha256)
  return { facts, matcher: await warmMatcher(index, yieldToEventLoop), close: async () => {} }
}

/** How many strong aliases the parties have: a file of them that was cut shows in this number. */
export const countAliases = (parties: Iterable<ListedParty>): number => {
  let aliases = 0
  for (const party of parties) aliases += party.names.filter(({ kind }) => kind === 'alias').length
  return aliases
}

/** Builds and stores the index. Where it cannot be written, it is built again at every start. */
const makeIndex = async (path: string, parties: readonly ListedParty[], sha256: string): Promise<NameIndex> => {
  const index = await buildIndex(parties, yieldToEventLoop)
  await writeIndex(indexPath(path), index, sha256).catch(() => {})
  return index
}

const indexPath = (path: string): string => path.replace(/\.jsonl$/, '.index')

const recordsPath = (path: string): string => path.replace(/\.jsonl$/, '.records')
