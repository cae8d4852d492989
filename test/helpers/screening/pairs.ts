import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '../../../sandbox/random.ts'
import { matcherOf } from '../../../src/domain/screening/match/matcher.ts'
import { QuestionReader } from '../../../src/domain/screening/match/question.ts'
import type { PartyKind } from '../../../src/domain/screening/party.ts'
import { screen } from '../../../src/domain/screening/screen.ts'
import { listedName } from './invented-parties.ts'
import { type Check, LIMITS } from './limits.ts'

/** Two names and whether they are one party. */
interface NamePair {
  schema: string
  query: string
  listed: string
  match: boolean
  kind?: string
}

/** A pair and what the matcher says of it. */
export interface JudgedPair extends NamePair {
  same: boolean
}

export interface PairScore {
  n: number
  precision: number
  recall: number
  f1: number
}

/** Two bounds between which a figure lies with 95 % certainty. */
export type Interval = [low: number, high: number]

const OWN = fileURLToPath(new URL('./pairs/', import.meta.url))
const RESAMPLES = 2_000
const KINDS: Record<string, PartyKind> = { Person: 'individual', Vessel: 'vessel' }

const pairsIn = (path: string): NamePair[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as NamePair)

/** Pairs of the project: rules are tuned on `tune`, figures are reported of `held`. */
export const ownPairs = (set: 'tune' | 'held'): NamePair[] => pairsIn(join(OWN, `${set}.jsonl`))

/** The pairs of the development set. */
export const devPairs = (shared: string): NamePair[] => pairsIn(join(shared, 'aml-dev/pairs.jsonl'))

const isPerson = ({ schema }: NamePair): boolean => schema === 'Person'
/** Companies, organisations and ships. */
const isThing = (pair: NamePair): boolean => !isPerson(pair)

/** Are two names the same party, by the same matcher on a list of one? */
const isSameParty = ({ query, listed, schema }: NamePair, questions: QuestionReader): boolean => {
  const tipo = KINDS[schema] ?? 'entity'
  const names = [listedName(listed, 'principal', tipo)]
  const list = matcherOf([{ fuente: 'US', referencia: '1', tipo, programa: '', names, documents: [] }])
  return screen(questions.read(query), [list]).hits.length > 0
}

export const judgePairs = (pairs: readonly NamePair[]): JudgedPair[] => {
  const questions = new QuestionReader()
  return pairs.map((pair) => ({ ...pair, same: isSameParty(pair, questions) }))
}

/** Precision, recall and their harmonic mean; a share of nothing is 1. */
export const scorePairs = (judged: readonly JudgedPair[]): PairScore => {
  const count = (same: boolean, match: boolean): number =>
    judged.filter((pair) => pair.same === same && pair.match === match).length
  return scoreOf(judged.length, count(true, true), count(true, false), count(false, true))
}

const scoreOf = (n: number, right: number, wrong: number, missed: number): PairScore => ({
  n,
  precision: right + wrong === 0 ? 1 : right / (right + wrong),
  recall: right + missed === 0 ? 1 : right / (right + missed),
  f1: right + wrong + missed === 0 ? 1 : (2 * right) / (2 * right + wrong + missed),
})

/** The figures of the held pairs beside their limits. */
export const pairChecks = (judged: readonly JudgedPair[]): Check[] => {
  const [all, things] = [scorePairs(judged), scorePairs(judged.filter(isThing))]
  const { f1, f1OfThings, precision } = LIMITS.pairs
  return [
    { what: 'held pairs, F1', measured: all.f1, limit: f1, must: 'reach' },
    { what: 'held pairs, F1 of companies and ships', measured: things.f1, limit: f1OfThings, must: 'reach' },
    { what: 'held pairs, precision', measured: all.precision, limit: precision, must: 'reach' },
  ]
}

/** The 95 % interval of each figure, from as many drawn with replacement; the same draws for the same seed. */
export const resample = (
  judged: readonly JudgedPair[],
  seed: number,
): Record<'precision' | 'recall' | 'f1', Interval> => {
  const random = seededRandom(seed)
  const drawn: PairScore[] = []
  for (let round = 0; round < RESAMPLES; round++) {
    let [right, wrong, missed] = [0, 0, 0]
    for (let at = 0; at < judged.length; at++) {
      const { same, match } = random.pick(judged)
      if (same && match) right++
      else if (same) wrong++
      else if (match) missed++
    }
    drawn.push(scoreOf(judged.length, right, wrong, missed))
  }
  const interval = (figure: 'precision' | 'recall' | 'f1'): Interval => {
    const sorted = Float64Array.from(drawn, (one) => one[figure]).sort()
    const quantile = (share: number): number => sorted[Math.floor(share * (RESAMPLES - 1))] as number
    return [quantile(0.025), quantile(0.975)]
  }
  return { precision: interval('precision'), recall: interval('recall'), f1: interval('f1') }
}

const figure = (value: number): string => value.toFixed(3)
const interval = ([low, high]: Interval): string => `[${figure(low)}–${figure(high)}]`

/** The table of one set of pairs: in all, by persons and things, and by kind; each figure with its interval in the first three rows. */
export const printPairs = (title: string, judged: readonly JudgedPair[], seed: number): string => {
  const groups: [string, JudgedPair[]][] = [
    ['all', judged.slice()],
    ['persons', judged.filter(isPerson)],
    ['companies and ships', judged.filter(isThing)],
  ]
  const totals = groups.map(([name, pairs]) => {
    const [{ n, precision, recall, f1 }, bounds] = [scorePairs(pairs), resample(pairs, seed)]
    return (
      `  ${name.padEnd(24)}${String(n).padStart(6)}  F1 ${figure(f1)} ${interval(bounds.f1)}` +
      `  precision ${figure(precision)} ${interval(bounds.precision)}  recall ${figure(recall)} ${interval(bounds.recall)}`
    )
  })
  return [title, ...totals, ...kindRows(judged)].join('\n')
}

/** Of pairs that are one party the share that was found, of the others the share that was taken for one. */
const kindRows = (judged: readonly JudgedPair[]): string[] => {
  const kinds = Map.groupBy(judged, ({ kind, match }) => `${kind ?? (match ? 'same party' : 'other party')}|${match}`)
  return [...kinds.values()]
    .toSorted((a, b) => Number(b[0]?.match) - Number(a[0]?.match) || b.length - a.length)
    .map((pairs) => {
      const [{ kind, match } = { match: false }, found] = [pairs[0], pairs.filter(({ same }) => same).length]
      const share = `${((100 * found) / pairs.length).toFixed(1)} %`.padStart(8)
      const name = kind ?? (match ? 'same party' : 'other party')
      return `  ${name.padEnd(24)}${String(pairs.length).padStart(6)}  ${match ? 'found' : 'wrong'} ${share}`
    })
}
