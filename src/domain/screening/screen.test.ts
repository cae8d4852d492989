import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listedDocument, listedDocuments } from './listed-number.ts'
import { explain } from './match/explain.ts'
import { matcherOf } from './match/matcher.ts'
import { QuestionReader } from './match/question.ts'
import type { ListedDocument, ListedParty, NameKind, PartyKind } from './party.ts'
import { screen } from './screen.ts'
import { screeningWords } from './words/fold.ts'

interface Sketch {
  tipo?: PartyKind
  aliases?: string[]
  weak?: string[]
  documents?: (ListedDocument | null)[]
}

let entries = 0
const party = (
  name: string,
  { tipo = 'individual', aliases = [], weak = [], documents = [] }: Sketch = {},
): ListedParty => {
  const named = (text: string, kind: NameKind) => ({
    text,
    kind,
    surnamesEnd: tipo === 'individual' ? Math.max(0, text.indexOf(',')) : 0,
  })
  return {
    ...{ fuente: 'US', referencia: String(++entries), tipo, programa: 'SDNTK' },
    names: [
      named(name, 'principal'),
      ...aliases.map((one) => named(one, 'alias')),
      ...weak.map((one) => named(one, 'alias-debil')),
    ],
    documents: documents.filter((one) => one !== null),
  }
}

const zenobio = party('CHUQUIPOMA TARQUILLO, Evaristo Zenobio', {
  aliases: ['ZAMUDIANO, Teobaldo'],
  weak: ['ZURDO', 'CAMARADA RODION'],
  documents: [listedDocument('LE Number', '00000174', 'Peru'), listedDocument('Passport', 'AB 12345', 'Panama')],
})
const lagoon = party('INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.', {
  tipo: 'entity',
  documents: [listedDocument('RUC #', '20990000027', 'Peru')],
})
const everybody = [
  zenobio,
  lagoon,
  party('QUISPE PALOMERA, Victorino'),
  party('DE LA BORDANZA KUNTUR, Rigoberta'),
  party('11420 CORP.', { tipo: 'entity' }),
  party('COMPANY LIMITED', { tipo: 'entity' }),
  party('SALAZAR S.A.', { tipo: 'entity' }),
  party('JI', { tipo: 'entity' }),
  party('BORDANZA BORDANZA, Daniel'),
  party("AL-SA'ADI “KAWA” (THE) / BRIGADE", { tipo: 'entity' }),
  party('VOLKOVENKO, Aristarkh Dobrynich'),
]
const list = matcherOf(everybody)
const questions = new QuestionReader()

const found = (nombre: string, documento?: string): string[] =>
  screen(questions.read(nombre, documento), [list]).hits.map(
    ({ exact, party: { names } }) => `${exact ? 'exacto' : 'parcial'} ${names[0]?.text}`,
  )
const ZENOBIO = 'CHUQUIPOMA TARQUILLO, Evaristo Zenobio'
const LAGOON = 'INVERSIONES LAGUNA NEGRA DE PACAYZAPA S.A.C.'

