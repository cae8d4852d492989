import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { isAbsent } from '../../kernel/files/absent-file.ts'
import { download } from '../../kernel/files/download.ts'
import { editionDates } from '../editions/checks/edition-date.ts'
import {
  type Dataset,
  type EditionFacts,
  type FetchedFile,
  type RefreshJob,
  requireAddress,
} from '../editions/dataset.ts'
import { type ParsedList, parseAgents } from './agents-text.ts'
import { carryStays } from './stays.ts'
import { heldLists, openTaxLists, TAX_LISTS_FORMAT, type TaxListId, type TaxLists, writeStays } from './tax-lists.ts'
import { changedFile, zipEntries } from './zip-entries.ts'

export interface TaxListSettings {
  /** Address or path; of the agents the base of the four zips. */
  from: string
  clock: LimaClock
  userAgent?: string | undefined
}

/** The four zips: where the publisher has them below the base address, and the smallest first edition. */
const FILES = {
  agenteRetencion: { path: 'AgentRet/AgenRet_TXT.zip', least: 1_000 },
  agentePercepcion: { path: 'AgentRet/AgenPercVI_TXT.zip', least: 100 },
  agentePercepcionCombustible: { path: 'AgentRet/AgenPerc_TXT.zip', least: 100 },
  buenContribuyente: { path: 'BueCont/BueCont_TXT.zip', least: 100 },
} as const
type AgentList = keyof typeof FILES
const LISTS = Object.keys(FILES) as AgentList[]
const MAX_BYTES = 50_000_000
const FLOOR = 100
const MIN_SHARE = 0.9

/** Agents of withholding and perception, and good taxpayers. */
export const taxAgents = (settings: TaxListSettings): Dataset<TaxLists, Map<AgentList, ParsedList>> => ({
  id: 'agentes',
  schedule: '10 4 * * *',
  floor: FLOOR,
  format: TAX_LISTS_FORMAT,

  fetch: (job) => fetchZips(job, settings),

  async verify(_job, files) {
    for (const { path } of files)
      if (!(await readFile(path)).toString('latin1', 0, 2).startsWith('PK')) throw changedFile('no zip')
  },

  async parse(_job, files) {
    const parsed = new Map<AgentList, ParsedList>()
    for (const { name, path } of files)
      parsed.set(name as AgentList, parseAgents(await textIn(path), name as AgentList))
    return parsed
  },

  async build(job, parsed, files) {
    const lists = [...parsed]
    const rows = lists.flatMap(([, list]) => list.rows)
    await writeStays(
      job.dir,
      rows.map((row) => ({ ...row, salida: null })),
    )
    const count = (of: (list: ParsedList) => number): number => lists.reduce((sum, [, list]) => sum + of(list), 0)
    return {
      ...newestDates(files, settings.clock),
      filas: rows.length,
      descartadas: count(({ broken }) => broken),
      sha256: sumOf(files),
      cargado: new Date(settings.clock.now()).toISOString(),
      validators: Object.fromEntries(files.map(({ name, validators }) => [name, validators ?? {}])),
      extra: {
        repetidas: count(({ repeated }) => repeated),
        listas: Object.fromEntries(lists.map(([lista, list]) => [lista, { filas: list.rows.length, primera: '' }])),
      },
    }
  },

  check: (job, facts) => refuseShrunken(job, facts),

  carry: (job, facts, before) => carryStays(job.dir, facts, before),

  open: openTaxLists,
})

/** All four, or nothing new. A file that is not offered is left out, unless the edition in service has that list. */
const fetchZips = async (
  job: RefreshJob,
  { from, userAgent }: TaxListSettings,
): Promise<FetchedFile[] | 'unchanged'> => {
  const base = requireAddress(from).replace(/\/+$/, '')
  const get = async (lista: AgentList, conditional: boolean): Promise<FetchedFile | 'unchanged' | null> => {
    const { path } = FILES[lista]
    try {
      const got = await download({
        from: [`${base}/${path}`, `${base}/${path.replace(/.*\//, '')}`],
        to: join(job.cacheDir, lista),
        known: conditional ? job.inService?.validators?.[lista] : undefined,
        maxBytes: MAX_BYTES,
        refuseHtml: true,
        signal: job.signal,
        ...(userAgent ? { userAgent } : {}),
      })
      return got === 'unchanged' ? got : { name: lista, ...got }
    } catch (error) {
      if (isAbsent(error, ['missing']) && !isHeld(job.inService, lista)) return null
      throw error
    }
  }
  const got = []
  for (const lista of LISTS) got.push([lista, await get(lista, true)] as const)
  if (got.every(([, file]) => file === null)) throw changedFile('none of the files is there')
  if (got.every(([, file]) => file === null || file === 'unchanged')) return 'unchanged'
  const files: FetchedFile[] = []
  for (const [lista, file] of got) {
    const again = file === 'unchanged' ? await get(lista, false) : file
    if (again === 'unchanged') throw changedFile(`${lista}: not delivered`)
    if (again) files.push(again)
  }
  return files
}

const isHeld = (facts: EditionFacts | null, lista: TaxListId): boolean =>
  facts !== null && heldLists(facts)[lista] !== undefined

const textIn = async (path: string): Promise<Buffer> => {
  const texts = [...(await zipEntries(await readFile(path), (name) => /\.txt$/i.test(name))).values()]
  const [text] = texts
  if (!text || texts.length > 1) throw changedFile(`${texts.length} texts in the zip`)
  return text
}

const newestDates = (files: readonly FetchedFile[], clock: LimaClock): Pick<EditionFacts, 'edicion' | 'publicado'> => {
  const dates = files.map((file) => editionDates(file, clock))
  return dates.reduce((newest, date) => (date.edicion > newest.edicion ? date : newest))
}

const sumOf = (files: readonly FetchedFile[]): string =>
  createHash('sha256')
    .update(files.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n'))
    .digest('hex')

/** An empty or shrunken list is a fault of its source, never an amnesty. */
const refuseShrunken = ({ inService, floor }: RefreshJob, facts: EditionFacts): void => {
  const before = inService ? heldLists(inService) : {}
  for (const [lista, { filas }] of Object.entries(heldLists(facts)) as [AgentList, { filas: number }][]) {
    const known = before[lista]?.filas
    // The operator's own floor holds for each of them.
    const least = known === undefined ? (floor === FLOOR ? FILES[lista].least : floor) : Math.ceil(MIN_SHARE * known)
    if (filas < least)
      throw new Failure(
        'upstream-changed',
        `Un padrón tributario llegó incompleto: ${lista} tiene ${filas} filas, se esperaban al menos ${least}`,
        { detail: `${lista}: ${filas} rows, ${least} expected` },
      )
  }
}
