import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './match/explain.ts'
import { matcherOf } from './match/matcher.ts'
import { QuestionReader } from './match/question.ts'
import type { ListedParty, PartyKind } from './party.ts'
import { screen } from './screen.ts'

const PEOPLE = [
  'TUMBACO LOERANDO, Joaquin Alejandro',
  'TUMBACO PARRANDO, Joaquin Alejandro',
  'TUMBACO, Joaquin Alejandro',
  'CHUQUIPOMA DE LA CRUZ, Francisco',
  'CASTANEDA ZAMUDIANO, Maria Evangelina',
  'MORALES QUISPE, Juan Carlos',
  'ZORRO BLANCO',
  'PARDOVSKI, Dmitri M.',
]
const COMPANIES = ['INVERSIONES TUMBACO NORTE S.A.', 'GLOBAL UNITED BIOTECHNOLOGY INC.', 'Al Ummama/Islamic Army']

const party = (text: string, tipo: PartyKind, at: number): ListedParty => ({
  ...{ fuente: 'US', referencia: String(at), tipo, programa: '', documents: [] },
  names: [{ text, kind: 'principal', surnamesEnd: tipo === 'individual' ? Math.max(0, text.indexOf(',')) : 0 }],
})
const list = matcherOf([
  ...PEOPLE.map((text, at) => party(text, 'individual', at)),
  ...COMPANIES.map((text, at) => party(text, 'entity', 100 + at)),
])
const questions = new QuestionReader()
const ask = (nombre: string) => screen(questions.read(nombre), [list]).hits
const namesFor = (nombre: string): string[] => ask(nombre).map(({ name }) => name.text)

/** Each question finds its party first. */
const expectFirst = (listed: string, asked: readonly string[]): void => {
  for (const nombre of asked) assert.equal(namesFor(nombre)[0], listed, nombre)
}

test('an initial finds what the name without it finds, and the one it fits comes first', () => {
  const without = namesFor('Joaquin Tumbaco').toSorted()
  assert.equal(without.length, 3)
  for (const nombre of ['Joaquin Tumbaco L.', 'TUMBACO L JOAQUIN', 'Tumbaco L., Joaquin', 'Joaquin A. Tumbaco L']) {
    assert.deepEqual(namesFor(nombre).toSorted(), without, nombre)
    assert.equal(namesFor(nombre)[0], 'TUMBACO LOERANDO, Joaquin Alejandro', nombre)
  }
  assert.deepEqual(namesFor('Joaquin Tumbaco X.').toSorted(), without)
})

test('an initial stands for a given name or a surname, dotted or glued, in the question and on the list', () => {
  expectFirst('TUMBACO PARRANDO, Joaquin Alejandro', ['J.A. Tumbaco Parrando', 'J. T. Parrando', 'TUMBACO P. J. A.'])
  expectFirst('CHUQUIPOMA DE LA CRUZ, Francisco', ['Francisco Chuquipoma D.', 'Francisco Chuquipoma C.'])
  expectFirst('PARDOVSKI, Dmitri M.', ['Dmitri Mijailovich Pardovski', 'Dmitri Pardovski'])
})

test('an initial that fits no word weighs nothing in the reasons', () => {
  const question = questions.read('Joaquin Tumbaco X.')
  const [hit] = screen(question, [list]).hits
  assert.ok(hit)
  const reason = explain(list, question, hit).find(({ consulta }) => consulta === 'X')
  assert.deepEqual(reason, { tipo: 'sin-peso', consulta: 'X', peso: 0 })
})

test('a rare surname alone finds everybody who has it; a common one, or a given name, nobody', () => {
  assert.equal(namesFor('Tumbaco').length, 3)
  assert.equal(namesFor('Loerando')[0], 'TUMBACO LOERANDO, Joaquin Alejandro')
  assert.ok(ask('Tumbaco').every(({ exact }) => !exact))
  for (const nombre of ['Morales', 'Quispe', 'Joaquin', 'Evangelina']) assert.deepEqual(namesFor(nombre), [], nombre)
})

