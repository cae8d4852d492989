import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './match/explain.ts'
import { matcherOf } from './match/matcher.ts'
import { QuestionReader } from './match/question.ts'
import type { ListedParty, PartyKind } from './party.ts'
import { screen } from './screen.ts'

/** What the matcher makes of two names, on a list of one. */
const compare = (asked: string, listed: string, tipo: PartyKind): 'exacto' | 'parcial' | 'none' => {
  const surnamesEnd = tipo === 'individual' ? Math.max(0, listed.indexOf(',')) : 0
  const party: ListedParty = {
    ...{ fuente: 'US', referencia: '1', tipo, programa: '', documents: [] },
    names: [{ text: listed, kind: 'principal', surnamesEnd }],
  }
  const [hit] = screen(new QuestionReader().read(asked), [matcherOf([party])]).hits
  if (!hit) return 'none'
  return hit.exact ? 'exacto' : 'parcial'
}

type Pair = readonly [asked: string, listed: string]
const expectAll = (expected: string, tipo: PartyKind, pairs: readonly Pair[]): void => {
  for (const [asked, listed] of pairs) assert.equal(compare(asked, listed, tipo), expected, `${asked} / ${listed}`)
}

test('the whole name has one budget of edits, for rare and long words', () => {
  expectAll('parcial', 'individual', [
    ['Evaristo Chuqupomma Zamudiano', 'CHUQUIPOMA ZAMUDIANO, Evaristo'],
    ['Angelina Vorkel', 'VORKUN, Angelina'],
    ['SEVERINO TOLOMEO CAVALCANTI ALBUMORE', 'Severino Tolomeo Cavalcanti Albumoreira'],
  ])
  expectAll('parcial', 'entity', [
    ['Zhon Wai Precisora Fundidora Ltda', 'ZHON HAI PRECISORA FUNDIDORA LTDA'],
    ['Zarubezhmorsrto', 'ZARUBEZHMORSTROY'],
    ['Nurafsoher Bank', 'NURAFSHONER BANK'],
  ])
  expectAll('none', 'entity', [['Cupaza Airlines', 'CUBANA AIRLINES']])
  expectAll('none', 'individual', [
    ['Evaristo Tarquillo', 'TARMENGO, Evaristo'],
    ['Gerd Rundelphi', 'RUNDELPHI, Gena Maria'],
    ['Rogelio Fedorman', 'FEDERICA, Rogelio'],
  ])
})

test('a word with two slips is found though another word was left out, if the rest is rare', () => {
  expectAll('parcial', 'individual', [
    ['CHUQUIPOMA ZAMUDIANO Evrazisto', 'CHUQUIPOMA ZAMUDIANO, Evaristo Leoncino'],
    ['Evaristo Chuquipoma Zuamdaino', 'CHUQUIPOMA ZAMUDIANO, Evaristo Leoncino'],
  ])
  expectAll('none', 'individual', [
    ['Evaristo Lopez Garcio', 'GARCILASO LOPEZ, Evaristo Leoncino'],
    ['CHUQUIPOMA ZAMUDIANO Rosaura', 'CHUQUIPOMA ZAMUDIANO, Evaristo Leoncino'],
  ])
})

test('words are joined and split on both sides, with a slip, as initials or with look-alike digits', () => {
  expectAll('parcial', 'entity', [
    ['Andrango Lheta', 'NDRANGOLHETA'],
    ['M1croliner Systems', 'MICROLINER SYSTEMS'],
    ['Nefto0gaz Vymysel', 'NEFTOOGAZ VYMYSEL'],
  ])
  expectAll('parcial', 'individual', [
    ['C.A. Larrabundo', 'LARRABUNDO, Carlos Alberto'],
    ['J.-C. Junckerino', 'Jean-Claude Junckerino'],
    ['Abd al Hadi Mansurzade', 'MANSURZADE, Abdulhadi'],
    ['Tse-tung Maolino', 'MAOLINO, Zedong'],
  ])
})

test('the article and the name Abdullah are found written together or apart, also with a slip', () => {
  expectAll('parcial', 'individual', [
    ['Evaristo Alzamudiany', 'AL-ZAMUDIANI, Evaristo'],
    ['Evaristo al-Zamudiany', 'ALZAMUDIANI, Evaristo'],
    ['Evaristo Elzamudy', 'AL-ZAMUDI, Evaristo'],
    ['Abd Allah Zamudiani', 'ZAMUDIANI, Abdullah'],
    ['محمود عبد الله', 'Mahmoud Abdullah'],
  ])
  expectAll('none', 'individual', [
    ['Evaristo Alzamudiany', 'AL-ZAMORANO, Evaristo'],
    ['Evaristo Alberdi', 'AL-BANDAR, Evaristo'],
  ])
})

test('companies agree by initials, short forms, numbers in words and one telling word with places', () => {
  expectAll('parcial', 'entity', [
    ['NIKPT', 'Northern Institute of Kinetic and Plasma Technologies'],
    ['Northern Institute of Kinetic and Plasma Technologies', 'NIKPT LLC'],
    ['Tigrisova Eng. & Constr. Co.', 'TIGRISOVA ENGINEERING AND CONSTRUCTION COMPANY'],
    ['Brigade Forty-Four', 'BRIGADE 44'],
    ['Vostoktekhno Moscow', 'VOSTOKTEKHNO LLC'],
    ['Vostoktekhno', 'VOSTOKTEKHNO (DUBAI BRANCH) LLC'],
  ])
  expectAll('none', 'entity', [
    ['Moscow Trading', 'MOSCOW INDUSTRIES'],
    ['Moscow S.A.C.', 'VOSTOKTEKHNO MOSCOW LLC'],
    ['ABC', 'ANDEAN BUSINESS COUNCIL'],
  ])
})

