import type { AttachEdition } from '../editions/followed-mirror.ts'
import { partiesOver, type SharedImage } from './image.ts'
import type { RelatedParties } from './related-parties.ts'

/** Opens the related parties in another thread, over the same memory. */
export const attachRelatedParties: AttachEdition<RelatedParties> = async ({ shared, facts }) =>
  partiesOver(shared as SharedImage, facts)
