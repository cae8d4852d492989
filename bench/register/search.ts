import assert from 'node:assert/strict'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ForwardReader } from '../../src/datasets/padron/format/forward-reader.ts'
import type { RegisterImage } from '../../src/datasets/padron/format/register-image.ts'
import { RowReader } from '../../src/datasets/padron/lookup/row-reader.ts'
import { registerOf } from '../../src/datasets/padron/open-register.ts'
import { openNameSearch } from '../../src/datasets/padron/search/name-search.ts'
import { Dictionary } from '../../src/datasets/padron/search/query/dictionary.ts'
import { FtsBaseline, ftsQuestion } from './fts.ts'
import { type BenchQuestion, drawQuestions, KINDS } from './questions.ts'
import { FACTS, type Figure, seconds } from './report.ts'
import { percentile } from './steps.ts'

const QUESTIONS = 2_000
const LOOP_SECONDS = 8

const readerOf = ({ sections }: RegisterImage): ForwardReader =>
  new ForwardReader({
    forward: new Uint8Array(sections.forward),
    forwardBlocks: new Uint32Array(sections.forwardBlocks),
    shortCodeTerms: new Uint32Array(sections.shortCodeTerms),
    formTerms: new Uint32Array(sections.formTerms),
  })

const questionsOf = (image: RegisterImage): BenchQuestion[] => {
  const reader = new RowReader(image)
  const questions = drawQuestions(QUESTIONS, reader, image.head.persons, image.head.rows)
  reader.close()
  return questions
}

/** The same questions to our index and to SQLite's FTS5, equal hits asserted. */
export const measureSearch = async (image: RegisterImage, work: string, withFts: boolean): Promise<Figure[]> => {
  const questions = questionsOf(image)
  const names = openNameSearch(image)
  for (const { text } of questions.slice(0, 200)) names.search({ text, persons: 20, companies: 20 })
  const times = questions.map(({ text }) => {
    const started = performance.now()
    const answer = names.search({ text, persons: 20, companies: 20 })
    return { ms: performance.now() - started, answer }
  })
  const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b)
  const totalMs = sorted.reduce((sum, ms) => sum + ms, 0)
  const figures: Figure[] = [
    { what: 'name search with totals, one thread', value: `${((QUESTIONS / totalMs) * 1000).toFixed(0)} per second` },
    {
      what: 'p50, p99, longest',
      value: `${percentile(sorted, 0.5).toFixed(2)}, ${percentile(sorted, 0.99).toFixed(1)}, ${percentile(sorted, 1).toFixed(1)} ms`,
      limit: 'p99 20 ms',
      holds: percentile(sorted, 0.99) <= 20,
    },
    ...KINDS.map((kind) => {
      const own = times
        .filter((_, n) => questions[n]?.kind === kind)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b)
      return {
        what: `  ${kind}`,
        value: `p50 ${percentile(own, 0.5).toFixed(2)}, p99 ${percentile(own, 0.99).toFixed(1)} ms`,
      }
    }),
  ]
  if (withFts) figures.push(...compareWithFts(image, work, { questions, times, totalMs }))
  names.close()
  return figures
}

type Timed = { ms: number; answer: ReturnType<ReturnType<typeof openNameSearch>['search']> }

/** Our own answers to all questions, and what they took together. */
interface OwnRun {
  questions: BenchQuestion[]
  times: Timed[]
  totalMs: number
}

const compareWithFts = (image: RegisterImage, work: string, { questions, times, totalMs: ourMs }: OwnRun): Figure[] => {
  const dictionary = new Dictionary(
    new Uint8Array(image.sections.termBytes),
    new Uint32Array(image.sections.termStarts),
  )
  const fts = new FtsBaseline(join(work, 'fts.sqlite'), {
    names: readerOf(image),
    dictionary,
    rows: image.head.rows,
    persons: image.head.persons,
  })
  const rows = new RowReader(image)
  let ftsMs = 0
  for (const [n, { text, kind }] of questions.entries()) {
    const { answer } = times[n] as Timed
    const match = ftsMatch(text, answer.fuzzy, dictionary)
    if (answer.fuzzy)
      assert.equal(fts.ask(ftsQuestion(text)).rows.length, 0, 'a question with a misspelt word has no exact answer')
    const started = performance.now()
    const theirs = fts.ask(match)
    ftsMs += performance.now() - started
    assert.deepEqual(
      [answer.persons.total, answer.companies.total],
      [theirs.persons, theirs.companies],
      `${kind}: totals differ`,
    )
    if (answer.persons.total <= 20 && answer.companies.total <= 20) {
      const ours = [...answer.persons.rows, ...answer.companies.rows].map(({ numero }) => numero).sort()
      assert.deepEqual(ours, theirs.rows.map((row) => rows.row(row).numero).sort(), `${kind}: hits differ`)
    }
  }
  rows.close()
  fts.close()
  return [
    { what: 'tuned FTS5: build, disk', value: `${seconds(fts.buildMs)}, ${(fts.bytes / 1e6).toFixed(0)} MB` },
    {
      what: 'tuned FTS5, same questions, equal hits',
      value: `${((QUESTIONS / ftsMs) * 1000).toFixed(0)} per second`,
    },
    {
      what: 'our throughput against it',
      value: `${(ftsMs / ourMs).toFixed(1)} times`,
      limit: '5 times',
      holds: ftsMs >= 5 * ourMs,
    },
  ]
}

const ftsMatch = (text: string, fuzzy: boolean, dictionary: Dictionary): string => {
  if (!fuzzy) return ftsQuestion(text)
  const word = text.split(' ').find((one) => one.includes('X') && dictionary.matching(one).length === 0) ?? ''
  const near: string[] = []
  const ranges = dictionary.withinOneEdit(word)
  for (let i = 0; i < ranges.length; i += 2)
    for (let termId = ranges[i] as number; termId < (ranges[i + 1] as number); termId++)
      near.push(dictionary.text(termId))
  return ftsQuestion(text, { word, near })
}

/** Two clients search without pause while the loop's delay is watched. */
export const measureLoop = async (image: RegisterImage): Promise<Figure[]> => {
  const questions = questionsOf(image)
  const register = await registerOf(image, FACTS)
  await Promise.all(
    questions.slice(0, 40).map(({ text }) => register.searchNames({ text, persons: 20, companies: 20 })),
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const until = performance.now() + LOOP_SECONDS * 1000
  let answered = 0
  const client = async (from: number): Promise<void> => {
    for (let n = from; performance.now() < until; n = (n + 1) % questions.length) {
      await register.searchNames({ text: (questions[n] as BenchQuestion).text, persons: 20, companies: 20 })
      answered++
    }
  }
  await Promise.all([client(0), client(QUESTIONS / 2)])
  delay.disable()
  await register.close()
  // The histogram counts the timer's own millisecond as delay.
  const p99Ms = delay.percentile(99) / 1e6 - 1
  return [
    { what: 'two clients without pause, search threads', value: `${(answered / LOOP_SECONDS).toFixed(0)} per second` },
    { what: "loop's delay meanwhile, p99", value: `${p99Ms.toFixed(2)} ms`, limit: '5 ms', holds: p99Ms <= 5 },
  ]
}
