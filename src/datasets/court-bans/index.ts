import { join } from 'node:path'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { editionDates } from '../editions/checks/edition-date.ts'
import {
  type Dataset,
  type EditionFacts,
  type FetchedFile,
  onlyFile,
  type RefreshJob,
  requireAddress,
} from '../editions/dataset.ts'
import { refuseCut, refuseUnreadable } from '../procurement-files/cut-date.ts'
import type { DocumentSecret } from '../procurement-files/document-cipher.ts'
import { fetchAgencyFile } from '../procurement-files/fetch-file.ts'
import type { CourtBans } from './court-bans.ts'
import { type ParsedBans, parseCourtBans } from './parse.ts'
import { BANS_FILE, BANS_FORMAT, bansReader, readBans, removedBans, type StoredBan, writeBans } from './stored-bans.ts'

export type { CourtBan, CourtBans } from './court-bans.ts'

export interface CourtBansSettings {
  /** The agency's wiki, a base address or a folder; absent when the operator set none. */
  from?: string | undefined
  missingAddress?: string | undefined
  secret: DocumentSecret
  clock: LimaClock
  userAgent?: string | undefined
}

interface OpenBans extends CourtBans {
  stored: readonly StoredBan[]
}

const TITLE = 'inhabilitaciones_judiciales.csv'

/** Suppliers that a court has banned from contracts with the state. */
export const courtBans = (settings: CourtBansSettings): Dataset<CourtBans, ParsedBans> => ({
  id: 'judiciales',
  // Renewed each month.
  schedule: '0 5 4,18 * *',
  floor: 1,
  format: BANS_FORMAT,

  async fetch(job) {
    const { from, missingAddress, userAgent } = settings
    const got = await fetchAgencyFile(job, { from: requireAddress(from, missingAddress), userAgent }, TITLE)
    return got === 'unchanged' ? got : [got]
  },

  verify: async () => {},

  parse: (_job, files) => parseCourtBans(onlyFile(files).path),

  async build(job, parsed, files) {
    const secret = await settings.secret()
    const removed = removedBans(await earlierBans(job, secret), job.previous?.facts.edicion ?? '', parsed.bans)
    await writeBans(join(job.dir, BANS_FILE), [...parsed.bans, ...removed], secret)
    return factsOf(job, { parsed, removed: removed.length, file: onlyFile(files) }, settings.clock)
  },

  check({ inService }, facts) {
    if (facts.filas === 0)
      throw new Failure('upstream-changed', 'El archivo de órdenes judiciales llegó vacío', { detail: 'no row' })
    refuseUnreadable(facts)
    // They are few, and any number of them is plausible.
    if (facts.publicado) refuseCut(facts.edicion, inService, settings.clock)
  },

  open: async (dir, facts): Promise<OpenBans> => {
    const stored = await readBans(join(dir, BANS_FILE), await settings.secret())
    return { ...bansReader(stored, facts), stored }
  },

  share: (reader) => (reader as OpenBans).stored,
})

const earlierBans = async ({ previous }: RefreshJob, secret: Uint8Array): Promise<StoredBan[]> =>
  // Without a readable edition there is nothing to keep: the new one still answers for today.
  previous ? readBans(join(previous.dir, BANS_FILE), secret).catch(() => []) : []

const factsOf = (
  { previous }: RefreshJob,
  { parsed, removed, file }: { parsed: ParsedBans; removed: number; file: FetchedFile },
  clock: LimaClock,
): EditionFacts => {
  const before = previous?.facts.filas ?? 0
  const filas = parsed.bans.length
  return {
    ...(parsed.cut ? { edicion: parsed.cut, publicado: parsed.cut } : editionDates(file, clock)),
    filas,
    descartadas: parsed.broken,
    sha256: file.sha256,
    cargado: new Date(clock.now()).toISOString(),
    validators: { [TITLE]: file.validators ?? {} },
    // A fall by half is no reason to refuse a list of fifteen, but one to look at it.
    extra: { retiradas: removed, ...(2 * filas <= before && { filasAntes: before }) },
  }
}
