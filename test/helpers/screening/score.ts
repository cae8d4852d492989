import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ListMatcher, matcherOf } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { PartyKind } from '../../../src/domain/screening/party.ts'
import { screen } from '../../../src/domain/screening/screen.ts'
import { listedName } from './invented-parties.ts'
import { inventNames } from './invented-peruvians.ts'
import type { LabelledQuestion } from './labelled-questions.ts'
import { makeQuestions } from './made-questions.ts'
import { TallyTable } from './tally.ts'

/** One line of `aml-dev/queries.jsonl`. */
interface DevQuery {
  kind: string
  sub?: string
  query: string
  documento?: string
  expect: string[]
  max?: 'none' | 'parcial'
}

interface DevPair {
  schema: string
  query: string
  listed: string
  match: boolean
}

const linesOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

export const readQueries = (shared: string): DevQuery[] => linesOf(join(shared, 'aml-dev/queries.jsonl'))
const readPairs = (shared: string): DevPair[] => linesOf(join(shared, 'aml-dev/pairs.jsonl'))

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

/** Questions of every kind, made from the lists themselves. */
export const scoreMade = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable => {
  const table = new TallyTable()
  const questions = new QuestionReader()
  const parties = lists.flatMap(({ index }) => index.parties)
  for (const { kind, nombre, party } of makeQuestions(parties, perKind, seed)) {
    const { hits } = screen(questions.read(nombre), lists)
    table.addFound(
      kind,
      hits.findIndex((hit) => hit.party === party || hit.party.names[0]?.text === party.names[0]?.text),
    )
  }
  return table
}

/** Invented people and companies of Peru: any hit is wrong. */
export const scoreInvented = (lists: readonly ListMatcher[], perKind: number, seed: number): TallyTable => {
  const table = new TallyTable()
  const questions = new QuestionReader()
  for (const { kind, nombre, documento } of inventNames(perKind, seed)) {
    const { hits } = screen(questions.read(nombre, documento), lists)
    const tally = table.of(kind)
    tally.n++
    if (hits.length > 0) tally.wrong++
    if (hits.some(({ exact }) => exact)) tally.exact++
  }
  return table
}

const KINDS: Record<string, PartyKind> = { Person: 'individual', Vessel: 'vessel' }

/** Are two names the same party, by the same matcher on a list of one? */
const isSameParty = (query: string, listed: string, tipo: PartyKind): boolean => {
  const names = [listedName(listed, 'principal', tipo)]
  const list = matcherOf([{ fuente: 'US', referencia: '1', tipo, programa: '', names, documents: [] }])
  return screen(new QuestionReader().read(query), [list]).hits.length > 0
}

export const scorePairs = (shared: string): { f1: number; precision: number; recall: number } => {
  let right = 0
  let wrong = 0
  let missed = 0
  for (const { schema, query, listed, match } of readPairs(shared)) {
    const same = isSameParty(query, listed, KINDS[schema] ?? 'entity')
    if (same && match) right++
    else if (same) wrong++
    else if (match) missed++
  }
  return {
    f1: (2 * right) / (2 * right + wrong + missed),
    precision: right / (right + wrong),
    recall: right / (right + missed),
  }
}
