// docs/one-question.md follows one question with its numbers; this asks it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { explain } from '../src/domain/screening/match/explain.ts'
import { QuestionReader } from '../src/domain/screening/match/question.ts'
import { screenText } from '../src/domain/screening/screen.ts'
import { customerFacts } from '../src/lookups/aml/customer-input.ts'
import { temporaryFolder } from './helpers/cleanup.ts'
import { codeIn, docRows } from './helpers/doc-tables.ts'
import { buildPretendLists } from './helpers/screening/lists.ts'

const NAME = 'Ebaristo Z. Chuquipona'
const page = readFileSync(new URL('../docs/one-question.md', import.meta.url), 'utf8')
const rows = docRows('one-question.md')

const { us, un } = await buildPretendLists(temporaryFolder())
const usMatcher = (await us.open()).matcher
const lists = [usMatcher, (await un.open()).matcher]
const reader = new QuestionReader()
const ask = (nacimiento: string) =>
  screenText({ nombre: NAME, facts: customerFacts({ nacimiento, pais: 'PE' }) }, reader, lists)

test('the page has the words of the question with their weights and sound keys', () => {
  const { words, person } = reader.read(NAME)
  for (const [at, { text, sound }] of words.entries())
    assert.ok(page.includes(`| \`${text}\` | ${person.weights[at]} | \`${sound}\` |`), text)
})

test('the page has the size of the list', () => {
  const { parties, partyOfName, vocabulary } = usMatcher.index
  const sizes = [parties.length, partyOfName.length, vocabulary.weights.length].map((size) => size.toLocaleString('en'))
  assert.ok(page.includes(`${sizes[0]} parties with ${sizes[1]} names and ${sizes[2]} different words`), sizes.join())
})

test('the page has the score by the name alone, with the facts, and every reason', () => {
  const [byName] = screenText({ nombre: NAME, facts: null }, reader, lists).hits
  assert.ok(page.includes(`| score | ${byName?.score} |`), String(byName?.score))
  const { hits } = ask('1962')
  const [hit] = hits
  assert.ok(hit && hits.length === 1)
  assert.ok(page.includes(`**${hit.score}**, with ${hit.evidence} bits`), `${hit.score}, ${hit.evidence}`)
  const told = rows.slice(rows.findIndex(([first]) => first === 'tipo') + 1)
  assert.deepEqual(
    told.map(([tipo, consulta, lista, peso]) => [codeIn(tipo)[0], codeIn(consulta)[0], codeIn(lista)[0], Number(peso)]),
    explain(usMatcher, hit.asked, hit).map(({ tipo, consulta, lista, peso }) => [tipo, consulta, lista, peso]),
  )
})

test('another birth removes the party, as the page says', () => {
  const { hits, discarded } = ask('1985')
  assert.deepEqual([hits.length, discarded.length], [0, 1])
})
