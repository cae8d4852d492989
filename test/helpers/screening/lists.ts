import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PretendUpstream } from '../../../sandbox/upstream.ts'
import { bidList as pretendBid } from '../../../sandbox/upstreams/more-lists/bid-list.ts'
import { euList as pretendEu } from '../../../sandbox/upstreams/more-lists/eu-list.ts'
import { ukList as pretendUk } from '../../../sandbox/upstreams/more-lists/uk-list.ts'
import { unList as pretendUn } from '../../../sandbox/upstreams/un-list.ts'
import { usList as pretendUs } from '../../../sandbox/upstreams/us-list.ts'
import type { Dataset, EditionFacts, RefreshJob } from '../../../src/datasets/editions/dataset.ts'
import { bidList } from '../../../src/datasets/screening-lists/bid/index.ts'
import { euList } from '../../../src/datasets/screening-lists/eu/index.ts'
import type { ScreeningList } from '../../../src/datasets/screening-lists/screening-list.ts'
import { ukList } from '../../../src/datasets/screening-lists/uk/index.ts'
import { unList } from '../../../src/datasets/screening-lists/un/index.ts'
import { FILES } from '../../../src/datasets/screening-lists/us/fetch.ts'
import { usList } from '../../../src/datasets/screening-lists/us/index.ts'
import { limaClock } from '../../../src/domain/lima-time.ts'
import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'
import { forProcess, temporaryFolder } from '../cleanup.ts'

const SHARED = fileURLToPath(new URL('../../../../shared/data', import.meta.url))

/** The copies the development set was made from, when they lie beside the project; else null. */
export const sharedData = (): string | null =>
  ['us-list/2025-05-rebuilt', 'us-list/2025-12-consolidated', 'un-list/2026-02-27'].every((folder) =>
    existsSync(join(SHARED, folder)),
  )
    ? SHARED
    : null

/** Puts the US files of several copies into one folder, as the publisher has them. */
export const gatherUsFiles = (shared: string, folder: string): string => {
  mkdirSync(folder, { recursive: true })
  for (const copy of ['2025-05-rebuilt', '2025-12-consolidated'])
    cpSync(join(shared, 'us-list', copy), folder, { recursive: true, mode: 0 })
  return folder
}

const quietJob = (dir: string, cacheDir: string): RefreshJob => ({
  ...{ dir, cacheDir, inService: null, floor: 1 },
  progress: { report: () => {} },
  signal: new AbortController().signal,
})

/** One edition on disk, made by the dataset's own steps, and how to open it again. */
export interface BuiltEdition {
  dir: string
  facts: EditionFacts
  open(): Promise<ScreeningList>
}

const buildEdition = async <Parsed>(dataset: Dataset<ScreeningList, Parsed>, work: string): Promise<BuiltEdition> => {
  const dir = join(work, dataset.id)
  mkdirSync(dir, { recursive: true })
  const job = quietJob(dir, join(work, `${dataset.id}-files`))
  const files = await dataset.fetch(job)
  if (files === 'unchanged') throw new Error('nothing to build from')
  await dataset.verify(job, files)
  const facts = await dataset.build(job, await dataset.parse(job, files), files)
  dataset.check(job, facts)
  return { dir, facts, open: () => dataset.open(dir, facts) }
}

/** The files of both pretend lists, as their publishers would send them. */
export const writePretendFiles = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  for (const { name } of FILES)
    writeFileSync(join(folder, name), await pretendFile(pretendUs, `/Published/4711/2026-11-12/4711/${name}`))
  writeFileSync(join(folder, 'un.xml'), await pretendFile(pretendUn, '/resources/xml/en/consolidated.xml'))
}

/** Both pretend lists, built into `work`. */
export const buildPretendLists = async (work: string) => {
  const clock = limaClock()
  const folder = join(work, 'pretend')
  await writePretendFiles(folder)
  return {
    us: await buildEdition(usList({ from: folder, clock }), work),
    un: await buildEdition(unList({ from: join(folder, 'un.xml'), clock }), work),
  }
}

