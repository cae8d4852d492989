import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ListMatcher, matcherOf } from '../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../src/domain/screening/match/question.ts'
import { screen } from '../src/domain/screening/screen.ts'
import { sampled } from './helpers/repeated.ts'
import { scoreDocuments } from './helpers/screening/document-questions.ts'
import { scoreHolders, scoreInventedHolders } from './helpers/screening/holder-questions.ts'
import { inventLists } from './helpers/screening/invented-parties.ts'
import { LABELLED_PARTIES, LABELLED_QUESTIONS } from './helpers/screening/labelled-questions.ts'
import { LIMITS, wrongLimit } from './helpers/screening/limits.ts'
import { buildPretendLists, realLists, sharedData } from './helpers/screening/lists.ts'
import { scoreNearMisses } from './helpers/screening/near-misses.ts'
import {
  readQueries,
  scoreInvented,
  scoreLabelled,
  scoreMade,
  scoreQueries,
  scoreWritten,
} from './helpers/screening/score.ts'

const SEED = 15_11_2026
/** Of the real lists, which have tens of thousands of names, every so many parties are looked for by each of theirs. */
const EVERY = 5
const US_SIZE = 900
const shared = sharedData()
const work = mkdtempSync(join(tmpdir(), 'chasqui-quality-'))
after(() => rmSync(work, { recursive: true, force: true }))

const share = (part: number, whole: number): number => part / Math.max(1, whole)

/** Invented parties of every origin, with the labelled ones among them. */
const inventedLists = async (): Promise<ListMatcher[]> => {
  const { us, un } = inventLists(US_SIZE, SEED)
  const labelled = (fuente: string) => LABELLED_PARTIES.filter((party) => party.fuente === fuente)
  return [matcherOf([...us, ...labelled('US')]), matcherOf([...un, ...labelled('UN')])]
}

/** The sandbox's publications, read from the files that their publishers would send. */
const sandboxLists = async (): Promise<ListMatcher[]> => {
  const { us, un } = await buildPretendLists(join(work, 'sandbox'))
  return [(await us.open()).matcher, (await un.open()).matcher]
}

interface Floors {
  recall: number
  recallOfKind: number
}

// The invented lists have few different words: a name with one word less fits many parties there.
const INVENTED_FLOORS: Floors = { recall: 0.98, recallOfKind: 0.92 }

type Case = [name: string, open: () => Promise<ListMatcher[]>, floors: Floors, every: number]
const LISTS: Case[] = [
  ['invented lists', inventedLists, INVENTED_FLOORS, 1],
  ['sandbox lists', sandboxLists, LIMITS.questions, 1],
  ...(shared ? [['real lists', realLists, LIMITS.questions, EVERY] satisfies Case] : []),
]

