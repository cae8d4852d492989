import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../kernel/errors.ts'
import { download } from '../../kernel/files/download.ts'
import { editionDates } from '../editions/checks/edition-date.ts'
import { type Dataset, type EditionFacts, onlyFile, type RefreshJob, requireAddress } from '../editions/dataset.ts'
import type { TaxListSettings } from './agents.ts'
import type { ParsedList } from './agents-text.ts'
import { parseSsco } from './ssco-workbook.ts'
import { carryStays } from './stays.ts'
import { heldLists, openTaxLists, TAX_LISTS_FORMAT, type TaxLists, writeStays } from './tax-lists.ts'
import { changedFile } from './zip-entries.ts'

const FILE = 'sujesincapacidadOperativa.xlsx'
const LISTA = 'sinCapacidadOperativa'
const MAX_BYTES = 25_000_000
/** Attributions are firm: few rows leave the list, and never many at once. */
const MOST_GONE = 20
const MOST_GONE_SHARE = 0.1

/** Subjects without operating capacity, whose vouchers give no tax credit. */
export const sscoList = (settings: TaxListSettings): Dataset<TaxLists, ParsedList> => ({
  id: 'ssco',
  schedule: '30 4 * * *',
  floor: 10,
  format: TAX_LISTS_FORMAT,

  async fetch(job) {
    const { from, userAgent } = settings
    const got = await download({
      from: requireAddress(from),
      to: join(job.cacheDir, FILE),
      known: job.inService?.validators?.[FILE],
      maxBytes: MAX_BYTES,
      refuseHtml: true,
      signal: job.signal,
      ...(userAgent ? { userAgent } : {}),
    })
    return got === 'unchanged' ? got : [{ name: FILE, ...got }]
  },

  async verify(_job, files) {
    const head = (await readFile(onlyFile(files).path)).toString('latin1', 0, 4)
    if (head !== 'PK\x03\x04') throw changedFile('ssco: no workbook')
  },

  parse: async (_job, files) => parseSsco(await readFile(onlyFile(files).path)),

  async build(job, { rows, broken, repeated }, files) {
    const { sha256, validators } = onlyFile(files)
    await writeStays(
      job.dir,
      rows.map((row) => ({ ...row, salida: null })),
    )
    return {
      ...editionDates(onlyFile(files), settings.clock),
      filas: rows.length,
      descartadas: broken,
      sha256,
      cargado: new Date(settings.clock.now()).toISOString(),
      validators: { [FILE]: validators ?? {} },
      extra: { repetidas: repeated, listas: { [LISTA]: { filas: rows.length, primera: '' } } },
    }
  },

  check: (job, facts) => refuseShrunken(job, facts),

  carry: (job, facts, before) => carryStays(job.dir, facts, before),

  open: openTaxLists,
})

/** It may grow without limit: the list tripled in two months. */
const refuseShrunken = ({ inService, floor }: RefreshJob, facts: EditionFacts): void => {
  const filas = heldLists(facts)[LISTA]?.filas ?? 0
  const known = (inService && heldLists(inService)[LISTA]?.filas) ?? null
  const least = known === null ? floor : known - Math.min(MOST_GONE, Math.floor(MOST_GONE_SHARE * known))
  if (filas < least)
    throw new Failure(
      'upstream-changed',
      `La lista de sujetos sin capacidad operativa llegó incompleta: ${filas} filas, se esperaban al menos ${least}`,
      { detail: `${filas} rows, ${least} expected` },
    )
}