/** The files of the other pretend lists, each under its name. */
export const writeMorePretendFiles = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const store = '/api/action/datastore_search'
  for (const [name, upstream, path] of [
    ['eu.xml', pretendEu, '/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw'],
    ['uk.xml', pretendUk, '/docs/UK-Sanctions-List.xml'],
    ['uk.csv', pretendUk, '/docs/UK-Sanctions-List.csv'],
    ['bid.json', pretendBid, `${store}?resource_id=cd0bd9ac-18c6-44bc-8592-9be468c2efd9`],
  ] as const)
    writeFileSync(join(folder, name), await pretendFile(upstream, path))
  writeFileSync(join(folder, 'bid.csv'), bidCsv(readFileSync(join(folder, 'bid.json'), 'utf8')))
}

/** The first page of the data store as the bank's CSV. */
const bidCsv = (page: string): string => {
  const { records } = JSON.parse(page).result as { records: Record<string, string>[] }
  const columns = Object.keys(records[0] ?? {}).filter((name) => name !== '_id')
  const cell = (text = ''): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [columns, ...records.map((record) => columns.map((name) => record[name]))]
    .map((row) => `${row.map(cell).join(',')}\n`)
    .join('')
}

/** The lists of the EU, the UK and the IDB as the sandbox has them, built into `work`. */
export const buildMorePretendLists = async (work: string) => {
  const clock = limaClock()
  const folder = join(work, 'more')
  await writeMorePretendFiles(folder)
  return {
    eu: await buildEdition(euList({ from: join(folder, 'eu.xml'), clock }), work),
    uk: await buildEdition(ukList({ from: join(folder, 'uk.xml'), clock }), work),
    bid: await buildEdition(bidList({ from: join(folder, 'bid.csv'), clock }), work),
  }
}

const pretendFile = async ({ handle }: PretendUpstream, address: string): Promise<string | Buffer> => {
  const { pathname: path, searchParams: query } = new URL(address, 'http://pretend.invalid')
  const request = {
    method: 'GET',
    path,
    query,
    body: Buffer.alloc(0),
    form: new URLSearchParams(),
  }
  return (await handle({ ...request, headers: { 'user-agent': 'bench' } })).body
}

/** Both real lists, built into `work`. */
export const buildRealLists = async (shared: string, work: string) => {
  const clock = limaClock()
  const from = gatherUsFiles(shared, join(work, 'us-copy'))
  return {
    us: await buildEdition(usList({ from, clock }), work),
    un: await buildEdition(unList({ from: join(shared, 'un-list/2026-02-27/consolidated.xml'), clock }), work),
  }
}

/** The copies of the lists of the EU, the UK and the IDB that are nearest to whole ones. */
const MORE_COPIES = {
  eu: 'eu-list/2026-02-23-rebuilt/eu-fsf.xml',
  uk: 'uk-list/2026-08-22-rebuilt/UK-Sanctions-List.xml',
  bid: 'bid-list/2025-02-rebuilt/idb-sanctioned.csv',
} as const

/** The lists of the EU, the UK and the IDB, built into `work`. */
export const buildMoreLists = async (shared: string, work: string) => {
  const clock = limaClock()
  return {
    eu: await buildEdition(euList({ from: join(shared, MORE_COPIES.eu), clock }), work),
    uk: await buildEdition(ukList({ from: join(shared, MORE_COPIES.uk), clock }), work),
    bid: await buildEdition(bidList({ from: join(shared, MORE_COPIES.bid), clock }), work),
  }
}

const openMoreLists = async (): Promise<ListMatcher[]> => {
  const built = Object.values(await buildMoreLists(SHARED, temporaryFolder()))
  return Promise.all(built.map(async (edition) => (await edition.open()).matcher))
}

let more: ReturnType<typeof openMoreLists> | undefined

/** The lists of the EU, the UK and the IDB, built and opened once for all test files of this process. */
export const moreLists = (): ReturnType<typeof openMoreLists> => (more ??= forProcess(openMoreLists))

let real: ReturnType<typeof openRealLists> | undefined

const openRealLists = async (): Promise<[us: ListMatcher, un: ListMatcher]> => {
  const { us, un } = await buildRealLists(SHARED, temporaryFolder())
  return [(await us.open()).matcher, (await un.open()).matcher]
}

/** The real US list and the real UN list, built and opened once for all test files of this process. */
export const realLists = (): ReturnType<typeof openRealLists> => (real ??= forProcess(openRealLists))
