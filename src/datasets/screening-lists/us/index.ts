import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedParty } from '../../../domain/screening/party.ts'
import { Failure } from '../../../kernel/errors.ts'
import { comparedDate, editionDates, latestDay } from '../../editions/checks/edition-date.ts'
import { isTooManyLost, refuseLostRows } from '../../editions/checks/lost-rows.ts'
import { refuseImplausible } from '../../editions/checks/plausible.ts'
import {
  type Dataset,
  type EditionFacts,
  type FetchedFile,
  type RefreshJob,
  requireAddress,
} from '../../editions/dataset.ts'
import { filesChecksum } from '../checksum.ts'
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
import { fetchFiles } from './fetch.ts'
import { mergeParts } from './merge.ts'
import { parsePart, type UsPart } from './parse.ts'

interface ParsedUsList {
  parties: ListedParty[]
  counts: UsCounts
  lost: number
  /** Statements among the remarks whose kind is unknown. */
  unread: number
}

/** How many entries and strong aliases the files have. Stored with the edition, so the names stay. */
interface UsCounts {
  sdn: number
  consolidadas: number
  alias: number
  /** Entries whose remarks are cut and go on nowhere. */
  cortadas: number
}

const PARTIES_FILE = partiesFile('us')
const CONSOLIDATED_FLOOR = 200
const MIN_SHARE = 0.9

const incomplete = (detail: string): Failure =>
  new Failure('upstream-changed', 'La lista OFAC llegó incompleta: tiene menos entradas que las esperadas', {
    detail,
  })

/** The US Treasury's lists: SDN and consolidated, merged by entry number. */
export const usList = (settings: ListSettings): Dataset<ScreeningList, ParsedUsList> => ({
  id: 'us',
  schedule: '20 6 * * *',
  floor: 10_000,
  format: LIST_FORMAT,
  recordsFormat: true,

  async fetch(job) {
    const { from, missingAddress, userAgent } = settings
    return fetchFiles(job, { from: requireAddress(from, missingAddress), userAgent })
  },

  async verify(_job, files) {
    for (const { name, path, whole } of files) {
      const text = await readFile(path, 'latin1')
      refuseForeignFile(name, text)
      // The connection ended and HTTP stated no length: a row may have lost its end, and still look like one.
      if (whole === false && !/[\n\x1a]\s*$/.test(text)) throw incomplete(`${name}: cut in its last row`)
    }
    refuseSameFile(files)
  },

  parse: (_job, files) => parseUsList(files),

  async build(job, { parties, counts, lost, unread }, files) {
    // Nothing in the files states their date.
    const sdn = files.find(({ name }) => name === 'sdn.csv')
    await writeScreeningList(join(job.dir, PARTIES_FILE), parties)
    return {
      ...editionDates(sdn, settings.clock),
      filas: parties.length,
      descartadas: lost,
      observacionesSinLeer: unread,
      formato: LIST_FORMAT,
      sha256: filesChecksum(files),
      cargado: new Date(settings.clock.now()).toISOString(),
      validators: Object.fromEntries(files.map(({ name, validators }) => [name, validators ?? {}])),
      extra: { ...counts },
    }
  },

  check(job, facts) {
    refuseIncomplete(job, facts.extra ?? {})
    refuseLostRows(facts.descartadas ?? 0, facts.filas)
    const dateOf = isSameAddress(job, facts) ? comparedDate : undefined
    refuseImplausible(job, facts, { dateOf, today: latestDay(settings.clock) })
  },

  open: (dir, facts) => openScreeningList(join(dir, PARTIES_FILE), facts),

  share: shareList,
})

const parseUsList = async (files: FetchedFile[]): Promise<ParsedUsList> => {
  const sdn = await parsePart(await partOf(files, 'sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'), 'sdn')
  const consolidated = await parsePart(
    await partOf(files, 'cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv'),
    'cons',
  )
  const sizes = { sdn: sdn.parties.size, consolidadas: consolidated.parties.size }
  const parties = mergeParts(sdn.parties, consolidated.parties)
  const cortadas = sdn.cutRemarks + consolidated.cutRemarks
  const lost = sdn.lost + consolidated.lost
  const unread = sdn.unreadRemarks + consolidated.unreadRemarks
  return { parties, counts: { ...sizes, alias: countAliases(parties), cortadas }, lost, unread }
}

/** Rows begin with a number; a page, a JSON error or an empty file is no list. A header row is allowed. */
const refuseForeignFile = (name: string, text: string): void => {
  const start = text.trimStart()
  const empty = start === '' || start === '\x1a'
  // The comments are empty when no remarks are too long for their column.
  if (empty && name.includes('comments')) return
  if (empty) throw incomplete(`${name}: empty`)
  if (/^[<{[]/.test(start) || !/(?:^|\n)"?\d+"?,/.test(text.slice(0, 65_536)))
    throw new Failure('upstream-changed', 'La fuente entregó otra cosa en lugar de la lista OFAC', {
      detail: `${name}: no rows`,
    })
}

/** An address that gives one file under two names hides the other: half of the list would be missing. */
const refuseSameFile = (files: readonly FetchedFile[]): void => {
  const rows = files.filter(({ name }) => !name.includes('comments'))
  if (new Set(rows.map(({ sha256 }) => sha256)).size < rows.length)
    throw new Failure('upstream-changed', 'La fuente entregó el mismo archivo con dos nombres', { detail: 'same file' })
}

const partOf = async (files: FetchedFile[], ...names: [string, string, string, string]): Promise<UsPart> => {
  const [primary = '', alternate = '', address = '', comments = ''] = await Promise.all(
    names.map(async (name) => {
      const path = files.find((file) => file.name === name)?.path
      // ASCII so far; read as Latin-1 so that one other byte does not make it unreadable.
      return path ? readFile(path, 'latin1') : ''
    }),
  )
  return { primary, alternate, address, comments }
}

/** Each part of the list is checked by itself: the whole may look well while one file is short. */
const refuseIncomplete = ({ floor, inService }: RefreshJob, counts: Partial<UsCounts>): void => {
  const { sdn = 0, consolidadas = 0, cortadas = 0 } = counts
  if (sdn < floor) throw incomplete(`${sdn} SDN entries, floor ${floor}`)
  const consolidatedFloor = Math.min(CONSOLIDATED_FLOOR, floor)
  if (consolidadas < consolidatedFloor)
    throw incomplete(`${consolidadas} consolidated entries, floor ${consolidatedFloor}`)
  const before = inService?.extra as Partial<UsCounts> | undefined
  for (const part of ['sdn', 'consolidadas', 'alias'] as const) {
    const known = before?.[part]
    if (known && (counts[part] ?? 0) < MIN_SHARE * known)
      throw incomplete(`${counts[part] ?? 0} where ${known} are in service`)
  }
  // The continuation of long remarks holds documents and weak aliases. Its file may be absent, but not go missing.
  if (isTooManyLost(cortadas - (before?.cortadas ?? cortadas), 0))
    throw incomplete(`${cortadas} remarks without their continuation`)
}

/** Dates are comparable only between files of the same address: a local file's date is the operator's. */
const isSameAddress = ({ inService }: RefreshJob, { validators = {} }: EditionFacts): boolean =>
  Object.entries(validators).every(([name, { from }]) => inService?.validators?.[name]?.from === from)
