import { limaDateAt } from '../../domain/lima-time.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Dataset, EditionFacts, FetchedFile } from '../editions/dataset.ts'
import { type FetchSettings, fetchRegister, REGISTER, TYPES } from './fetch.ts'
import { BuildThread } from './indexing/background-builder.ts'
import type { ParsedRegister } from './indexing/register-builder.ts'
import { openRegister } from './open-register.ts'
import type { Register } from './register.ts'
import { refuseImplausible, verifyRegister } from './verify.ts'

export { loadImage, type RegisterImage } from './format/register-image.ts'
export { registerOf } from './open-register.ts'
export type { NameAnswer, NameHits, NameQuestion, Register, RegisterRow } from './register.ts'

export interface PadronSettings extends FetchSettings {
  clock: Clock
  /** Threads that search by name; two, or one on a single core, unless said otherwise. */
  searchThreads?: number | undefined
}

/** What the text told, and the thread that holds it until the edition is written. */
interface ParsedPadron {
  thread: BuildThread
  parsed: ParsedRegister
}

/** The tax authority's public register of taxpayers. */
export const padronDataset = (settings: PadronSettings): Dataset<Register, ParsedPadron> => ({
  id: 'padron',
  // The file is published every morning before three, Lima's time.
  schedule: '40 3 * * *',
  floor: 10_000_000,

  fetch: (job) => fetchRegister(job, settings),

  verify: (_job, files) => verifyRegister(fileNamed(files, REGISTER).path),

  async parse(job, files) {
    const thread = new BuildThread(job.dir, job.signal, (phase, done, total) => job.progress.report(phase, done, total))
    return { thread, parsed: await thread.parse(fileNamed(files, REGISTER).path) }
  },

  async build(job, { thread, parsed }, files) {
    try {
      refuseImplausible(job, parsed)
      const types = files.find(({ name }) => name === TYPES)
      const built = await thread.build(types?.path ?? null)
      return factsOf(parsed, built, files, settings.clock)
    } finally {
      await thread.stop()
    }
  },

  open: (dir, facts) => openRegister(dir, facts, settings),
})

const fileNamed = (files: readonly FetchedFile[], wanted: string): FetchedFile => {
  const file = files.find(({ name }) => name === wanted)
  if (!file) throw new Failure('upstream-changed', 'Falta el archivo del padrón', { detail: wanted })
  return file
}

const factsOf = (
  parsed: ParsedRegister,
  built: Awaited<ReturnType<BuildThread['build']>>,
  files: readonly FetchedFile[],
  clock: Clock,
): EditionFacts => {
  const file = fileNamed(files, REGISTER)
  return {
    edicion: limaDateAt(file.lastModified ? Date.parse(file.lastModified) : clock.now()),
    filas: built.rows,
    sha256: file.sha256,
    cargado: new Date(clock.now()).toISOString(),
    validators: Object.fromEntries(files.map((one) => [one.name, one.validators ?? {}])),
    extra: {
      lineasRotas: parsed.broken,
      lineasRepetidas: built.repeated,
      personas: built.persons,
      empresas: built.rows - built.persons,
      palabras: built.words,
      conTipo: built.typed,
      columnas: parsed.filled,
    },
  }
}
