import type { AttachEdition } from '../editions/followed-mirror.ts'
import type { RelatedParties } from './related-parties.ts'

/** Opens the related parties in another thread. */
export const attachRelatedParties: AttachEdition<RelatedParties> = () => {
  throw new Error('not built')
}
