import { byListDataset, listRow } from '../domain/lists.ts'
import { attachCourtBans } from './court-bans/attach.ts'
import type { DatasetId } from './editions/dataset.ts'
import { FollowedMirror } from './editions/followed-mirror.ts'
import type { EditionFollower } from './editions/followers.ts'
import { attachRegister } from './padron/attach.ts'
import { attachSanctions } from './procurement-sanctions/attach.ts'
import { attachRelatedParties } from './related-parties/attach.ts'
import { attachScreeningList } from './screening-lists/attach.ts'
import { attachTaxLists } from './tax-lists/attach.ts'

export type { DatasetId } from './editions/dataset.ts'
export { type EditionFollower, type FollowerTasks, followerTasks, remoteFollower } from './editions/followers.ts'

/**
 * The datasets in an HTTP thread that does not watch the disk: it opens the editions that another thread has opened, over
 * the same memory. Only readers are loaded here, nothing that fetches or builds.
 */
export const followDatasets = (notLoaded: Record<DatasetId, string>) => {
  const mirrors = {
    padron: new FollowedMirror('padron', attachRegister, notLoaded.padron),
    sanciones: new FollowedMirror('sanciones', attachSanctions, notLoaded.sanciones),
    judiciales: new FollowedMirror('judiciales', attachCourtBans, notLoaded.judiciales),
    vinculados: new FollowedMirror('vinculados', attachRelatedParties, notLoaded.vinculados),
    ...byListDataset((id) => {
      const { dataset } = listRow(id)
      return new FollowedMirror(dataset, attachScreeningList, notLoaded[dataset])
    }),
    agentes: new FollowedMirror('agentes', attachTaxLists, notLoaded.agentes),
    ssco: new FollowedMirror('ssco', attachTaxLists, notLoaded.ssco),
  }
  const follower: EditionFollower = {
    prepare: (edition) => mirrors[edition.id].prepare(edition),
    swap: ({ id, edition }) => mirrors[id].swap(edition),
  }
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(mirrors).map((mirror) => mirror.close()))
  }
  return { mirrors, follower, close }
}
