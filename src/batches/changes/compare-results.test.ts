import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundParty } from '../check/found-parties.ts'
import { resultColumns } from '../check/results.ts'
import type { Row } from '../table.ts'
import { writeChanges } from './changes-csv.ts'
import { compareResults } from './compare-results.ts'
import type { ResultSource } from './result-rows.ts'

const OWN = ['referencia', 'dni', 'nombre']

interface Case {
  own: [referencia: string, dni: string, nombre: string]
  resultado: string
  partes?: FoundParty[]
  motivo?: string
  coincidencias?: number
}

const party = (numero: string, more: Partial<FoundParty> = {}): FoundParty => ({
  ...{ lista: 'US', numero, nombre: `PARTE ${numero}`, nivel: 'parcial', puntaje: 80, datos: 'a' },
  ...more,
})

/** A result as a batch keeps it, or as a file of it has it. */
const source = (
  cases: readonly Case[],
  isFile = false,
  columns: readonly string[] = [...OWN, ...resultColumns('aml')],
): ResultSource => ({
  columns,
  named: {},
  rows: async function* () {
    let number = 0
    for (const { own, resultado, partes = [], motivo = '', coincidencias = partes.length } of cases) {
      const [best] = partes.filter(({ lista }) => lista !== 'padron')
      const found: Record<string, string | number | null> = {
        ...{ resultado, motivo, coincidencias, puntaje: best?.puntaje ?? '' },
        ...{ nombreEnLista: best?.nombre ?? '', lista: best?.lista ?? '' },
      }
      const row: Row = columns.map((column, at) =>
        at < OWN.length ? own[at] : (found[column.replace(/_2$/, '')] ?? ''),
      )
      yield [{ row, memory: isFile ? null : { unidades: 1, partes }, number: ++number }]
    }
  },
})

const told = async (now: readonly Case[], before: readonly Case[], isFile = false) => {
  const { nuevas, cambiadas, retiradas, sinComparar } = await compareResults(source(now), source(before, isFile))
  const words = (list: typeof nuevas) =>
    list.map(({ nombre, parte, motivo }) => [nombre, parte, motivo].filter(Boolean).join(': '))
  return {
    nuevas: words(nuevas),
    cambiadas: words(cambiadas),
    retiradas: words(retiradas),
    sinComparar: words(sinComparar),
  }
}
const NOTHING = { nuevas: [], cambiadas: [], retiradas: [], sinComparar: [] }

const row = (referencia: string, nombre: string, partes: FoundParty[] = []): Case => ({
  own: [referencia, '', nombre],
  resultado: partes.length > 0 ? 'parcial' : 'sin_coincidencias',
  partes,
})

test('matches are compared party by party, not by the best one alone', async () => {
  const before = [row('1', 'ANA', [party('7'), party('8')]), row('2', 'EVA'), row('3', 'LUZ', [party('9')])]
  assert.deepEqual(await told(before, before), NOTHING)
  assert.deepEqual(
    await told([row('1', 'ANA', [party('7'), party('5')]), row('2', 'EVA', [party('6')]), row('3', 'LUZ')], before),
    {
      ...NOTHING,
      nuevas: ['ANA: PARTE 5: Coincidencia nueva', 'EVA: PARTE 6: Coincidencia nueva'],
      retiradas: ['ANA: PARTE 8: Ya no coincide', 'LUZ: PARTE 9: Ya no coincide'],
    },
  )
})

test('a match has changed with its level, by five points, or with what the list says', async () => {
  const before = ['1', '2', '3', '4'].map((one) => row(one, `N${one}`, [party(one)]))
  const now = [
    row('1', 'N1', [party('1', { nivel: 'exacto' })]),
    row('2', 'N2', [party('2', { puntaje: 85 })]),
    row('3', 'N3', [party('3', { puntaje: 84 })]),
    row('4', 'N4', [party('4', { datos: 'b' })]),
  ]
  assert.deepEqual(await told(now, before), {
    ...NOTHING,
    cambiadas: [
      'N1: PARTE 1: Pasó de parcial a exacto',
      'N2: PARTE 2: El puntaje pasó de 80 a 85',
      'N4: PARTE 4: La lista cambió los datos de la parte',
    ],
  })
})

test('a row that was not checked is never told as gone', async () => {
  const unchecked = { ...row('1', 'ANA'), resultado: 'no_revisado', motivo: 'la cuota está agotada' }
  assert.deepEqual(await told([unchecked], [row('1', 'ANA', [party('7')])]), {
    ...NOTHING,
    sinComparar: ['ANA: PARTE 7: Ahora no se revisó: la cuota está agotada'],
  })
  assert.deepEqual(await told([row('1', 'ANA', [party('7')])], [unchecked]), {
    ...NOTHING,
    nuevas: ['ANA: PARTE 7: Antes no se revisó'],
  })
})

