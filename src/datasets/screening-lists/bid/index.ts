import { readFile } from 'node:fs/promises'
import type { ListedParty } from '../../../domain/screening/party.ts'
import { Failure } from '../../../kernel/errors.ts'
import { isAddress } from '../../../kernel/files/download.ts'
import type { FetchedFile, RefreshJob } from '../../editions/dataset.ts'
import { fetchListFile, listDataset, type ParsedList, unreadableList } from '../list-dataset.ts'
import type { ListSettings } from '../screening-list.ts'
import { partyOf } from './party.ts'
import { readBidRows, storePage } from './read-rows.ts'

const MAX_BYTES = 30_000_000
const MOST_PAGES = 50
/** Of all rows, so many must have a readable first day and a known kind of party. */
const READABLE_SHARE = 0.95
const STORE = /\/datastore_search\?/

const unreadable = unreadableList('BID')

/** Firms and individuals that the Inter-American Development Bank bars, with the cross-debarments of other banks. */
export const bidList = listDataset({
  id: 'BID',
  schedule: '30 6 * * 1',
  floor: 600,
  least: { personas: 50, entidades: 300 },
  leastShare: 0.85,

  async fetch(job, from, settings) {
    if (!isAddress(from) || !STORE.test(from)) return fetchPage(job, from, settings, 0)
    try {
      return await fetchStore(job, from, settings)
    } catch (error) {
      return fetchCsvOf(job, from, settings, error)
    }
  },

  parse: (files) => parseBidList(files.map(({ path }) => path)),
})

const fetchPage = async (
  job: RefreshJob,
  from: string,
  settings: ListSettings,
  page: number,
): Promise<FetchedFile[] | 'unchanged'> => {
  const file = await fetchListFile(job, from, settings, { name: `bid-${page}`, maxBytes: MAX_BYTES })
  return file === 'unchanged' ? file : [file]
}

/** All rows of the data store, page by page until there are as many as it says. */
const fetchStore = async (
  job: RefreshJob,
  from: string,
  settings: ListSettings,
): Promise<FetchedFile[] | 'unchanged'> => {
  const files: FetchedFile[] = []
  // An edition is built from all pages, and only the first can show that nothing is new when it is the only one.
  const isOnePage = Object.keys(job.inService?.validators ?? {}).length === 1
  const asked = isOnePage ? job : { ...job, inService: null }
  for (let rows = 0; files.length < MOST_PAGES; ) {
    const address = rows === 0 ? from : `${from}&offset=${rows}`
    const page = await fetchPage(asked, address, settings, files.length)
    if (page === 'unchanged') return page
    files.push(...page)
    const { total, records } = storePage(await readFile((page[0] as FetchedFile).path, 'utf8'), unreadable)
    rows += records.length
    if (rows === total) return files
    if (rows > total || records.length === 0) throw unreadable(`${rows} rows, ${total} in all`)
  }
  throw unreadable('too many pages')
}

/** The CSV, where the store does not give its rows; its address is in the record of the resource. */
const fetchCsvOf = async (
  job: RefreshJob,
  from: string,
  settings: ListSettings,
  error: unknown,
): Promise<FetchedFile[] | 'unchanged'> => {
  if (!(error instanceof Failure)) throw error
  const id = new URL(from).searchParams.get('resource_id') ?? ''
  try {
    const record = new URL(from.replace(STORE, '/resource_show?'))
    record.search = new URLSearchParams({ id }).toString()
    const [file] = (await fetchPage({ ...job, inService: null }, record.href, settings, 0)) as FetchedFile[]
    const { result } = JSON.parse(await readFile((file as FetchedFile).path, 'utf8')) as { result?: { url?: unknown } }
    const address = new URL(String(result?.url), from).href
    return await fetchPage(job, address, settings, 0)
  } catch {
    // Why the first way failed says more.
    throw error
  }
}

export const parseBidList = async (paths: readonly string[]): Promise<ParsedList> => {
  const rows = (await Promise.all(paths.map((path) => readBidRows(path, unreadable)))).flat()
  const read = rows.map(partyOf)
  const share = (isGood: (row: (typeof read)[number]) => boolean): number => read.filter(isGood).length / read.length
  if (read.length > 0 && share(({ from }) => from !== '') < READABLE_SHARE) throw unreadable('first days unreadable')
  if (read.length > 0 && share(({ isKnownKind }) => isKnownKind) < READABLE_SHARE) throw unreadable('kinds unknown')
  const parties = distinct(read.flatMap(({ party }) => party ?? []))
  return {
    parties,
    newest: read.map(({ from }) => from).reduce((a, b) => (a > b ? a : b), ''),
    lost: rows.filter(({ title }) => title.trim() === '').length,
    unread: read.reduce((sum, { unread }) => sum + unread, 0),
  }
}

/** Rows of the same title, first day and source are told apart by their order. */
const distinct = (parties: readonly ListedParty[]): ListedParty[] => {
  const seen = new Map<string, number>()
  return parties.map((party) => {
    const times = (seen.get(party.referencia) ?? 0) + 1
    seen.set(party.referencia, times)
    return times === 1 ? party : { ...party, referencia: `${party.referencia}-${times}` }
  })
}
