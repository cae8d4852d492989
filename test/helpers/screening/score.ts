import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ListMatcher } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import { screen } from '../../../src/domain/screening/screen.ts'
import { inventNames } from './invented-peruvians.ts'
import type { LabelledQuestion } from './labelled-questions.ts'
import { type MadeQuestion, makeQuestions } from './made-questions.ts'
import { peruvianQuestions } from './peruvian-questions.ts'
import { TallyTable } from './tally.ts'
import { listedWordSets, wordSetOf } from './word-set.ts'

/** One line of `aml-dev/queries.jsonl`. */
interface DevQuery {
  kind: string
  sub?: string
  query: string
  documento?: string
  expect: string[]
  max?: 'none' | 'parcial'
}

export const readQueries = (shared: string): DevQuery[] =>
  readFileSync(join(shared, 'aml-dev/queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DevQuery)

/** The development set: right entries among the first ten, and negatives with more hits than they may have. */
export const scoreQueries = (queries: readonly DevQuery[], lists: readonly ListMatcher[]): TallyTable => {
  const table = new TallyTable()
  const questions = new QuestionReader()
  for (const { kind, sub, query, documento, expect, max } of queries) {
    const { hits } = screen(questions.read(query, documento), lists)
    if (kind !== 'negative') {
      const at = hits.findIndex(({ party }) => expect.includes(`${party.fuente}:${party.referencia}`))
      table.addFound(kind, at)
      if (kind === 'exact' && hits[at]?.exact) table.of(kind).exact++
      continue
    }
    const tally = table.of(`negative/${sub}`)
    const exact = hits.some((hit) => hit.exact)
    tally.n++
    if (hits.length > 0) tally.any++
    if (exact) tally.exact++
    if (max === 'none' ? hits.length > 0 : exact) tally.wrong++
  }
  return table
}

/** The labelled questions on lists that have the labelled parties; returns also what went wrong, one line each. */
export const scoreLabelled = (labelled: readonly LabelledQuestion[], lists: readonly ListMatcher[]) => {
  const table = new TallyTable()
  const mistakes: string[] = []
  const questions = new QuestionReader()
  for (const [kind, nombre, referencia, documento] of labelled) {
    const { hits } = screen(questions.read(nombre, documento), lists)
    if (kind === 'none') {
      const tally = table.of('negative/none')
      tally.n++
      if (hits.length > 0) tally.wrong++
      if (hits[0]) mistakes.push(`${nombre}: found ${hits[0].name.text}`)
      continue
    }
    const at = hits.findIndex(({ party }) => party.referencia === referencia)
    table.addFound(kind, at)
    if (hits[at]?.exact) table.of(kind).exact++
    if (at !== 0) mistakes.push(`${kind}: ${nombre}: ${at < 0 ? 'not found' : `hit ${at + 1}`}`)
  }
  return { table, mistakes }
}

const partiesOf = (lists: readonly ListMatcher[]) => lists.flatMap(({ index }) => index.parties)

/** Questions of every kind, made from the lists themselves, or from some of them. */
export const scoreMade = (lists: readonly ListMatcher[], perKind: number, seed: number, from = lists): TallyTable =>
  scoreFound(lists, makeQuestions(partiesOf(from), perKind, seed))

/** The same as people in Peru write them, of the half of the parties that no rule was tuned on. */
export const scoreWritten = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable =>
  scoreFound(lists, peruvianQuestions(partiesOf(lists), perKind, seed, 'held'))

const scoreFound = (lists: readonly ListMatcher[], made: readonly MadeQuestion[]): TallyTable => {
  const table = new TallyTable()
  const questions = new QuestionReader()
  for (const { kind, nombre, party } of made) {
    const { hits } = screen(questions.read(nombre), lists)
    table.addFound(
      kind,
      hits.findIndex((hit) => hit.party === party || hit.party.names[0]?.text === party.names[0]?.text),
    )
  }
  return table
}

/** Invented people and companies of Peru: any hit is wrong. A few happen to have a listed name, and are left out. */
export const scoreInvented = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable => {
  const table = new TallyTable()
  const questions = new QuestionReader()
  const listed = listedWordSets(lists)
  for (const { kind, nombre, documento } of inventNames(perKind, seed)) {
    if (listed.has(wordSetOf(nombre))) continue
    const { hits } = screen(questions.read(nombre, documento), lists)
    const tally = table.of(kind)
    tally.n++
    if (hits.length > 0) tally.wrong++
    if (hits.some(({ exact }) => exact)) tally.exact++
  }
  return table
}