test('what stands beside a name does not hide it', () => {
  expectFirst('CASTANEDA ZAMUDIANO, Maria Evangelina', [
    'Maria Evangelina Castaneda de Rojas',
    'CASTANEDA ZAMUDIANO VDA. DE ROJAS MARIA',
    'Maria Evangelina Castaneda Vd. de Rojas',
    'CASTANEDA V. DE ROJAS MARIA EVANGELINA',
    'Maria Evangelina Castaneda esposa de Rojas',
    'CASTANEDA ZAMUDIANO MARIA EVANGELINA CEL 987654321',
    'CASTANEDA ZAMUDIANO MARIA, identificada con DNI N° 40404040',
    'Mª Evangelina Castañeda Zamudiano',
    'M.ª Evang. Castaneda Zamudiano',
    'CASTA?EDA ZAMUDIANO MARIA',
    'CASTA/EDA ZAMUDIANO MARIA EVANGELINA',
    'CASTA&Ntilde;EDA  ZAMUDIANO MARIA EVANGELINA',
    'CASTAÃ‘EDA ZAMUDIANO MARIA EVANGELINA',
    'SUCESION DE CASTANEDA ZAMUDIANO MARIA EVANGELINA',
    'Castaneda Zamudiano Maria Evangelina (FALLECIDA) Q.E.P.D.',
    'CRNL. PNP (R) Maria Evangelina Castaneda Zamudiano',
    'CASTANEDAZAMUDIANO MARIA',
    'DNI 41234567 - CASTANEDA ZAMUDIANO MARIA EVANGELINA',
    'CASTANEDA ZAMUDIANO Maria Eva',
    'CASTANEDA ZAMUDIANO Ma',
  ])
  expectFirst('CHUQUIPOMA DE LA CRUZ, Francisco', ['Fco. Chuquipoma Cruz', 'CHUQUIPOMA DLCRUZ FRANCISCO'])
})

test('a surname behind SUCESION DE is no husband of anybody', () => {
  assert.deepEqual(
    namesFor('SUCESION DE BUSTAMANTE TUMBACO, Joaquin Alejandro'),
    namesFor('BUSTAMANTE TUMBACO, Joaquin Alejandro'),
  )
})

test('an alias is asked apart, and the name as if it stood alone', () => {
  for (const beside of ['(a) Zorro Blanco', 'alias "Zorro Blanco"', ', conocido como ZORRO BLANCO', '(Zorro Blanco)']) {
    const hits = ask(`Morales Quispe Juan Carlos ${beside}`)
    assert.deepEqual(
      hits.map(({ name, exact }) => [name.text, exact]),
      [
        ['MORALES QUISPE, Juan Carlos', true],
        ['ZORRO BLANCO', false],
      ],
    )
  }
  assert.deepEqual(namesFor('Pedro "Zorro Blanco" Rojas Flores'), ['ZORRO BLANCO'])
})

test('a company is found beside its trade name, by its owner, and cut off by an old system', () => {
  expectFirst('INVERSIONES TUMBACO NORTE S.A.', [
    'INVERSIONES TUMBACO NORTE S.A. (BODEGA ROSITA)',
    'INVERSIONES TUMBACO NORTE S.A. - NOMBRE COMERCIAL BODEGA ROSITA',
    'BODEGA ROSITA DE INVERSIONES TUMBACO NORTE S.A.',
    'BODEGA ROSITA (INVERSIONES TUMBACO NORTE SA)',
    'INVERSIONES TUMBACO NORTE S.A. RUC 20123456786',
  ])
  expectFirst('GLOBAL UNITED BIOTECHNOLOGY INC.', ['GLOBAL UNITED BIOTEC'])
  assert.equal(ask('Al Ummama/Islamic Army')[0]?.exact, true)
})
