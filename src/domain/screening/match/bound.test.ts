import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeated } from '../../../../test/helpers/repeated.ts'
import type { ListedParty } from '../party.ts'
import { Bound } from './bound.ts'
import type { Hit } from './hit.ts'
import { matcherOf } from './matcher.ts'
import { QuestionReader } from './question.ts'

const WORDS =
  'GARCIA QUISPE RAMOS CARLOS MARIA JOSE CHUQUIPOMA ZENOBIO SENOBIO DE LA Y J X SAC LIMITED TRADING ZORRO SORRO ABDULLAHI ABDALAHY MUHAMMADI MOHAMMADY HERMANOS GRUPO LADY KIM VORKELSON VORKALSUN MOSCOW NORTE SHIPPING SHPG NIKOLAI NICK CA 44 FORTY FOUR'.split(
    ' ',
  )
const name = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const party = fc.record({
  tipo: fc.constantFrom<ListedParty['tipo']>('individual', 'entity', 'vessel'),
  names: fc.array(fc.tuple(name, fc.constantFrom('alias' as const, 'alias-debil' as const)), {
    minLength: 1,
    maxLength: 3,
  }),
  comma: fc.boolean(),
})

const listed = (
  { tipo, names, comma }: { tipo: ListedParty['tipo']; names: [string, 'alias' | 'alias-debil'][]; comma: boolean },
  at: number,
): ListedParty => ({
  ...{ fuente: 'US', referencia: String(at), tipo, programa: '', documents: [] },
  names: names.map(([name, kind], position) => {
    const text = comma && tipo === 'individual' ? name.replace(' ', ', ') : name
    return {
      text,
      kind: position === 0 ? 'principal' : kind,
      surnamesEnd: tipo === 'individual' ? Math.max(0, text.indexOf(',')) : 0,
    }
  }),
})

/** A hit without the question, which each reader makes anew. */
const plain = (hits: readonly Hit[]): Omit<Hit, 'asked'>[] => hits.map(({ asked: _, ...hit }) => hit)

test('the bound never rules out a name that the decision would accept', (context) => {
  fc.assert(
    fc.property(
      fc.array(party, { minLength: 1, maxLength: 12 }),
      fc.array(name, { maxLength: 12 }),
      (drafts, asked) => {
        const parties = drafts.map(listed)
        const answers = (): (readonly Hit[])[] => {
          const matcher = matcherOf(parties)
          const questions = new QuestionReader()
          return asked.map((text) => matcher.search(questions.read(text)))
        }
        const bounded = answers()
        const reach = context.mock.method(Bound.prototype, 'isOutOfReach', () => false)
        const core = context.mock.method(Bound.prototype, 'lacksCore', () => false)
        assert.deepEqual(bounded.map(plain), answers().map(plain))
        reach.mock.restore()
        core.mock.restore()
      },
    ),
    { numRuns: repeated(120) },
  )
})
