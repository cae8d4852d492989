import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListMatcher } from '../../src/domain/screening/match/matcher.ts'
import { POLITICA } from '../../src/domain/screening/politica.ts'
import { scoreDocuments } from '../../test/helpers/screening/document-questions.ts'
import { scoreFacts } from '../../test/helpers/screening/fact-effects.ts'
import { scoreHolders, scoreInventedHolders } from '../../test/helpers/screening/holder-questions.ts'
import { type Check, isKept, LIMITS, printCheck, wrongLimit } from '../../test/helpers/screening/limits.ts'
import { buildMoreLists, buildRealLists, sharedData } from '../../test/helpers/screening/lists.ts'
import { scoreNearMisses } from '../../test/helpers/screening/near-misses.ts'
import { devPairs, judgePairs, ownPairs, pairChecks, printPairs } from '../../test/helpers/screening/pairs.ts'
import {
  readQueries,
  scoreInvented,
  scoreMade,
  scoreQueries,
  scoreWritten,
} from '../../test/helpers/screening/score.ts'
import type { TallyTable } from '../../test/helpers/screening/tally.ts'
import { factChecks } from './facts.ts'
import { measureOpening, measureOpeningAll } from './opening.ts'
import { measureSpeed } from './speed.ts'

const SEED = 20_261_115

const isNegative = (kind: string): boolean => kind.startsWith('negative')

/** Recall in all and in the worst kind. */
const recallChecks = (what: string, table: TallyTable): Check[] => {
  const { recall, recallOfKind } = LIMITS.questions
  const kinds = [...table].filter(([kind]) => !isNegative(kind)).map(([, { n, ten }]) => ten / n)
  return [
    { what: `${what}, recall@10`, measured: table.recall((kind) => !isNegative(kind)), limit: recall, must: 'reach' },
    { what: `${what}, recall@10 of the worst kind`, measured: Math.min(...kinds), limit: recallOfKind, must: 'reach' },
  ]
}

const writtenChecks = (table: TallyTable): Check[] =>
  [...table].map(([kind, { n, ten }]) => ({
    ...{ what: `written, ${kind}`, measured: ten / n, limit: LIMITS.written.recallOfKind, must: 'reach' },
  }))

/** The share of wrong answers in every kind that may have none, and `exacto` where it may never be. */
const wrongChecks = (what: string, table: TallyTable): Check[] => {
  const rows = [...table].filter(([kind, { ten }]) => isNegative(kind) || ten === 0)
  return [
    ...rows.map(
      ([kind, { n, wrong }]): Check => ({
        ...{ what: `${what}, wrong, ${kind.replace('negative/', '')}`, measured: wrong / n },
        ...{ limit: wrongLimit(kind), must: 'stay within' },
      }),
    ),
    {
      ...{ what: `${what}, exacto where nobody is`, measured: rows.reduce((sum, [, { exact }]) => sum + exact, 0) },
      ...{ limit: 0, must: 'stay within' },
    },
  ]
}

const worstKind = (what: string, table: TallyTable, limit: number): Check => ({
  what: `${what}, found in the worst kind`,
  measured: Math.min(...[...table.values()].map(({ n, ten }) => ten / n)),
  limit,
  must: 'reach',
})

const holderChecks = (found: TallyTable, invented: TallyTable): Check[] => [
  worstKind('several holders', found, LIMITS.holders.recallOfKind),
  {
    what: 'invented holders, wrong, two for one',
    measured: invented.of('negative/two holders').wrong / Math.max(1, invented.of('negative/one holder').wrong),
    limit: LIMITS.holders.wrongRatio,
    must: 'stay within',
  },
]

const tell = (text: string): void => console.log(`${text}\n`)

