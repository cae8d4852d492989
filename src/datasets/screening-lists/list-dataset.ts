import { join } from 'node:path'
import { type ListDataset, type ListId, listRow } from '../../domain/lists.ts'
import type { ListedParty } from '../../domain/screening/party.ts'
import { Failure } from '../../kernel/errors.ts'
import { download, isAddress } from '../../kernel/files/download.ts'
import { editionDates, latestDay, publishersDate } from '../editions/checks/edition-date.ts'
import { refuseLostRows } from '../editions/checks/lost-rows.ts'
import { MIN_ROWS_SHARE, refuseImplausible } from '../editions/checks/plausible.ts'
import { type Dataset, type FetchedFile, type RefreshJob, requireAddress } from '../editions/dataset.ts'
import { filesChecksum } from './checksum.ts'
import {
  countAliases,
  LIST_FORMAT,
  type ListSettings,
  openScreeningList,
  partiesFile,
  type ScreeningList,
  shareList,
  writeScreeningList,
} from './screening-list.ts'

/** What the files of a list say. */
export interface ParsedList {
  parties: ListedParty[]
  /** The day the publisher says it made the file, YYYY-MM-DD. */
  generated?: string | undefined
  /** The day of the newest entry, where the file itself has no date. */
  newest?: string | undefined
  /** Entries that could not be read. */
  lost: number
  /** Elements and columns of an entry whose meaning is unknown; they are kept among the remarks. */
  unread: number
}

/** What an edition holds, part by part. Stored with the edition, so the names stay. */
interface PartCounts {
  personas: number
  entidades: number
  naves: number
  alias: number
  /** Parties with a date of birth, and with a number. */
  nacimientos: number
  documentos: number
}
type Part = keyof PartCounts

/** What one list is, besides how its entries are read. */
interface ListRules {
  id: ListId
  schedule: string
  /** The smallest first edition, and the least of its parts in an edition of that size. */
  floor: number
  least: Partial<Record<Part, number>>
  /** How much smaller than the edition in service a new one may be; a tenth unless said. */
  leastShare?: number
  fetch(job: RefreshJob, from: string, settings: ListSettings): Promise<FetchedFile[] | 'unchanged'>
  parse(files: readonly FetchedFile[], settings: ListSettings): Promise<ParsedList>
}

/** The failure of a file that is not the list, or is damaged. */
export const unreadableList =
  (id: ListId) =>
  (detail: string): Failure =>
    new Failure('upstream-changed', `La lista ${listRow(id).short} llegó dañada o con otro formato`, { detail })

/** The dataset of a list: fetched, read and checked by its rules, stored like every list. */
export const listDataset =
  (rules: ListRules) =>
  (settings: ListSettings): Dataset<ScreeningList, ParsedList> => {
    const dataset: ListDataset = listRow(rules.id).dataset
    const file = partiesFile(dataset)
    return {
      ...{ id: dataset, schedule: rules.schedule, floor: rules.floor, format: LIST_FORMAT, recordsFormat: true },
      fetch: (job) => rules.fetch(job, requireAddress(settings.from, settings.missingAddress), settings),
      verify: async () => {},
      parse: async (_job, files) => {
        const parsed = await rules.parse(files, settings)
        refuseRepeated(rules.id, parsed.parties)
        return parsed
      },
      async build(job, { parties, generated, newest, lost, unread }, files) {
        await writeScreeningList(join(job.dir, file), parties)
        return {
          ...editionDates(files[0], settings.clock, generated),
          filas: parties.length,
          descartadas: lost,
          observacionesSinLeer: unread,
          formato: LIST_FORMAT,
          sha256: files.length === 1 ? (files[0] as FetchedFile).sha256 : filesChecksum(files),
          cargado: new Date(settings.clock.now()).toISOString(),
          validators: Object.fromEntries(files.map(({ name, validators }) => [name, validators ?? {}])),
          extra: { ...countParts(parties), ...(newest && { ultima: newest }) },
        }
      },
      check(job, facts) {
        const { filas, descartadas = 0, extra = {} } = facts
        const incomplete = incompleteList(rules.id)
        if (filas < job.floor) throw incomplete(`${filas} entries, floor ${job.floor}`)
        refuseLostRows(descartadas, filas, 'entries without reference, name or kind')
        refuseMissingPart(rules, job, extra)
        refuseImplausible(job, facts, {
          ...{ dateOf: publishersDate, today: latestDay(settings.clock), incomplete, leastShare: rules.leastShare },
        })
        refuseOlderEntries(job, extra)
      },
      open: (dir, facts) => openScreeningList(join(dir, file), facts),
      share: shareList,
    }
  }

