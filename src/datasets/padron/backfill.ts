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
import { type HistoryFacts, loadHistory } from './history/history-list.ts'
import { monthsOf } from './history/month-history.ts'
import { linkFiles } from './history/write-history.ts'
import { BackgroundBuilder } from './indexing/background-builder.ts'
import { isOpenData } from './indexing/text/open-data.ts'
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
  /** A day, or the month of a monthly copy. */
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
  const isMonth = await isOpenData(copy.path)
  const fecha = isMonth ? monthIn(copy) : await dayOf(copy)
  const folder = editionFolderOf(dataDir, 'padron')
  createEditionFolder(folder)
  const lock = await waitForLock(folder.lock, signal)
  try {
    await removeLeftovers(folder)
    const inService = await registerInService(folder)
    const { ediciones, months } = loadHistory(inService.dir, inService.facts)
    if (fecha && [...ediciones, ...monthsOf(months)].includes(fecha)) return { outcome: 'known', fecha, rows: null }
    const stamp = `${new Date(clock.now()).toISOString().replace(/[-:]|\.[0-9]+/g, '')}-${process.pid}`
    const [built, dir] = [join(folder.root, `work-copy-${stamp}`), join(folder.root, `work-${stamp}`)]
    const placing = { folder, inService, dir }
    try {
      if (isMonth) return await putMonthInPlace({ path: copy.path, wanted: fecha }, placing, settings)
      return await putDayInPlace({ path: copy.path, fecha: fecha as string, built }, placing, settings)
    } finally {
      for (const work of [built, dir]) await rm(work, { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

const refused = (mensaje: string): Failure => new Failure('invalid-input', mensaje)

/** The month in the name or of the operator's day, as `2024-03`; undefined when neither says it: the file itself does. */
const monthIn = ({ path, fecha }: RegisterCopy): string | undefined => {
  const [, year, month] = /PadronRUC[_-]?(20[0-9]{2})-?(0[1-9]|1[0-2])(?![0-9])/i.exec(basename(path)) ?? []
  return fecha?.slice(0, 7) ?? (year && `${year}-${month}`)
}

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
  /** The folder of the edition that will be in service. */
  dir: string
}

const putDayInPlace = async (
  { path, fecha, built }: { path: string; fecha: string; built: string },
  placing: Placing,
  settings: BackfillSettings,
): Promise<BackfillOutcome> => {
  const { inService, dir } = placing
  if (fecha > inService.facts.edicion)
    throw refused(`La copia es del ${fecha}, posterior a la edición en servicio: cárguela con «chasqui data sync»`)
  const rows = await buildCopy(path, built, settings)
  refusePart(rows, fecha, inService.facts)
  makeFolder(dir)
  const historia = await runHistoryTask('insert', { copy: { dir: built, fecha }, inService, dir }, settings)
  await switchTo(placing, historia, settings)
  return { outcome: 'added', fecha, rows }
}

/** A monthly copy may hold a part of all RUCs: it can prove a value, never that one was absent. */
const putMonthInPlace = async (
  copy: { path: string; wanted: string | undefined },
  placing: Placing,
  settings: BackfillSettings,
): Promise<BackfillOutcome> => {
  const { inService, dir } = placing
  makeFolder(dir)
  const { month, rows, historia } = await runHistoryTask('month', { ...copy, inService, dir }, settings)
  if (!historia) return { outcome: 'known', fecha: month, rows: null }
  await switchTo(placing, historia, settings)
  return { outcome: 'added', fecha: month, rows }
}

const switchTo = async (
  { folder, inService, dir }: Placing,
  historia: HistoryFacts,
  settings: BackfillSettings,
): Promise<void> => {
  linkFiles([INDEX_FILE, RECORDS_FILE], inService.dir, dir)
  const facts = { ...inService.facts, historia }
  await writeFacts(dir, facts)
  const { error } = loadHistory(dir, facts)
  if (error && !historia.perdida) throw new Failure('dataset-unavailable', error)
  await switchEdition(folder, settings, { dir, progress: settings.progress }, facts)
}
