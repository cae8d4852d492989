import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedParty } from '../../../domain/screening/party.ts'
import { Failure } from '../../../kernel/errors.ts'
import { download } from '../../../kernel/files/download.ts'
import { editionDates, latestDay, publishersDate } from '../../editions/checks/edition-date.ts'
import { refuseLostRows } from '../../editions/checks/lost-rows.ts'
import { refuseImplausible } from '../../editions/checks/plausible.ts'
import { type Dataset, type FetchedFile, onlyFile, type RefreshJob, requireAddress } from '../../editions/dataset.ts'
import {
  countAliases,
  LIST_FORMAT,
  type ListSettings,
  openScreeningList,
  partiesFile,
  type ScreeningList,
  shareList,
  writeScreeningList,
} from '../screening-list.ts'
import { decodeStrictly, type ParsedUnList, parseUnList } from './parse.ts'

const FILE = 'consolidated.xml'
const PARTIES_FILE = partiesFile('un')
// The document has 2 MB.
const MAX_BYTES = 20_000_000
/** Of the smallest list, people, groups and aliases are a fifth each at least. */
const SMALLEST_PART = 5
const MIN_ALIAS_SHARE = 0.9

/** The UN Security Council's consolidated list. */
export const unList = (settings: ListSettings): Dataset<ScreeningList, ParsedUnList> => ({
  id: 'un',
  schedule: '40 6 * * *',
  floor: 500,
  format: LIST_FORMAT,
  recordsFormat: true,

  fetch: (job) => fetchDocument(job, settings),

  verify: async (_job, files) => refuseForeignDocument(await readFile(onlyFile(files).path)),

  parse: async (_job, files) => parseUnList(decodeStrictly(await readFile(onlyFile(files).path))),

  async build(job, { generated, parties, lost, unread }, files) {
    const file = onlyFile(files)
    const { sha256, validators } = file
    await writeScreeningList(join(job.dir, PARTIES_FILE), parties)
    return {
      ...editionDates(file, settings.clock, generated),
      filas: parties.length,
      descartadas: lost,
      observacionesSinLeer: unread,
      formato: LIST_FORMAT,
      sha256,
      cargado: new Date(settings.clock.now()).toISOString(),
      validators: { [FILE]: validators ?? {} },
      extra: { ...countParts(parties) },
    }
  },

  check(job, facts) {
    const { filas, descartadas = 0 } = facts
    if (filas < job.floor) throw incomplete(`${filas} entries, floor ${job.floor}`)
    refuseLostRows(descartadas, filas, 'entries without reference or name')
    refuseImplausible(job, facts, { dateOf: publishersDate, today: latestDay(settings.clock) })
    refuseMissingPart(job, facts.extra ?? {})
  },

  open: (dir, facts) => openScreeningList(join(dir, PARTIES_FILE), facts),

  share: shareList,
})

const fetchDocument = async (
  job: RefreshJob,
  { from, missingAddress, userAgent }: ListSettings,
): Promise<FetchedFile[] | 'unchanged'> => {
  const address = requireAddress(from, missingAddress)
  const got = await download({
    from: [address, `${address}.gz`],
    to: join(job.cacheDir, FILE),
    known: job.inService?.validators?.[FILE],
    maxBytes: MAX_BYTES,
    gunzip: true,
    refuseHtml: true,
    // The host is slow at times.
    stallMs: 60_000,
    signal: job.signal,
    onProgress: (done, total) => job.progress.report('fetch', done, total),
    ...(userAgent ? { userAgent } : {}),
  })
  return got === 'unchanged' ? got : [{ name: FILE, ...got }]
}

const refuseForeignDocument = (bytes: Buffer): void => {
  if (!bytes.subarray(0, 4_096).includes('<CONSOLIDATED_LIST'))
    throw new Failure('upstream-changed', 'La fuente entregó otra cosa en lugar de la lista ONU', {
      detail: 'another root element',
    })
  if (!bytes.subarray(-4_096).includes('</CONSOLIDATED_LIST>'))
    throw new Failure('upstream-changed', 'La lista ONU llegó cortada', { detail: 'no closing tag' })
}

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista ONU llegó incompleta: tiene menos entradas que las esperadas', { detail })

/** What the document holds, part by part. Stored with the edition, so the names stay. */
interface UnCounts {
  personas: number
  entidades: number
  alias: number
}

const countParts = (parties: readonly ListedParty[]): UnCounts => {
  const personas = parties.filter(({ tipo }) => tipo === 'individual').length
  return { personas, entidades: parties.length - personas, alias: countAliases(parties) }
}

/** Each part by itself: the whole may look well while one of the two sections, or every alias, is missing. */
const refuseMissingPart = ({ floor, inService }: RefreshJob, counts: Partial<UnCounts>): void => {
  const before = inService?.extra as Partial<UnCounts> | undefined
  for (const part of ['personas', 'entidades', 'alias'] as const) {
    const least = Math.max(Math.floor(floor / SMALLEST_PART), before?.[part] ? 1 : 0)
    const found = counts[part] ?? 0
    if (found < least) throw incomplete(`${part}: ${found}, at least ${least} expected`)
  }
  if (before?.alias && (counts.alias ?? 0) < MIN_ALIAS_SHARE * before.alias)
    throw incomplete(`${counts.alias} aliases, ${before.alias} in service`)
}