const incompleteList =
  (id: ListId) =>
  (detail: string): Failure =>
    new Failure(
      'upstream-changed',
      `La lista ${listRow(id).short} llegó incompleta: tiene menos entradas que las esperadas`,
      { detail },
    )

const refuseRepeated = (id: ListId, parties: readonly ListedParty[]): void => {
  if (new Set(parties.map(({ referencia }) => referencia)).size !== parties.length)
    throw unreadableList(id)('reference repeated')
}

const countParts = (parties: readonly ListedParty[]): PartCounts => {
  const count = (isOne: (party: ListedParty) => boolean): number => parties.filter(isOne).length
  return {
    personas: count(({ tipo }) => tipo === 'individual'),
    entidades: count(({ tipo }) => tipo === 'entity'),
    naves: count(({ tipo }) => tipo === 'vessel'),
    alias: countAliases(parties),
    nacimientos: count(({ record }) => (record?.births.length ?? 0) > 0),
    documentos: count(({ documents }) => documents.length > 0),
  }
}

/** Each part by itself: the whole may look well while one kind of party, every alias or every birth is missing. */
const refuseMissingPart = (
  { id, floor, least, leastShare = MIN_ROWS_SHARE }: ListRules,
  job: RefreshJob,
  counts: Partial<PartCounts>,
): void => {
  const before = (job.inService?.extra ?? {}) as Partial<PartCounts>
  for (const part of ['personas', 'entidades', 'naves', 'alias', 'nacimientos', 'documentos'] as const) {
    const expected = Math.floor(((least[part] ?? 0) * job.floor) / floor)
    const [found, known] = [counts[part] ?? 0, before[part] ?? 0]
    if (found < expected) throw incompleteList(id)(`${part}: ${found}, at least ${expected} expected`)
    if (found < leastShare * known) throw incompleteList(id)(`${part}: ${found}, ${known} in service`)
  }
}

/** A file without a date of its own is older when its newest entry is. */
const refuseOlderEntries = ({ inService }: RefreshJob, { ultima }: Record<string, unknown>): void => {
  const known = inService?.extra?.ultima
  if (typeof ultima === 'string' && typeof known === 'string' && ultima < known)
    throw new Failure('upstream-changed', 'La lista recibida es más antigua que la que está en servicio', {
      detail: `newest entry ${ultima} before ${known}`,
    })
}

/** How the file of a list is had. */
interface FileRules {
  name: string
  maxBytes: number
  /** Longest silence of the publisher, tries, and the first pause between them, which grows. */
  stallMs?: number
  attempts?: number
  backoffMs?: number
  maxBackoffMs?: number
}

/** One file, from an address or a path, plain or gzipped. */
export const fetchListFile = async (
  job: RefreshJob,
  from: string,
  { userAgent, backoffMs }: Pick<ListSettings, 'userAgent' | 'backoffMs'>,
  { name, ...rules }: FileRules,
): Promise<FetchedFile | 'unchanged'> => {
  const got = await download({
    ...{ ...rules, ...(backoffMs !== undefined && { backoffMs }) },
    from: isAddress(from) ? from : [from, `${from}.gz`],
    to: join(job.cacheDir, name),
    known: job.inService?.validators?.[name],
    ...{ gunzip: true, refuseHtml: true, signal: job.signal },
    onProgress: (done, total) => job.progress.report('fetch', done, total),
    ...(userAgent ? { userAgent } : {}),
  })
  return got === 'unchanged' ? got : { name, ...got }
}
