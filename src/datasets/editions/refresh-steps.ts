import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../kernel/files/make-folder.ts'
import {
  type Dataset,
  type EditionFacts,
  type EditionReader,
  type FetchedFile,
  isUpToDate,
  notDelivered,
  type RefreshJob,
} from './dataset.ts'
import {
  type EditionFolder,
  editionDir,
  editionInService,
  readFacts,
  readPointer,
  writeFacts,
} from './edition-folder.ts'
import { type SwitchSettings, switchEdition } from './switch-edition.ts'

export interface StepSettings extends SwitchSettings {
  /** The operator's floor, in place of each dataset's own. */
  floor?: number | null | undefined
}

export interface StepOutcome {
  outcome: 'switched' | 'unchanged'
  facts: EditionFacts
}

/** One refresh under way: the dataset, and everything its steps need. */
interface Refresh<Reader extends EditionReader, Parsed> extends Pick<RefreshJob, 'progress' | 'signal'> {
  dataset: Dataset<Reader, Parsed>
  folder: EditionFolder
  settings: StepSettings
  /** Take what is offered as if nothing were in service, however much older or smaller it is. */
  force: boolean
}

/** Runs the five steps, the check and the switch. When the publisher has nothing new, checks that the edition in service opens. */
export const runSteps = async <Reader extends EditionReader, Parsed>(
  refresh: Refresh<Reader, Parsed>,
): Promise<StepOutcome> => {
  const previous = await previousEdition(refresh.folder)
  const inService = refresh.force ? null : (previous?.facts ?? null)
  const job = { ...jobOf(refresh, inService), previous }
  // An edition of another version lacks something: it is read again, whatever the publisher's validators say.
  const first = await attempt(
    refresh,
    inService && isUpToDate(inService, refresh.dataset)
      ? job
      : { ...job, inService: inService && withoutValidators(inService) },
  )
  if (first !== 'unchanged') return first
  if (inService && (await currentEditionOpens(refresh))) return { outcome: 'unchanged', facts: inService }
  // The publisher has nothing new, but our edition cannot be opened: download again, unconditionally.
  const second = await attempt(refresh, { ...job, inService: inService && withoutValidators(inService) })
  if (second === 'unchanged') throw notDelivered()
  return second
}

const jobOf = <Reader extends EditionReader, Parsed>(
  { dataset, folder, settings, progress, signal }: Refresh<Reader, Parsed>,
  inService: EditionFacts | null,
): RefreshJob => {
  const stamp = new Date(settings.clock.now()).toISOString().replace(/[-:]|\.[0-9]+/g, '')
  return {
    dir: join(folder.root, `work-${stamp}-${process.pid}`),
    cacheDir: folder.cache,
    inService,
    floor: settings.floor ?? dataset.floor ?? 1,
    progress,
    signal,
  }
}

const previousEdition = async (folder: EditionFolder): Promise<RefreshJob['previous']> => {
  const name = await editionInService(folder)
  const dir = name && editionDir(folder, name)
  const facts = dir && (await readFacts(dir))
  return facts ? { dir, facts } : undefined
}

const withoutValidators = ({ validators: _, ...facts }: EditionFacts): EditionFacts => facts

/** The five steps and the check in a work folder, which is removed afterwards in any case. */
const attempt = async <Reader extends EditionReader, Parsed>(
  { dataset, folder, settings }: Refresh<Reader, Parsed>,
  job: RefreshJob,
): Promise<StepOutcome | 'unchanged'> => {
  let files: FetchedFile[] = []
  const begin = (step: string) => {
    job.signal.throwIfAborted()
    job.progress.report(step, 0)
  }
  makeFolder(job.dir)
  try {
    begin('fetch')
    const fetched = await dataset.fetch(job)
    if (fetched === 'unchanged') return 'unchanged'
    files = fetched
    begin('verify')
    await dataset.verify(job, files)
    begin('parse')
    const parsed = await dataset.parse(job, files)
    begin('build')
    const facts = await dataset.build(job, parsed, files)
    dataset.check(job, facts)
    begin('open')
    await writeFacts(job.dir, facts)
    await (await dataset.open(job.dir, facts)).close()
    await switchEdition(folder, settings, job, facts)
    return { outcome: 'switched', facts }
  } finally {
    await rm(job.dir, { recursive: true, force: true })
    for (const { path } of files) if (dirname(path) === job.cacheDir) await rm(path, { force: true })
  }
}

const currentEditionOpens = async <Reader extends EditionReader, Parsed>({
  dataset,
  folder,
}: Refresh<Reader, Parsed>): Promise<boolean> => {
  const pointer = await readPointer(folder)
  const dir = pointer && editionDir(folder, pointer.edition)
  const facts = dir && (await readFacts(dir))
  if (!facts) return false
  try {
    await (await dataset.open(dir, facts)).close()
    return true
  } catch {
    return false
  }
}