for (const [name, open, floors, every] of LISTS)
  describe(`screening on ${name}`, () => {
    let lists: ListMatcher[] = []
    before(async () => {
      lists = await open()
    })

    test('every listed name and strong alias is found as exact, for its own party', () => {
      const questions = new QuestionReader()
      const missed: string[] = []
      for (const { index } of lists)
        for (const party of sampled(index.parties, every))
          for (const { text, kind } of party.names) {
            if (kind === 'alias-debil') continue
            // A name that more than fifty parties have would be cut; none is.
            const hit = screen(questions.read(text), lists).hits.find((one) => one.party === party)
            if (!hit?.exact) missed.push(`${party.fuente} ${party.referencia} ${text}`)
          }
      assert.deepEqual(missed, [])
    })

    test('questions made from the lists find their party among the first ten, in every kind', (t) => {
      const table = scoreMade(lists, 150, SEED)
      t.diagnostic(table.print('made from the lists'))
      for (const [kind, { n, ten }] of table) assert.ok(share(ten, n) >= floors.recallOfKind, `${kind}: ${ten} of ${n}`)
      assert.ok(table.recall() >= floors.recall, `in all: ${table.recall()}`)
    })

    test('names as people in Peru write them find their party, in every kind', (t) => {
      const table = scoreWritten(lists, 100, SEED)
      t.diagnostic(table.print('as people in Peru write names'))
      const least = Math.min(floors.recallOfKind, LIMITS.written.recallOfKind)
      for (const [kind, { n, ten }] of table) assert.ok(share(ten, n) >= least, `${kind}: ${ten} of ${n}`)
    })

    test('invented Peruvians and their companies are not on any list', (t) => {
      const table = scoreInvented(lists, 4_000, SEED)
      t.diagnostic(table.print('invented Peruvians'))
      for (const [kind, { n, wrong, exact }] of table) {
        assert.ok(share(wrong, n) <= wrongLimit(kind), `${kind}: ${wrong} of ${n}`)
        assert.equal(exact, 0, kind)
      }
    })

    test('a listed person among several holders is found, and two holders are no noisier than twice one', (t) => {
      const table = scoreHolders(lists, 60, SEED)
      t.diagnostic(table.print('several holders'))
      for (const [kind, { n, ten }] of table)
        assert.ok(share(ten, n) >= LIMITS.holders.recallOfKind, `${kind}: ${ten} of ${n}`)
      const invented = scoreInventedHolders(lists, 1_000, SEED)
      t.diagnostic(invented.print('invented holders'))
      const wrong = (kind: string): number => invented.of(`negative/${kind}`).wrong
      assert.ok(wrong('two holders') <= LIMITS.holders.wrongRatio * wrong('one holder'))
    })

    test('every number of a listed party finds it, alone and beside any name', (t) => {
      const table = scoreDocuments(lists, 4 * every, SEED)
      t.diagnostic(table.print('documents'))
      for (const [kind, { n, ten }] of table)
        assert.ok(share(ten, n) >= LIMITS.documents.recallOfKind, `${kind}: ${ten} of ${n}`)
    })

    test('a name that is close to a listed one is never exact', (t) => {
      const table = scoreNearMisses(lists, 300, SEED)
      t.diagnostic(table.print('near misses'))
      for (const [kind, { n, exact }] of table) assert.ok(n > 0 && exact === 0, `${kind}: ${exact} of ${n}`)
    })

    test('the same question gives the same order', () => {
      const questions = new QuestionReader()
      const asked = ['Mohammad Ali', 'Jose Garcia', 'TRADING COMPANY', 'Aleksandr Ivanov', 'ABU ALI'].map((nombre) =>
        questions.read(nombre),
      )
      const answers = () =>
        asked.map((question) => screen(question, lists).hits.map(({ party, score }) => `${party.referencia} ${score}`))
      const first = answers()
      for (let round = 0; round < 3; round++) assert.deepEqual(answers(), first)
    })
  })

test('the labelled questions get the answer of a careful analyst', async (t) => {
  const { table, mistakes } = scoreLabelled(LABELLED_QUESTIONS, await inventedLists())
  t.diagnostic(table.print('labelled questions'))
  assert.deepEqual(mistakes, [])
  assert.equal(table.get('exact')?.exact, table.get('exact')?.n)
})

const onShared = { skip: !shared && 'no ../shared/data beside the project' }

test('the development set keeps its figures', onShared, async (t) => {
  const table = scoreQueries(readQueries(shared as string), await realLists())
  t.diagnostic(table.print('development set'))
  const isPositive = (kind: string): boolean => !kind.startsWith('negative')
  for (const [kind, { n, ten, wrong }] of table) {
    if (isPositive(kind)) assert.ok(share(ten, n) >= LIMITS.questions.recallOfKind, `${kind}: ${ten} of ${n}`)
    assert.ok(share(wrong, n) <= LIMITS.questions.wrong, `${kind}: ${wrong} of ${n}`)
  }
  assert.ok(table.recall(isPositive) >= LIMITS.questions.recall)
  assert.equal(table.get('exact')?.exact, table.get('exact')?.n)
})