test('the same words in any order are exact, by the main name or a strong alias', () => {
  assert.deepEqual(found('Evaristo Zenobio Chuquipoma Tarquillo'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('zamudiano teobaldo'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('TEOBALDO ZAMUDIANO, '), [`exacto ${ZENOBIO}`])
})

test('an alias loses nothing because the main name differs', () => {
  assert.deepEqual(found('Teobaldo Zamudiamo'), [`parcial ${ZENOBIO}`])
})

test('a missing word costs little, a contradicting one costs the match', () => {
  assert.deepEqual(found('Evaristo Chuquipoma Tarquillo'), [`parcial ${ZENOBIO}`])
  assert.deepEqual(found('Evaristo Zenobio Chuquipoma'), [`parcial ${ZENOBIO}`])
  assert.deepEqual(found('Evaristo Zenobio Chuquipoma Huanca'), [])
  assert.deepEqual(found('Rosa Elvira Chuquipoma Tarquillo'), [])
})

test('a name is found by sound, with a typing error, words joined, initials and particles', () => {
  for (const asked of [
    'Ebaristo Senobio Chukipoma Tarqillo',
    'Evaristo Zenobio Chuqiupoma Tarquillo',
    'EvaristoZenobio Chuquipoma Tarquillo',
    'Evaristo Z. Chuquipoma Tarquillo',
    'Evaristo Zenobio Chuquipoma de Tarquillo',
    'Ing. Evaristo Zenobio Chuquipoma Tarquillo',
  ])
    assert.deepEqual(found(asked), [`parcial ${ZENOBIO}`], asked)
  assert.deepEqual(found('Rigoberta Delabordanza Kuntur'), ['parcial DE LA BORDANZA KUNTUR, Rigoberta'])
  assert.deepEqual(found('Аристарх Волковенко'), ['parcial VOLKOVENKO, Aristarkh Dobrynich'])
})

test('a weak alias never matches alone; it accounts for a word and counts beside a document', () => {
  assert.deepEqual(found('Zurdo'), [])
  assert.deepEqual(found('Camarada Rodion'), [])
  assert.deepEqual(found('Camarada Rodion', '00000174'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('Evaristo Zurdo Chuquipoma Tarquillo'), [`parcial ${ZENOBIO}`])
})

test('one shared word of many is never a hit', () => {
  for (const asked of ['Chuquipoma Roxana Mercedes', 'Laguna', 'Salazar Torres', 'Pacayzapa S.A.C.'])
    assert.deepEqual(found(asked), [], asked)
})

test('an everyday word is not the company that has it as its name', () => {
  assert.deepEqual(
    found('Salazar').filter((hit) => hit.startsWith('exacto')),
    [],
  )
  assert.deepEqual(found('Salazar S.A.'), ['exacto SALAZAR S.A.'])
})

test('legal forms are a class of their own', () => {
  for (const asked of [
    'Inversiones Laguna Negra de Pacayzapa',
    'INVERSIONES LAGUNA NEGRA DE PACAYZAPA SOCIEDAD ANONIMA CERRADA',
  ])
    assert.deepEqual(found(asked), [`exacto ${LAGOON}`], asked)
  assert.deepEqual(found('Grupo Inversiones Laguna Negra de Pacayzapa S.A. Sucursal Peru'), [`parcial ${LAGOON}`])
  assert.deepEqual(found('11420 Corporation'), ['exacto 11420 CORP.'])
  assert.deepEqual(found('11420'), ['parcial 11420 CORP.'])
})

test('documents: the DNI in a RUC, the right number on a misspelt name, another number', () => {
  assert.deepEqual(found('Evaristo Chuqipoma', '10000001741'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('Evaristo Chuqipoma', '00-000174'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('Evaristo Chuqipoma', '00000174-5'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('Evaristo Chuqipoma', 'ab-12345'), [`exacto ${ZENOBIO}`])
  assert.deepEqual(found('Laguna Negrra', '20990000027'), [`exacto ${LAGOON}`])
  assert.deepEqual(found('Otra Cosa Distinta', '20990000027'), [`parcial ${LAGOON}`])
  const [hit] = screen(questions.read('Evaristo Zenobio Chuquipoma Tarquillo', '45454545'), [list]).hits
  assert.equal(hit?.document, 'different')
})

test('a RUC of somebody of another kind lowers an equal name and removes a similar one, which is told', () => {
  for (const [nombre, similar, ruc] of [
    ['Evaristo Zenobio Chuquipoma Tarquillo', 'Evaristo Senobio Chuquipoma Tarquillo', '20990000043'],
    ['Inversiones Laguna Negra de Pacayzapa', 'Inversiones Laguna Negra de Pacaysapa', '10454545451'],
  ] as const) {
    const [hit] = screen(questions.read(nombre, ruc), [list]).hits
    assert.ok(hit?.exact && hit.score < 0.9, nombre)
    assert.deepEqual(explain(list, hit.asked, hit).at(-1)?.tipo, 'tipo')
    const { hits, discarded } = screen(questions.read(similar, ruc), [list])
    assert.deepEqual([hits, discarded.map(({ party: { names } }) => names[0]?.text)], [[], [hit.party.names[0]?.text]])
  }
})

test('a document alone says who it is, with its zeros lost, its check digit or the letters IMO', () => {
  const ship = party('PACAYZAPA STAR', { tipo: 'vessel', documents: listedDocuments('IMO', 'IMO 9187629', '') })
  const bank = party('BANCO KUNTUR', { tipo: 'entity', documents: listedDocuments('NIT #', '800018928-0', 'Colombia') })
  const person = party('KUNTUR, Rigo', { documents: listedDocuments('DNI', '01234567', 'Peru') })
  const numbers = matcherOf([ship, bank, person])
  for (const [documento, owner] of [
    ['1234567', person],
    ['01234567-8', person],
    ['012345678', person],
    ['10012345678', person],
    ['9187629', ship],
    ['IMO9187629', ship],
    ['800018928', bank],
    ['8000189280', bank],
  ] as const) {
    const [hit] = screen(questions.read('', documento), [numbers]).hits
    assert.ok(hit?.party === owner && hit.exact && hit.score === 1, documento)
    const [other] = screen(questions.read('Otra Cosa Distinta', documento), [numbers]).hits
    assert.ok(other?.party === owner && !other.exact && other.document === 'same', documento)
    assert.deepEqual(
      explain(numbers, hit.asked, hit).map(({ tipo }) => tipo),
      ['documento-igual'],
    )
  }
  assert.deepEqual(screen(questions.read('', '7654321'), [numbers]).hits, [])
})

test('names of stop words, legal forms, two letters or repeated words break nothing', () => {
  assert.deepEqual(found('COMPANY LIMITED'), ['exacto COMPANY LIMITED'])
  assert.deepEqual(found('JI.'), ['exacto JI'])
  for (const asked of [
    'de la y los',
    'S.A.C. S.A.C.',
    '...',
    '& & &',
    'a b c d e f g',
    'Garcia Garcia Garcia',
    'x'.repeat(200),
  ])
    assert.deepEqual(found(asked), [], asked)
  assert.deepEqual(found('Daniel Bordanza Bordanza'), ['exacto BORDANZA BORDANZA, Daniel'])
})

test('quotes, brackets and slashes inside listed names do not matter', () => {
  assert.deepEqual(found('al saadi kawa the brigade'), ["exacto AL-SA'ADI “KAWA” (THE) / BRIGADE"])
})

test('there is a reason for every word and every document', () => {
  const question = questions.read('Ebaristo Z. Chuquipoma Rosendo', '00000174')
  const [hit] = screen(question, [list]).hits
  assert.ok(hit)
  const reasons = explain(list, question, hit).map(({ tipo, consulta, lista }) => [tipo, consulta, lista])
  assert.deepEqual(reasons, [
    ['igual', 'CHUQUIPOMA', 'CHUQUIPOMA'],
    ['falta', undefined, 'TARQUILLO'],
    ['sonido', 'EBARISTO', 'EVARISTO'],
    ['inicial', 'Z', 'ZENOBIO'],
    ['sobra', 'ROSENDO', undefined],
    ['documento-igual', '00000174', '00000174'],
  ])
})

const word = fc.string({ unit: fc.constantFrom(...'ABCDEILMNORSTU'), minLength: 3, maxLength: 9 })
const names = fc.array(word, { minLength: 1, maxLength: 6 })

test('whatever a company is called, its own name in any order and case is exact', () => {
  fc.assert(
    fc.property(names, fc.nat(), (words, turn) => {
      const own = matcherOf([party(words.join(' '), { tipo: 'entity' })])
      const turned = [...words.slice(turn % words.length), ...words.slice(0, turn % words.length)]
      const [hit] = screen(questions.read(turned.join(' ').toLowerCase()), [own]).hits
      assert.equal(hit?.exact, true)
    }),
  )
})

test('folding is stable, and accents and case change nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const words = screeningWords(text)
      assert.ok(words.every((one) => one !== '' && !/\s/.test(one)))
      assert.deepEqual(screeningWords(text.normalize('NFD')), screeningWords(text.normalize('NFC')))
    }),
  )
  assert.deepEqual(screeningWords('José Muñoz'), screeningWords('JOSE MUNOZ'))
})

test('any text is answered, at most fifty, always in the same order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const answer = () =>
        screen(questions.read(text), [list]).hits.map((hit) => `${hit.party.referencia} ${hit.score}`)
      const first = answer()
      assert.ok(first.length <= 50)
      assert.deepEqual(answer(), first)
    }),
  )
})

