import { join } from 'node:path'
import type { AttachEdition } from '../editions/followed-mirror.ts'
import { openScreeningList, PARTIES_FILES, type ScreeningList } from './screening-list.ts'

/** Opens a list in another thread. */
export const attachScreeningList: AttachEdition<ScreeningList> = ({ id, dir, facts }) =>
  openScreeningList(join(dir, PARTIES_FILES[id as keyof typeof PARTIES_FILES]), facts)
