import type { LimaClock } from '../../domain/lima-time.ts'
import { buildIndex } from '../../domain/screening/index/build-index.ts'
import type { ListMatcher } from '../../domain/screening/match/matcher.ts'
import { warmMatcher } from '../../domain/screening/match/warm-matcher.ts'
import { emptyRecord, type ListedParty } from '../../domain/screening/party.ts'
import { yieldToEventLoop } from '../../kernel/event-loop.ts'
import { readShared } from '../../kernel/files/shared-file.ts'
import type { DatasetId, EditionFacts, EditionReader } from '../editions/dataset.ts'
import { indexOfImage, readIndexImage, type StoredImage, writeIndex } from './index-file.ts'
import { damaged, readParties, writeParties } from './parties-file.ts'
import type { SharedRecords } from './record-image.ts'
import { readRecords, writeRecords } from './records-file.ts'

/** What a list is read with. */
export interface ListSettings {
  /** Where it is: an address or a path. */
  from: string
  /** What to tell the operator when `from` is absent. */
  missingAddress?: string | undefined
  clock: LimaClock
  userAgent?: string | undefined
  /** The first pause between tries, in place of the list's own. */
  backoffMs?: number | undefined
}

/** The file of a list's parties in an edition's folder. */
export const partiesFile = (dataset: DatasetId): string => `${dataset}.jsonl`

/** A list of sanctioned parties, ready to be screened against. */
export interface ScreeningList extends EditionReader {
  readonly matcher: ListMatcher
  /** The index as it is stored, the file of the parties and their records: other threads share them. */
  readonly stored?: { index: StoredImage; path: string; records: SharedRecords | null }
}

/** The files of a list, in memory that threads share. */
export interface SharedList {
  index: StoredImage
  parties: SharedParties
  /** Null in editions made before they were kept. */
  records: SharedRecords | null
}

/** The file of the parties, where each line begins, and what kind each party is, as a number of `PARTY_KINDS`. */
export interface SharedParties {
  fuente: ListedParty['fuente']
  bytes: Uint8Array
  starts: Uint32Array
  kinds: Uint8Array
}

export const PARTY_KINDS = ['individual', 'entity', 'vessel', 'aircraft'] as const satisfies ListedParty['tipo'][]

/**
 * The version of an edition's files. Version 2 has the records of the parties, version 3 more of their numbers; an edition of
 * another version goes on answering, and is read again from its publisher as soon as possible. Bump it also when more of
 * the files is read than before.
 */
export const LIST_FORMAT = 3

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
  const open = async (index: StoredImage): Promise<ScreeningList> => ({
    facts,
    matcher: await warmMatcher(indexOfImage(index, parties), yieldToEventLoop),
    stored: { index, path, records: records?.image.shared ?? null },
    close: async () => {},
  })
  const stored = await readIndexImage(indexPath(path), sha256)
  return (stored && (await open(stored).catch(() => null))) ?? open(await makeIndex(path, parties, sha256))
}

/** What another thread needs to read the same memory; null when it has to open the folder itself. */
export const shareList = async ({ stored, matcher }: ScreeningList): Promise<SharedList | null> => {
  if (!stored) return null
  const { path, index, records } = stored
  return { index, parties: await shareParties(path, matcher.index.parties), records }
}

const NEW_LINE = 10

const shareParties = async (path: string, parties: readonly ListedParty[]): Promise<SharedParties> => {
  const bytes = await readShared(path)
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (parties.length + 1)))
  const kinds = new Uint8Array(new SharedArrayBuffer(parties.length))
  // The first line is the file's header.
  starts[0] = bytes.indexOf(NEW_LINE) + 1
  for (const [partyId, { tipo }] of parties.entries()) {
    kinds[partyId] = PARTY_KINDS.indexOf(tipo)
    starts[partyId + 1] = bytes.indexOf(NEW_LINE, starts[partyId]) + 1
  }
  return { fuente: parties[0]?.fuente ?? 'US', bytes, starts, kinds }
}

/** How many strong aliases the parties have: a file of them that was cut shows in this number. */
export const countAliases = (parties: Iterable<ListedParty>): number => {
  let aliases = 0
  for (const party of parties) aliases += party.names.filter(({ kind }) => kind === 'alias').length
  return aliases
}

const makeIndex = async (path: string, parties: readonly ListedParty[], sha256: string): Promise<StoredImage> =>
  writeIndex(indexPath(path), await buildIndex(parties, yieldToEventLoop), sha256)

const indexPath = (path: string): string => path.replace(/\.jsonl$/, '.index')

const recordsPath = (path: string): string => path.replace(/\.jsonl$/, '.records')
