import { AbsentFile, isAbsent } from '../../kernel/files/absent-file.ts'
import { type FetchedFile, notDelivered, type RefreshJob } from '../editions/dataset.ts'
import { type AgencyPlace, fetchAgencyFile } from '../procurement-files/fetch-file.ts'
import { FILE_OF_ROLE, WHOLE_FILE } from './parse-people.ts'

const TITLES = Object.values(FILE_OF_ROLE)

/** The three files or, where one of them is missing, the one that holds all kinds. */
export const fetchPeople = async (job: RefreshJob, place: AgencyPlace): Promise<FetchedFile[] | 'unchanged'> => {
  try {
    return await fetchAll(job, place, TITLES)
  } catch (error) {
    if (!isAbsent(error, ['missing'])) throw error
  }
  try {
    return await fetchAll(job, place, [WHOLE_FILE])
  } catch (error) {
    if (!isAbsent(error, ['missing'])) throw error
    throw new AbsentFile('missing', 'upstream-changed', `Faltan ${TITLES.join(', ')}, y tampoco está ${WHOLE_FILE}`, {
      detail: 'no files',
    })
  }
}

const fetchAll = async (
  job: RefreshJob,
  place: AgencyPlace,
  titles: readonly string[],
): Promise<FetchedFile[] | 'unchanged'> => {
  const got: (FetchedFile | 'unchanged')[] = []
  for (const title of titles) got.push(await fetchAgencyFile(job, place, title))
  if (got.every((file) => file === 'unchanged')) return 'unchanged'
  // The unchanged files are needed as well: an edition is built from all of them.
  const files: FetchedFile[] = []
  for (const [index, file] of got.entries()) {
    const whole = file === 'unchanged' ? await fetchAgencyFile(job, place, titles[index] as string, {}) : file
    if (whole === 'unchanged') throw notDelivered()
    files.push(whole)
  }
  return files
}
