import type { LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { editionDates, isCopied } from '../editions/checks/edition-date.ts'
import { refuseLostRows } from '../editions/checks/lost-rows.ts'
import type { Dataset, EditionFacts, FetchedFile } from '../editions/dataset.ts'
import { BRANCHES, type FetchSettings, fetchRegister, REGISTER, TYPES } from './fetch.ts'
import { FORMAT } from './format/index-file.ts'
import { sectionOf } from './format/register-image.ts'
import { runHistoryTask } from './history/background-history.ts'
import { carryHistory } from './history/carry-history.ts'
import { BackgroundBuilder } from './indexing/background-builder.ts'
import type { BuiltRegister, ParsedRegister } from './indexing/register-builder.ts'
import { REGISTER_FILE, zippedOn } from './indexing/text/text-file.ts'
import { type OpenRegister, openRegister } from './open-register.ts'
import { refuseEmptiedColumns, refuseMissingRows, refuseTooFew, verifyRegister } from './verify.ts'

export { type BackfillOutcome, backfillRegister } from './backfill.ts'
export type { NameHits, PastRow, Register, RegisterRow, Sighting, Step, TaxpayerDetail } from './register.ts'

interface PadronSettings extends FetchSettings {
  clock: LimaClock
  /** Threads that search by name; by default two, or one on a single core. */
  searchThreads?: number | undefined
}

/** What the text was found to hold, and the builder that keeps it until the edition is written. */
interface ParsedPadron {
  builder: BackgroundBuilder
  parsed: ParsedRegister
}

/**
 * The tax authority's public register of taxpayers: 18 million rows of text, turned into an immutable index of our own.
 *
 * - `fetch.ts`, `verify.ts`: the publisher's file, and whether it is plausible.
 * - `indexing/`: text to index; `register-builder.ts` gives the stages in their order.
 * - `format/`: the two files of an edition and their codecs, for those who write and those who read them.
 * - `history/`: what earlier editions said, as changes that are taken back.
 * - `lookup/`: RUC to row. `search/`: name to rows, in worker threads.
 * - `register.ts`: what the register answers. `open-register.ts`: opens an edition.
 */
export const padronDataset = (settings: PadronSettings): Dataset<OpenRegister, ParsedPadron> => ({
  id: 'padron',
  // The file is published every morning before three, Lima's time.
  schedule: '40 3 * * *',
  floor: 10_000_000,
  format: FORMAT,

  fetch: (job) => fetchRegister(job, settings),

  verify: (_job, files) => verifyRegister(fileNamed(files, REGISTER).path),

  async parse(job, files) {
    const builder = new BackgroundBuilder(job.dir, job.signal, (phase, done, total) =>
      job.progress.report(phase, done, total),
    )
    return { builder, parsed: await builder.parse(fileNamed(files, REGISTER).path) }
  },

  async build(job, { builder, parsed }, files) {
    try {
      refuseMissingRows(job, parsed)
      refuseEmptiedColumns(job, parsed)
      const pathOf = (wanted: string) => files.find(({ name }) => name === wanted)?.path ?? null
      const leastBranches = LEAST_BRANCHES * Number(job.inService?.extra?.anexos ?? 0)
      const built = await builder.build({ types: pathOf(TYPES), branches: pathOf(BRANCHES), leastBranches })
      return {
        ...(await datesOf(fileNamed(files, REGISTER), settings.clock)),
        ...factsOf(parsed, built, files, settings.clock),
      }
    } finally {
      await builder.stop()
    }
  },

  check(job, { filas, descartadas = 0, extra }) {
    // Lines of the same RUC are one row: a file that repeats a part of itself may lack the rest.
    refuseTooFew(job, filas)
    refuseLostRows(descartadas, filas, 'unreadable lines')
    refuseEmptiedColumns(job, { rows: filas, filled: (extra?.columnas ?? {}) as Record<string, number> })
  },

  async carry(job, facts, before) {
    const edition = { dir: job.dir, edicion: facts.edicion, before }
    // Without an edition to compare with there is nothing that a thread would be needed for.
    return { ...facts, historia: await (before ? runHistoryTask('carry', edition, job) : carryHistory(edition)) }
  },

  async open(dir, facts) {
    const register = await openRegister(dir, facts, settings)
    // The facts of another installation are checked before its files: they must tell of these.
    const { bytes } = sectionOf(register.shared.image, 'keys')
    if (bytes / Uint32Array.BYTES_PER_ELEMENT === facts.filas) return register
    await register.close()
    throw new Failure('dataset-unavailable', 'El índice del padrón no es el de su edición')
  },

  share: ({ shared }) => shared,
})

/** The share of the lines of branches before that must be there again. */
const LEAST_BRANCHES = 0.9

const fileNamed = (files: readonly FetchedFile[], wanted: string): FetchedFile => {
  const file = files.find(({ name }) => name === wanted)
  if (!file) throw new Failure('upstream-changed', 'Falta el archivo del padrón', { detail: wanted })
  return file
}

/** A copy is of the day on which the publisher wrote the text into its zip; a plain text does not say. */
const datesOf = async (file: FetchedFile, clock: LimaClock) =>
  editionDates(file, clock, isCopied(file) ? await zippedOn(file.path, REGISTER_FILE) : undefined)

const factsOf = (
  parsed: ParsedRegister,
  built: BuiltRegister,
  files: readonly FetchedFile[],
  clock: LimaClock,
): Omit<EditionFacts, 'edicion'> => {
  const file = fileNamed(files, REGISTER)
  return {
    filas: built.rows,
    descartadas: parsed.broken,
    sha256: file.sha256,
    cargado: new Date(clock.now()).toISOString(),
    validators: Object.fromEntries(files.map((one) => [one.name, one.validators ?? {}])),
    // Stored with the edition and read back from older ones, so the Spanish names stay.
    extra: {
      lineasRepetidas: built.repeated,
      personas: built.persons,
      empresas: built.rows - built.persons,
      palabras: built.words,
      conTipo: built.typed,
      anexos: built.branches,
      columnas: parsed.filled,
    },
  }
}
