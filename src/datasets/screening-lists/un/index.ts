import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LimaClock } from '../../../domain/lima-time.ts'
import { Failure } from '../../../kernel/errors.ts'
import { download } from '../../../kernel/files/download.ts'
import { type Dataset, type FetchedFile, onlyFile, type RefreshJob, requireAddress } from '../../editions/dataset.ts'
import { refuseImplausible } from '../../editions/plausible.ts'
import { openScreeningList, type ScreeningList, writeScreeningList } from '../screening-list.ts'
import { decodeStrictly, type ParsedUnList, parseUnList } from './parse.ts'

interface UnListSettings {
  /** The XML document: address or path, plain or gzipped. */
  from: string
  /** What to tell the operator when `from` is absent. */
  missingAddress?: string | undefined
  clock: LimaClock
  userAgent?: string | undefined
}

const FILE = 'consolidated.xml'
const PARTIES_FILE = 'un.jsonl'
// The document has 2 MB.
const MAX_BYTES = 20_000_000

/** The UN Security Council's consolidated list. */
export const unList = (settings: UnListSettings): Dataset<ScreeningList, ParsedUnList> => ({
  id: 'un',
  schedule: '40 6 * * *',
  floor: 500,

  fetch: (job) => fetchDocument(job, settings),

  verify: async (_job, files) => refuseForeignDocument(await readFile(onlyFile(files).path)),

  parse: async (_job, files) => parseUnList(decodeStrictly(await readFile(onlyFile(files).path))),

  async build(job, { edicion, parties }, files) {
    const { sha256, validators } = onlyFile(files)
    refuseShortList(job, parties.length)
    refuseImplausible(job, { rows: parties.length, date: edicion })
    await writeScreeningList(join(job.dir, PARTIES_FILE), parties)
    return {
      edicion,
      filas: parties.length,
      sha256,
      cargado: new Date(settings.clock.now()).toISOString(),
      validators: { [FILE]: validators ?? {} },
    }
  },

  open: (dir, facts) => openScreeningList(join(dir, PARTIES_FILE), facts),
})

const fetchDocument = async (
  job: RefreshJob,
  { from, missingAddress, userAgent }: UnListSettings,
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
    throw new Failure('upstream-changed', 'La fuente entregó otra cosa en lugar de la lista de Naciones Unidas', {
      detail: 'another root element',
    })
  if (!bytes.subarray(-4_096).includes('</CONSOLIDATED_LIST>'))
    throw new Failure('upstream-changed', 'La lista de Naciones Unidas llegó cortada', { detail: 'no closing tag' })
}

const refuseShortList = ({ floor }: RefreshJob, entries: number): void => {
  if (entries >= floor) return
  throw new Failure(
    'upstream-changed',
    'La lista de Naciones Unidas llegó incompleta: tiene menos entradas que las esperadas',
    { detail: `${entries} entries, floor ${floor}` },
  )
}