test('more than fifty hits are cut, and the answer says so', () => {
  const many = matcherOf(Array.from({ length: 60 }, () => party('HUAMANTICA ROSPIGLIA, Aurelina')))
  const { hits, truncated } = screen(questions.read('Aurelina Huamantica Rospiglia'), [many])
  assert.equal(hits.length, 50)
  assert.equal(truncated, true)
  const numbers = hits.map((hit) => Number(hit.party.referencia))
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
})

test('two readers ask one list in turn, and each gets its own answers', () => {
  const asked = [
    ['Evaristo Zenobio Chuquipoma Tarquillo', ZENOBIO],
    ['Victorino Quispe Palomera', 'QUISPE PALOMERA, Victorino'],
    ['Rigoberta de la Bordanza Kuntur', 'DE LA BORDANZA KUNTUR, Rigoberta'],
  ] as const
  // Each reader numbers its words from 0: the list must not take one reader's words for another's.
  const readers = asked.map(() => new QuestionReader())
  for (const round of [0, 1])
    for (const [at, reader] of readers.entries()) {
      const [name, listed] = asked[(at + round) % asked.length] as (typeof asked)[number]
      const { hits } = screen(reader.read(name), [list])
      assert.deepEqual(
        hits.map(({ party: { names } }) => names[0]?.text),
        [listed],
      )
    }
})

test('a word repeated without end is compared a few times, and the name is still seen to be equal', () => {
  const asked = questions.read(`Daniel ${'Bordanza '.repeat(20)}`)
  assert.ok(asked.words.length < 10, `${asked.words.length} words`)
  const { hits } = screen(asked, [list])
  assert.deepEqual(
    hits.map(({ exact, party: { names } }) => [exact, names[0]?.text]),
    [[true, 'BORDANZA BORDANZA, Daniel']],
  )
})