test('a legal form shows that a name which is only similar is no person', () => {
  expectAll('none', 'individual', [
    ['Evaristo Chuquipoma LLC', 'CHUQUIPOMA ZAMUDIANO, Evaristo'],
    ['Evaristo Chuquipoma S.A.C.', 'CHUQUIPOMA ZAMUDIANO, Evaristo'],
    ['Evaristo Chuquipoma GmbH', 'CHUQUIPOMA ZAMUDIANO, Evaristo'],
  ])
})

test('a known word is not another one misspelt, and two numbers contradict each other', () => {
  expectAll('none', 'entity', [
    ['Delta Maritime SA', 'CELTA MARITIME SA'],
    ['Vymysel Fund VIII L.P.', 'VYMYSEL FUND IX L.P.'],
    ['Vymysel Mortgage Trust Series 2007-1', 'VYMYSEL MORTGAGE TRUST SERIES 2007-2'],
    ['Bank of Vymysel (Hong Kong) Limited', 'BANK OF VYMYSEL (AUSTRALIA) LIMITED'],
  ])
  expectAll('none', 'vessel', [['Estrella de Pucusanita 2', 'ESTRELLA DE PUCUSANITA III']])
  expectAll('parcial', 'vessel', [
    ['Estrella de Pucusanita Second', 'ESTRELLA DE PUCUSANITA II'],
    ['M/V Estrella de Pucusanita', 'ESTRELLA DE PUCUSANITA'],
  ])
})

test('nicknames, gender forms and other writings are found, and never as exact', () => {
  expectAll('parcial', 'individual', [
    ['Pepe Altamarengo Rioja', 'ALTAMARENGO RIOJA, Jose'],
    ['Irina Volkovenkova', 'VOLKOVENKOV, Irina'],
    ['王建国', 'WANG, Jianguo'],
    ['Νικόλαος Παπαδανάκης', 'PAPADANAKIS, Nikolaos Ioannis'],
  ])
  // A familiar form is no surname.
  expectAll('none', 'individual', [['Carlos Flores Torres', 'FLORES CACHO, Teresa']])
})

test('two listed parties that differ by a slip stay apart, the right one first', () => {
  const names = ['VOLKOVENKO, Aristarkh', 'VOLKOVENKA, Aristarkh', 'VOLKAVENKO, Aristarkh']
  const list = matcherOf(
    names.map((text, at) => ({
      ...{ fuente: 'US', referencia: String(at), tipo: 'individual', programa: '', documents: [] },
      names: [{ text, kind: 'principal', surnamesEnd: text.indexOf(',') }],
    })),
  )
  for (const [at, name] of names.entries()) {
    const { hits } = screen(new QuestionReader().read(name), [list])
    assert.equal(hits[0]?.party.referencia, String(at))
    assert.deepEqual(
      hits.map(({ exact }) => exact),
      [true, ...hits.slice(1).map(() => false)],
    )
  }
})

test('a related word is given as a variant', () => {
  const list = matcherOf([
    {
      ...{ fuente: 'US', referencia: '1', tipo: 'individual', programa: '', documents: [] },
      names: [{ text: 'ALTAMARENGO RIOJA, Jose', kind: 'principal', surnamesEnd: 17 }],
    },
  ])
  const question = new QuestionReader().read('Pepe Altamarengo Rioja')
  const [hit] = screen(question, [list]).hits
  assert.ok(hit)
  assert.deepEqual(
    explain(list, question, hit).map(({ tipo }) => tipo),
    ['igual', 'igual', 'variante'],
  )
})

test('the reasons of a name in another writing are those of its Latin reading', () => {
  const list = matcherOf([
    {
      ...{ fuente: 'UN', referencia: '1', tipo: 'individual', programa: '', documents: [] },
      names: [{ text: 'WANG JIANGUO', kind: 'principal', surnamesEnd: 0 }],
    },
  ])
  const question = new QuestionReader().read('王建国')
  const [hit] = screen(question, [list]).hits
  assert.ok(hit)
  assert.deepEqual(
    explain(list, question, hit).map(({ tipo, consulta }) => [tipo, consulta]),
    [
      ['igual', 'WANG'],
      ['igual', 'JIANGUO'],
    ],
  )
})

test('a word that a field of fixed length has cut off is the core of no company, whoever has it for a name', () => {
  const names = ['Hebei Construction Group Corporation Limited Dalian Branch', 'LIM TRADING']
  const list = matcherOf(
    names.map((text, at) => ({
      ...{ fuente: 'US', referencia: String(at), tipo: 'entity', programa: '', documents: [] },
      names: [{ text, kind: 'principal', surnamesEnd: 0 }],
    })),
  )
  const { hits } = screen(new QuestionReader().read('Hebei Construction Group Corporation Lim'), [list])
  assert.equal(hits[0]?.party.referencia, '0')
})
