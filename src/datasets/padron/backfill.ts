import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isCalendarDate, type LimaClock } from '../../domain/lima-time.ts'
import { Failure } from '../../kernel/errors.ts'
import { waitForLock } from '../../kernel/files/file-lock.ts'
import { makeFolder } from '../../kernel/files/make-folder.ts'
import { refuseLostRows } from '../editions/checks/lost-rows.ts'
import type { EditionFacts, Progress } from '../editions/dataset.ts'
import {
  createEditionFolder,
  type EditionFolder,
  editionFolderOf,
  inService as editionInService,
  removeLeftovers,
  writeFacts,
} from '../editions/edition-folder.ts'
import { switchEdition } from '../editions/switch-edition.ts'
import { INDEX_FILE, RECORDS_FILE } from './format/index-file.ts'
import { runHistoryTask } from './history/background-history.ts'
import { loadHistory } from './history/history-list.ts'
import { linkFiles } from './history/write-history.ts'
import { BackgroundBuilder } from './indexing/background-builder.ts'
import { REGISTER_FILE, zippedOn } from './indexing/text/text-file.ts'
import { refuseEmptiedColumns, verifyRegister } from './verify.ts'

/** An older copy of the register on disk. */
export interface RegisterCopy {
  path: string
  /** Of which day it is, by the operator; absent, its name says it. */
  fecha?: string | undefined
}

export interface BackfillSettings {
  dataDir: string
  clock: LimaClock
  progress: Progress
  signal: AbortSignal
}

/** `added`: it is in the history now. `known`: an edition of that day was there already, and nothing changed. */
export interface BackfillOutcome {
  outcome: 'added' | 'known'
  fecha: string
  rows: number | null
}

/** The register has grown by about a twentieth each year: a copy that is much shorter than that holds only a part of it. */
const LEAST_SHARE = 0.9
const LEAST_SHARE_PER_YEAR = 0.9
const YEAR_MS = 365.25 * 86_400_000

/**
 * Puts an older copy of the register in its place in the history of the edition in service: a new edition folder with the
 * same register and the longer history, switched like any other. Throws a Failure when the copy cannot be taken.
 */
export const backfillRegister = async (copy: RegisterCopy, settings: BackfillSettings): Promise<BackfillOutcome> => {
  const { dataDir, clock, signal } = settings
  const fecha = await dayOf(copy)
  const folder = editionFolderOf(dataDir, 'padron')
  createEditionFolder(folder)
  const lock = await waitForLock(folder.lock, signal)
  try {
    await removeLeftovers(folder)
    const inService = await registerInService(folder)
    const { ediciones } = loadHistory(inService.dir, inService.facts)
    if (ediciones.includes(fecha)) return { outcome: 'known', fecha, rows: null }
    if (fecha > inService.facts.edicion)
      throw refused(`La copia es del ${fecha}, posterior a la edición en servicio: cárguela con «chasqui data sync»`)
    const stamp = `${new Date(clock.now()).toISOString().replace(/[-:]|\.[0-9]+/g, '')}-${process.pid}`
    const [built, dir] = [join(folder.root, `work-copy-${stamp}`), join(folder.root, `work-${stamp}`)]
    try {
      const rows = await buildCopy(copy.path, built, settings)
      refusePart(rows, fecha, inService.facts)
      await putInPlace({ folder, inService, dir, copy: { dir: built, fecha } }, settings)
      return { outcome: 'added', fecha, rows }
    } finally {
      for (const work of [built, dir]) await rm(work, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

const refused = (mensaje: string): Failure => new Failure('invalid-input', mensaje)

/** The day in the name, as `2024-03-15` or `20240315`. The day of a zip's entry is proposed, never taken unasked. */
const dayOf = async ({ path, fecha }: RegisterCopy): Promise<string> => {
  const [, year, month, day] = /(?<![0-9])(20[0-9]{2})-?([01][0-9])-?([0-3][0-9])(?![0-9])/.exec(basename(path)) ?? []
  const found = fecha ?? `${year}-${month}-${day}`
  if (isCalendarDate(found)) return found
  const zipped = await zippedOn(path, REGISTER_FILE)
  const proposed = zipped ? `, por ejemplo --fecha ${zipped}, el día en que se hizo el zip` : ''
  throw refused(`El nombre del archivo no dice de qué día es: indíquelo con --fecha${proposed}`)
}

const registerInService = async (folder: EditionFolder): Promise<{ dir: string; facts: EditionFacts }> => {
  const edition = await editionInService(folder)
  if (edition) return edition
  throw new Failure(
    'dataset-unavailable',
    'El padrón aún no está cargado: cárguelo antes con «chasqui data sync padron»',
  )
}

/** Builds the copy as an edition of its own; returns its rows. */
const buildCopy = async (path: string, dir: string, { progress, signal }: BackfillSettings): Promise<number> => {
  await verifyRegister(path)
  makeFolder(dir)
  const builder = new BackgroundBuilder(dir, signal, (phase, done, total) => progress.report(phase, done, total))
  try {
    const parsed = await builder.parse(path)
    if (parsed.isCut) throw refused('La copia está cortada: termina en medio de una línea')
    refuseLostRows(parsed.broken, parsed.rows, 'unreadable lines')
    refuseEmptiedColumns({ inService: null }, parsed)
    return (await builder.build(null)).rows
  } finally {
    await builder.stop()
  }
}

/** Nobody who is absent from a part may be called gone. */
const refusePart = (rows: number, fecha: string, { filas, edicion }: EditionFacts): void => {
  const years = (Date.parse(edicion) - Date.parse(fecha)) / YEAR_MS
  const least = Math.floor(filas * LEAST_SHARE * LEAST_SHARE_PER_YEAR ** years)
  if (rows < least)
    throw refused(`La copia tiene ${rows} filas, menos de ${least}: es solo una parte del padrón de ese día`)
}

interface Placing {
  folder: EditionFolder
  inService: { dir: string; facts: EditionFacts }
  dir: string
  copy: { dir: string; fecha: string }
}

const putInPlace = async ({ folder, inService, dir, copy }: Placing, settings: BackfillSettings): Promise<void> => {
  makeFolder(dir)
  linkFiles([INDEX_FILE, RECORDS_FILE], inService.dir, dir)
  const historia = await runHistoryTask('insert', { copy, inService, dir }, settings)
  const facts = { ...inService.facts, historia }
  await writeFacts(dir, facts)
  const { error } = loadHistory(dir, facts)
  if (error && !historia.perdida) throw new Failure('dataset-unavailable', error)
  await switchEdition(folder, settings, { dir, progress: settings.progress }, facts)
}