const measure = async (shared: string, work: string, seed: number): Promise<Check[]> => {
  const { us, un } = await buildRealLists(shared, work)
  const more = await buildMoreLists(shared, work)
  const opening = [...(await measureOpening(us, un)), ...(await measureOpeningAll({ us, un, ...more }))]
  const lists = [(await us.open()).matcher, (await un.open()).matcher]
  const queries = readQueries(shared)
  const speed = measureSpeed(
    queries.map(({ query, documento }) => ({ nombre: query, documento })),
    lists,
    seed,
  )
  const other = await Promise.all(Object.values(more).map(async (edition) => (await edition.open()).matcher))
  const allLists = measureAll([...lists, ...other], other, queries, seed)
  const dev = scoreQueries(queries, lists)
  tell(dev.print('development set'))
  const made = scoreMade(lists, 300, seed)
  tell(made.print(`made from the lists, seed ${seed}`))
  const written = scoreWritten(lists, 400, seed)
  tell(written.print(`as people in Peru write names, seed ${seed}`))
  const invented = scoreInvented(lists, 5_000, seed)
  tell(invented.print(`invented Peruvians, seed ${seed}`))
  const holders = scoreHolders(lists, 200, seed)
  tell(holders.print(`several holders, seed ${seed}`))
  const inventedHolders = scoreInventedHolders(lists, 5_000, seed)
  tell(inventedHolders.print(`invented holders, seed ${seed}`))
  const documents = scoreDocuments(lists, 1, seed)
  tell(documents.print('documents of both lists'))
  const near = scoreNearMisses(lists, 500, seed)
  tell(near.print(`near misses made from the lists, seed ${seed}`))
  const facts = scoreFacts(lists, 100, seed)
  tell(facts.print('one more fact of the customer, on questions made from the lists'))
  tell(printPairs('pairs of the development set', judgePairs(devPairs(shared)), seed))
  tell(printPairs('pairs for tuning', judgePairs(ownPairs('tune')), seed))
  const held = judgePairs(ownPairs('held'))
  tell(printPairs('held pairs', held, seed))
  return [
    ...pairChecks(held),
    ...recallChecks('development set', dev),
    ...recallChecks('made from the lists', made),
    ...writtenChecks(written),
    ...wrongChecks('development set', dev),
    ...wrongChecks('invented Peruvians', invented),
    ...holderChecks(holders, inventedHolders),
    worstKind('documents', documents, LIMITS.documents.recallOfKind),
    ...wrongChecks('near misses', near),
    ...factChecks(facts),
    ...speed,
    ...opening,
    ...allLists,
  ]
}

/** Questions made from the lists besides those of the US and the UN, and invented names, on all lists at once. */
const measureAll = (
  all: readonly ListMatcher[],
  other: readonly ListMatcher[],
  queries: ReturnType<typeof readQueries>,
  seed: number,
): Check[] => {
  const made = scoreMade(all, 300, seed, other)
  tell(made.print(`made from the other lists, asked of all, seed ${seed}`))
  const invented = scoreInvented(all, 5_000, seed)
  tell(invented.print(`invented Peruvians on all lists, seed ${seed}`))
  const asked = queries.map(({ query, documento }) => ({ nombre: query, documento }))
  const p99 = measureSpeed(asked, all, seed).filter(({ what }) => what.endsWith('p99'))
  return [
    ...recallChecks('made from the other lists', made),
    ...wrongChecks('all lists', invented).map((one) =>
      one.limit === LIMITS.questions.wrong ? { ...one, limit: LIMITS.allLists.wrong } : one,
    ),
    ...p99.map((one) => ({ ...one, what: `all lists, ${one.what}`, limit: LIMITS.allLists.p99Ms })),
  ]
}

/** Everything that screening must reach, on the real lists; ends with 1 when a limit is broken. */
export const run = async (args: readonly string[] = []): Promise<void> => {
  const shared = sharedData()
  if (!shared) {
    console.log('The copies of the lists are not beside the project (../shared/data): nothing to measure.')
    return
  }
  const work = mkdtempSync(join(tmpdir(), 'chasqui-bench-'))
  try {
    const checks = await measure(shared, work, Number(args[0] ?? SEED))
    const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`
    console.log(`limits, politica ${POLITICA}, ${load}`)
    for (const check of checks) console.log(printCheck(check))
    if (!checks.every(isKept)) process.exitCode = 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
