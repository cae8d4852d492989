import type { EditionFacts } from '../../datasets/index.ts'
import type { Origin } from '../../domain/records.ts'

/** What an answer says of the edition that it rests on. */
export const editionOrigin = ({
  edicion,
  publicado,
  sha256,
  extra,
}: EditionFacts): Omit<Origin, 'provider' | 'channel'> => ({
  edition: edicion,
  sha256,
  ...(publicado === null && { undated: true }),
  ...((extra?.clase === 'open-data' || extra?.clase === 'export') && { kind: extra.clase }),
})