test('rows are known by reference, else by document, else by name, and each once', async () => {
  const named = (referencia: string, dni: string, nombre: string): Case => ({
    ...row(referencia, nombre),
    own: [referencia, dni, nombre],
  })
  const before = [
    named('0012', '', 'ANA'),
    named('', '00000012', 'EVA MARIA'),
    named('', '', 'Luz  Díaz'),
    named('7', '', 'JUAN PEREZ'),
    named('', '', 'SOL'),
    named('', '', 'SOL'),
  ]
  const now = [
    named('', '', 'LUZ DIAZ'),
    named('99', '12', 'EVA'),
    named('12', '', 'ANA DE RUIZ'),
    named('8', '', 'JUAN PEREZ'),
    named('', '', 'SOL'),
  ]
  const changes = await compareResults(source(now), source(before))
  assert.deepEqual(changes.filas, { ahora: 5, antes: 6, emparejadas: 4 })
  assert.deepEqual(changes.emparejadasPor, { referencia: 1, documento: 1, nombre: 2 })
  assert.deepEqual(
    changes.sinComparar.map(({ fila, filaAnterior, nombre }) => [fila, filaAnterior, nombre]),
    [
      [4, null, 'JUAN PEREZ'],
      [null, 4, 'JUAN PEREZ'],
      [null, 6, 'SOL'],
    ],
    'two references are two customers, and the second of two rows has no other',
  )
})

test('of several rows with one reference those that agree in more go together', async () => {
  const before = [row('1', 'ANA', [party('7')]), row('1', 'EVA')]
  assert.deepEqual(await told([row('1', 'EVA'), row('1', 'ANA', [party('7')])], before), NOTHING)
})

test('hits of rows that are in one result alone are told as such', async () => {
  assert.deepEqual(await told([row('1', 'ANA', [party('7')])], [row('2', 'EVA', [party('8')])]), {
    ...NOTHING,
    nuevas: ['ANA: PARTE 7: La fila no estaba antes'],
    retiradas: ['EVA: PARTE 8: La fila ya no está en el archivo'],
  })
})

test('a file has the best match of a row and how many there are', async () => {
  const before = [row('1', 'ANA', [party('7')]), row('2', 'EVA', [party('8')]), row('3', 'LUZ')]
  assert.deepEqual(await told(before, before, true), NOTHING)
  const now = [row('1', 'ANA', [party('7'), party('5')]), row('2', 'EVA', [party('9')]), row('3', 'LUZ', [party('4')])]
  assert.deepEqual(await told(now, before, true), {
    nuevas: ['EVA: PARTE 9: Coincidencia nueva', 'LUZ: PARTE 4: Coincidencia nueva'],
    cambiadas: ['ANA: PARTE 7: Las coincidencias pasaron de 1 a 2'],
    retiradas: ['EVA: PARTE 8: Ya no coincide'],
    sinComparar: [],
  })
})

test('against a result file that names the best alone, a party behind a new one is not called gone', async () => {
  const before = [row('1', 'ANA', [party('7')])]
  const now = [row('1', 'ANA', [party('5'), party('7')])]
  assert.deepEqual(await told(now, before, true), { ...NOTHING, nuevas: ['ANA: PARTE 5: Coincidencia nueva'] })
  const files = await compareResults(source(now, true), source(before, true))
  assert.deepEqual(
    [files.retiradas.length, files.sinComparar.map(({ parte }) => parte)],
    [0, ['PARTE 7']],
    'what a file does not name may still be there',
  )
})
test('what the register says of a supplier is compared too', async () => {
  const taxpayer = (nivel: string, nombre = 'ACME SAC'): FoundParty =>
    party('20100070970', { lista: 'padron', nombre, nivel, puntaje: null, datos: '' })
  const supplier = (nivel: string, nombre?: string): Case => ({
    ...row('1', 'ACME', [taxpayer(nivel, nombre)]),
    resultado: 'sin_coincidencias',
  })
  assert.deepEqual((await told([supplier('ACTIVO, HABIDO')], [supplier('ACTIVO, HABIDO')])).cambiadas, [])
  assert.deepEqual((await told([supplier('BAJA, NO HABIDO')], [supplier('ACTIVO, HABIDO')])).cambiadas, [
    'ACME: ACME SAC: En el padrón pasó de ACTIVO, HABIDO a BAJA, NO HABIDO',
  ])
  assert.deepEqual((await told([supplier('ACTIVO', 'OTRA SAC')], [supplier('ACTIVO')])).cambiadas, [
    'ACME: OTRA SAC: En el padrón se llamaba ACME SAC',
  ])
})

test('columns of the file that are called like those of a result are no result', async () => {
  const columns = [
    'referencia',
    'resultado',
    'nombre',
    ...resultColumns('aml').map((name) => (name === 'resultado' ? 'resultado_2' : name)),
  ]
  const cases = [row('1', 'ANA', [party('7')])]
  const changes = await compareResults(source(cases, false, columns), source(cases))
  assert.deepEqual([changes.filas.emparejadas, changes.totales.nuevas], [1, 0])
  await assert.rejects(
    compareResults(source(cases), source(cases, true, ['referencia', 'dni', 'nombre', 'resultado'])),
    {
      kind: 'invalid-input',
      campo: 'archivo',
    },
  )
})

test('as a file, what somebody wrote is never a formula', async () => {
  const changes = await compareResults(source([row('=1+1', 'ANA; "LA"', [party('7')])]), source([]))
  let text = ''
  for await (const piece of writeChanges(changes, true)) text += piece
  const [head, first] = text.split('\r\n')
  assert.match(String(head), /^\ufeffcambio,fila,/)
  assert.equal(first, `nueva,1,,'=1+1,"ANA; ""LA""",,US,7,PARTE 7,,,parcial,80,La fila no estaba antes`)
})

test('twenty thousand rows of one name are paired without comparing each with each', async () => {
  const many = Array.from({ length: 20_000 }, () => row('', 'CLIENTE'))
  const { filas } = await compareResults(source(many), source(many))
  assert.equal(filas.emparejadas, 20_000)
})
