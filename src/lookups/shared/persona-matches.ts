import type { RegisterRow } from '../../datasets/padron/index.ts'
import type { Origin, PersonMatch, Taxpayer } from '../../domain/records.ts'
import type { CompletedTaxpayer } from './live-completion.ts'
import { toPersonMatch, toTaxpayer } from './taxpayer-record.ts'

const RECORDS_ATTACHED = 5

/** A match, and the register's row behind it when the person has a RUC. */
export interface FoundPerson {
  match: PersonMatch
  row: RegisterRow | null
}

export interface FoundPersons {
  matches: FoundPerson[]
  truncated: boolean
  aviso?: string
  origins: readonly Origin[]
}

export const personWithRuc = (row: RegisterRow): FoundPerson => ({ match: toPersonMatch(row), row })

/** Puts the full record (`ficha`) on the first matches that have a RUC. */
export const attachRecords = async (
  { matches, origins }: FoundPersons,
  complete: (record: Taxpayer) => Promise<CompletedTaxpayer>,
): Promise<Pick<FoundPersons, 'matches' | 'origins'>> => {
  const chosen = matches.filter(({ row }) => row !== null).slice(0, RECORDS_ATTACHED)
  const completed = await Promise.all(
    chosen.map(async ({ match, row }) => [match, await complete(toTaxpayer(row as RegisterRow))] as const),
  )
  const recordOf = new Map(completed)
  const added = completed.flatMap(([, { origins: live }]) => live)
  return {
    matches: matches.map(({ match, row }) => {
      const record = recordOf.get(match)?.record
      return { row, match: record ? { ...match, ficha: record } : match }
    }),
    origins: distinct([...origins, ...added]),
  }
}

const distinct = (origins: readonly Origin[]): Origin[] => [
  ...new Map(origins.map((origin) => [`${origin.provider} ${origin.channel}`, origin])).values(),
]
