import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { tableOf } from '../bench/screening.ts'
import type { ListMatcher } from '../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../src/domain/screening/match/question.ts'
import { screen } from '../src/domain/screening/screen.ts'
import { buildPretendLists, buildRealLists, sharedData } from './helpers/screening/lists.ts'
import {
  readQueries,
  scoreInvented,
  scoreMade,
  scorePairs,
  scoreQueries,
  type Tally,
} from './helpers/screening/score.ts'

const shared = sharedData()
const SEED = 15_11_2026
const questions = new QuestionReader()
const work = mkdtempSync(join(tmpdir(), 'chasqui-quality-'))
let lists: ListMatcher[] = []

before(async () => {
  const built = shared ? await buildRealLists(shared, work) : await buildPretendLists(work)
  lists = [(await built.us.open()).matcher, (await built.un.open()).matcher]
})
after(() => rmSync(work, { recursive: true, force: true }))

const share = (part: number, whole: number): number => part / Math.max(1, whole)
const recallOf = (tallies: Iterable<Tally>): number => {
  let n = 0
  let ten = 0
  for (const tally of tallies) {
    n += tally.n
    ten += tally.ten
  }
  return share(ten, n)
}

test('every listed name and strong alias is found as exact, for its own party', () => {
  const missed: string[] = []
  for (const { index } of lists)
    for (const party of index.parties)
      for (const { text, kind } of party.names) {
        if (kind === 'alias-debil') continue
        // A name that more than fifty parties have would be cut; none is.
        const hit = screen(questions.read(text), lists).hits.find((one) => one.party === party)
        if (!hit?.exact) missed.push(`${party.fuente} ${party.referencia}`)
      }
  assert.deepEqual(missed, [])
})

test('questions made from the lists find their party among the first ten, in every kind', (t) => {
  const table = scoreMade(lists, 150, SEED)
  t.diagnostic(tableOf('made from the lists', table))
  for (const [kind, { n, ten }] of table) assert.ok(share(ten, n) >= 0.92, `${kind}: ${ten} of ${n}`)
  assert.ok(recallOf(table.values()) >= 0.98)
})

test('invented Peruvians and their companies are not on any list', (t) => {
  const table = scoreInvented(lists, 4_000, SEED)
  t.diagnostic(tableOf('invented Peruvians', table))
  for (const [kind, { n, wrong, exact }] of table) {
    assert.ok(share(wrong, n) <= 0.003, `${kind}: ${wrong} of ${n}`)
    assert.equal(exact, 0, kind)
  }
})

test('the development set keeps its figures', { skip: !shared && 'no ../shared/data beside the project' }, (t) => {
  const table = scoreQueries(readQueries(shared as string), lists)
  t.diagnostic(tableOf('development set', table))
  const positives = [...table].filter(([kind]) => !kind.startsWith('negative'))
  for (const [kind, { n, ten }] of positives) assert.ok(share(ten, n) >= 0.92, kind)
  assert.ok(recallOf(positives.map(([, tally]) => tally)) >= 0.98)
  for (const [kind, { n, wrong }] of table) assert.ok(share(wrong, n) <= 0.003, `${kind}: ${wrong} of ${n}`)
  assert.equal(table.get('exact')?.exact, table.get('exact')?.n)
})

test('labelled pairs are told apart', { skip: !shared && 'no ../shared/data beside the project' }, (t) => {
  const { f1 } = scorePairs(shared as string)
  t.diagnostic(`labelled pairs: F1 ${f1.toFixed(3)}`)
  assert.ok(f1 >= 0.83)
})

test('the same question gives the same order', () => {
  const asked = ['Mohammad Ali', 'Jose Garcia', 'TRADING COMPANY', 'Aleksandr Ivanov', 'ABU ALI'].map((nombre) =>
    questions.read(nombre),
  )
  const answers = () =>
    asked.map((question) => screen(question, lists).hits.map(({ party, score }) => `${party.referencia} ${score}`))
  const first = answers()
  for (let round = 0; round < 3; round++) assert.deepEqual(answers(), first)
})
