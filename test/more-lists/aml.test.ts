import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ScreeningList } from '../../src/datasets/screening-lists/screening-list.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { LIST_IDS, type ListId } from '../../src/domain/lists.ts'
import type { Screening } from '../../src/domain/records.ts'
import { Failure } from '../../src/kernel/errors.ts'
import { amlLookup } from '../../src/lookups/aml.ts'
import { temporaryFolder } from '../helpers/cleanup.ts'
import { type BuiltEdition, buildMorePretendLists, buildPretendLists } from '../helpers/screening/lists.ts'

const clock = limaClock('2026-11-13')
const mirror = async (edition: BuiltEdition) => {
  const reader: ScreeningList = await edition.open()
  return { read: <T>(use: (reader: ScreeningList) => T): T => use(reader), current: () => reader }
}

let two: ReturnType<typeof amlLookup>
let five: ReturnType<typeof amlLookup>
before(async () => {
  const work = temporaryFolder()
  const [{ us, un }, { eu, uk, bid }] = [await buildPretendLists(work), await buildMorePretendLists(work)]
  const usual = { us: await mirror(us), un: await mirror(un) }
  const more = { eu: await mirror(eu), uk: await mirror(uk), bid: await mirror(bid) }
  two = amlLookup({ ...usual, clock })
  five = amlLookup({ ...usual, ...more, clock })
})

const EVERY = LIST_IDS.join(',')
const ask = (query: Record<string, string>): Screening => five(query).data
const found = ({ matches }: Screening): string[] => matches.map(({ fuente, nombre }) => `${fuente} ${nombre}`)

const ZUHAYR = 'Zuhayr al-Qarmazani'
const EVARISTO = 'Evaristo Zenobio Chuquipoma Tarquillo'

test('without listas the answer is the same bytes, whatever else is loaded', () => {
  for (const nombre of [ZUHAYR, EVARISTO, 'Quimera Bank of Novovymysel', 'Pacayzapa', 'Juan Quispe Mamani'])
    for (const detalle of ['0', '1'])
      assert.equal(JSON.stringify(five({ nombre, detalle })), JSON.stringify(two({ nombre, detalle })))
})

test('the lists that are named are asked, and stand on the answer with their editions', () => {
  const { data, origins } = five({ nombre: ZUHAYR, listas: 'uk,UE,UK' })
  assert.deepEqual(data.listas, ['UE', 'UK'])
  assert.deepEqual(found(data), ['UK Zuhayr AL-QARMAZANI', 'UE Zuhayr AL-QARMAZANI'])
  assert.deepEqual(
    origins.map(({ provider, edition }) => [provider, edition]),
    [
      ['eu-list', '2026-11-12'],
      ['uk-list', '2026-11-12'],
    ],
  )
})

test('a list that is not loaded is no empty list, and one that does not exist is refused', () => {
  assert.throws(() => two({ nombre: ZUHAYR, listas: 'US,UE' }), { kind: 'dataset-unavailable' })
  for (const listas of ['XX', '', 'US;UN', 'US,'])
    assert.throws(
      () => five({ nombre: ZUHAYR, listas }),
      (error) => error instanceof Failure && error.kind === 'invalid-input' && error.campo === 'listas',
    )
})

const linksOf = (data: Screening, fuente: ListId): string[] | undefined =>
  data.matches
    .find((match) => match.fuente === fuente)
    ?.mismaParte?.map(({ fuente: list, referencia }) => `${list} ${referencia}`)

test('the same UN number is one party, from every list, also where another list was asked', () => {
  const data = ask({ nombre: ZUHAYR, listas: EVERY, detalle: '1' })
  assert.deepEqual(linksOf(data, 'UN'), ['UE EU.90002.12', 'UK ZZZ90002'])
  assert.deepEqual(linksOf(data, 'UE'), ['UN ZZi.902', 'UK ZZZ90002'])
  assert.deepEqual(linksOf(ask({ nombre: ZUHAYR, listas: 'UK', detalle: '1' }), 'UK'), ['UN ZZi.902', 'UE EU.90002.12'])
})

test('an equal name and an equal document are one party; an equal name alone is not', () => {
  const data = ask({ nombre: EVARISTO, listas: EVERY, detalle: '1' })
  assert.deepEqual(linksOf(data, 'US'), ['UE EU.90001.11', 'UK ZZZ90001'])
  const bank = ask({ nombre: 'Quimera Bank of Novovymysel', listas: EVERY, detalle: '1' })
  assert.deepEqual([linksOf(bank, 'UE'), linksOf(bank, 'UK')], [[], []])
})

test('a ban that is over or was never an asset freeze says so', () => {
  const answer = five({ nombre: 'Constructora Pacayzapa Ejemplo', listas: 'BID' })
  assert.deepEqual(found(answer.data), ['BID Constructora Pacayzapa Ejemplo S.R.L.'])
  assert.match(answer.aviso ?? '', /inhabilitación para contratar/)
  assert.equal(answer.dependsOnToday, true)
  assert.deepEqual(found(ask({ nombre: 'Consultores de la Nada SAC', listas: 'BID' })), [])
  assert.deepEqual(found(ask({ nombre: 'Aguas Inventadas Limited', listas: 'BID' })), [
    'BID Hidraulica Ficticia Limited',
  ])
})

test('weak aliases never match alone, other scripts do, and ships are found by their number', () => {
  assert.deepEqual(found(ask({ nombre: 'Comandante Zurdo', listas: 'UE,UK' })), [])
  assert.deepEqual(found(ask({ nombre: 'زهير القرمزاني', listas: 'UE' })), ['UE Zuhayr AL-QARMAZANI'])
  const [ship] = ask({ documento: 'IMO9000000', listas: 'UK' }).matches
  assert.deepEqual([ship?.fuente, ship?.tipo, ship?.coincidencia], ['UK', 'vessel', 'exacto'])
})
