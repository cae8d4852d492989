import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ListMatcher, matcherOf } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { ListedParty, PartyKind } from '../../../src/domain/screening/party.ts'
import { screen } from '../../../src/domain/screening/screen.ts'
import { inventNames } from './invented-peruvians.ts'
import { makeQuestions } from './made-questions.ts'

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

export interface Tally {
  n: number
  first: number
  ten: number
  wrong: number
  any: number
  exact: number
}

const linesOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

export const readQueries = (shared: string): DevQuery[] => linesOf(join(shared, 'aml-dev/queries.jsonl'))
const readPairs = (shared: string): DevPair[] => linesOf(join(shared, 'aml-dev/pairs.jsonl'))

const tallyOf = (table: Map<string, Tally>, kind: string): Tally => {
  const known = table.get(kind) ?? { n: 0, first: 0, ten: 0, wrong: 0, any: 0, exact: 0 }
  table.set(kind, known)
  return known
}

const found = (tally: Tally, at: number): void => {
  tally.n++
  if (at === 0) tally.first++
  if (at >= 0 && at < 10) tally.ten++
}

/** The development set: right entries among the first ten, and negatives that broke what they may return. */
export const scoreQueries = (queries: readonly DevQuery[], lists: readonly ListMatcher[]): Map<string, Tally> => {
  const table = new Map<string, Tally>()
  const questions = new QuestionReader()
  for (const { kind, sub, query, documento, expect, max } of queries) {
    const { hits } = screen(questions.read(query, documento), lists)
    if (kind !== 'negative') {
      const at = hits.findIndex(({ party }) => expect.includes(`${party.fuente}:${party.referencia}`))
      found(tallyOf(table, kind), at)
      if (kind === 'exact' && hits[at]?.exact) tallyOf(table, kind).exact++
      continue
    }
    const tally = tallyOf(table, `negative/${sub}`)
    const exact = hits.some(({ exact }) => exact)
    tally.n++
    if (hits.length > 0) tally.any++
    if (exact) tally.exact++
    if (max === 'none' ? hits.length > 0 : exact) tally.wrong++
  }
  return table
}

/** Questions made here from the lists themselves, of every kind. */
export const scoreMade = (lists: readonly ListMatcher[], perKind: number, seed: number): Map<string, Tally> => {
  const table = new Map<string, Tally>()
  const questions = new QuestionReader()
  const parties = lists.flatMap(({ index }) => index.parties)
  for (const { kind, nombre, party } of makeQuestions(parties, perKind, seed)) {
    const { hits } = screen(questions.read(nombre), lists)
    found(
      tallyOf(table, kind),
      hits.findIndex((hit) => hit.party === party || hit.party.names[0]?.text === party.names[0]?.text),
    )
  }
  return table
}

/** Invented people and companies of Peru: any match is wrong. */
export const scoreInvented = (lists: readonly ListMatcher[], perKind: number, seed: number): Map<string, Tally> => {
  const table = new Map<string, Tally>()
  const questions = new QuestionReader()
  for (const { kind, nombre, documento } of inventNames(perKind, seed)) {
    const { hits } = screen(questions.read(nombre, documento), lists)
    const tally = tallyOf(table, kind)
    tally.n++
    if (hits.length > 0) tally.wrong++
    if (hits.some(({ exact }) => exact)) tally.exact++
  }
  return table
}

const KINDS: Record<string, PartyKind> = { Person: 'individual', Vessel: 'vessel' }

/** Are two names the same party, by the same matcher on a list of one? */
export const isSameParty = (query: string, listed: string, tipo: PartyKind): boolean => {
  const party: ListedParty = {
    ...{ fuente: 'US', referencia: '1', tipo, programa: '', documents: [] },
    names: [
      {
        text: listed,
        kind: 'principal',
        surnamesEnd: tipo === 'individual' ? Math.max(0, listed.indexOf(',')) : 0,
      },
    ],
  }
  return screen(new QuestionReader().read(query), [matcherOf([party])]).hits.length > 0
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
