import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ListMatcher } from '../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../src/domain/screening/match/question.ts'
import { screen } from '../../src/domain/screening/screen.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { sampled } from '../helpers/repeated.ts'
import { LIMITS, wrongLimit } from '../helpers/screening/limits.ts'
import { buildMorePretendLists, buildPretendLists, moreLists, sharedData } from '../helpers/screening/lists.ts'
import { scoreInvented, scoreMade } from '../helpers/screening/score.ts'

const SEED = 17_11_2026
/** The bench asks all real lists at once; here the others alone, since building them takes long. Every so many parties are looked for by each of their names. */
const EVERY = 25

interface Lists {
  usual: readonly ListMatcher[]
  other: readonly ListMatcher[]
}

const pretendLists = async (): Promise<Lists> => {
  const work = temporaryFolder()
  const open = (
    built: Awaited<ReturnType<typeof buildMorePretendLists>> | Awaited<ReturnType<typeof buildPretendLists>>,
  ) => Promise.all(Object.values(built).map(async (edition) => (await edition.open()).matcher))
  return { usual: await open(await buildPretendLists(work)), other: await open(await buildMorePretendLists(work)) }
}

const LISTS: [name: string, open: () => Promise<Lists>, every: number][] = [
  ['the sandbox', pretendLists, 1],
  ...(sharedData()
    ? [
        ['real copies', async () => ({ usual: [], other: await moreLists() }), EVERY] as [
          string,
          () => Promise<Lists>,
          number,
        ],
      ]
    : []),
]

for (const [name, open, every] of LISTS)
  describe(`all lists of ${name}`, () => {
    let [other, all]: (readonly ListMatcher[])[] = [[], []]
    before(async () => {
      const lists = await open()
      other = lists.other
      all = [...lists.usual, ...lists.other]
    })

    test('every name and strong alias of the other lists is found as exact, for its own party', () => {
      const questions = new QuestionReader()
      const missed: string[] = []
      for (const { index } of other ?? [])
        for (const party of sampled(index.parties, every))
          for (const { text, kind } of party.names) {
            if (kind === 'alias-debil') continue
            const hit = screen(questions.read(text), other ?? []).hits.find((one) => one.party === party)
            if (!hit?.exact) missed.push(`${party.fuente} ${party.referencia} ${text}`)
          }
      assert.deepEqual(missed, [])
    })

    test('questions made from the other lists find their party among the first ten, in every kind', (t) => {
      const table = scoreMade(all ?? [], 100, SEED, other)
      t.diagnostic(table.print('made from the other lists'))
      const { recall, recallOfKind } = LIMITS.questions
      for (const [kind, { n, ten }] of table) assert.ok(ten / n >= recallOfKind, `${kind}: ${ten} of ${n}`)
      assert.ok(table.recall() >= recall, `in all: ${table.recall()}`)
    })

    test('ordinary Peruvian names are on none of them', (t) => {
      const table = scoreInvented(all ?? [], 2_000, SEED)
      t.diagnostic(table.print('invented Peruvians'))
      for (const [kind, { n, wrong, exact }] of table) {
        assert.ok(wrong / n <= Math.max(wrongLimit(kind), LIMITS.allLists.wrong), `${kind}: ${wrong} of ${n}`)
        assert.equal(exact, 0, kind)
      }
    })
  })
