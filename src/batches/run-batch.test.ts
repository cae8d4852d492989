import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { Failure } from '../kernel/errors.ts'
import { NotFound } from '../lookups/shared/not-found.ts'
import type { CheckDeps } from './check/check-row.ts'
import { type BatchSettings, openBatch } from './run-batch.ts'
import { type Cell, cellText, type FileFormat, type Row } from './table.ts'
import { previewFile } from './uploads/preview.ts'
import { writeCsv } from './write/csv-writer.ts'
import { writeJson } from './write/json-writer.ts'
import { writeXlsx } from './write/xlsx-writer.ts'

const folder = temporaryFolder()
const LISTED = 'ZENOBIO LISTADO'
const origins = [{ provider: 'us-list', channel: 'list', edition: '2026-11-12' }] as const
const answer = (data: unknown) => ({ data, origins, maxAgeSeconds: 1, dependsOnToday: false }) as never

/** A list with one name on it, which refuses what the real one refuses. */
const deps: CheckDeps = {
  clean: (query) => query,
  lookups: {
    aml: ({ nombre = '', nacimiento }) => {
      if (nombre.length < 3) throw new Failure('invalid-input', 'nombre debe tener al menos 3 caracteres')
      if (nacimiento !== undefined && !/^[0-9]{4}/.test(nacimiento)) throw new Failure('invalid-input', 'nacimiento')
      const found = nombre.toUpperCase() === LISTED
      const matches = found ? [{ nombre: LISTED, fuente: 'US', coincidencia: 'exacto', puntaje: 100 }] : []
      return answer({ total: matches.length, matches })
    },
    sanciones: () => answer({ total: 0, sanciones: [] }),
    ruc: ({ numero = '' }) => {
      throw new NotFound(`no hay ${numero.length}`, [
        { provider: 'taxauth-scraper', channel: 'list', edition: '2026-11-10' },
      ])
    },
    proveedor: () => {
      throw new NotFound('no hay', [])
    },
    compras: () => assert.fail(),
    comprobante: () => assert.fail(),
  },
}

/** Lists that are not loaded. */
const unloaded: CheckDeps = {
  ...deps,
  lookups: {
    ...deps.lookups,
    aml: () => {
      throw new Failure('store-unavailable', 'sin lista')
    },
  },
}

const written = async (format: FileFormat, columns: readonly string[], rows: readonly Row[]): Promise<string> => {
  const pieces = (async function* () {
    yield rows
  })()
  const path = join(folder, `${Math.random()}`)
  const parts: Buffer[] = []
  const separator = [',', ';', '\t', '|'][rows.length % 4] as string
  const text = {
    csv: () => writeCsv(columns, pieces, { separator, mark: rows.length % 2 === 0 }),
    xlsx: () => writeXlsx(columns, pieces),
    json: () => writeJson(columns, pieces),
  }[format]()
  for await (const part of text) parts.push(Buffer.from(part))
  writeFileSync(path, Buffer.concat(parts))
  return path
}

/** The rows of a batch's result. */
const resultOf = async (
  path: string,
  tipo: 'aml' | 'ruc' | 'proveedor',
  settings: Omit<BatchSettings, 'tipo'> = {},
  asked = deps,
): Promise<Record<string, Cell>[]> => {
  const batch = await openBatch(path, { tipo, ...settings })
  let text = ''
  for await (const piece of batch.result(asked, 'json')) text += piece
  const rows: Record<string, Cell>[] = JSON.parse(text)
  assert.equal(batch.tally.procesadas, rows.length)
  assert.equal(batch.tally.noRevisadas, rows.filter(({ resultado }) => resultado === 'no_revisado').length)
  return rows
}

const names = fc.constantFrom(LISTED, ' zenobio  listado ', 'ANA DÍAZ', '"ANA" DIAZ', 'A', '', '-', '#N/A', 'PE\ufffdA')
const births = fc.constantFrom('1/5/70', '1970-05-01T00:00:00', '31/02/1970', '', 'mañana', 1970)
const notes = fc.constantFrom('', '=1+1', 'a;b', 'l1\nl2', '"', '  x', '@x', "'1", 7)

test('no row is lost, doubled or falsely clear, whatever the format', async () => {
  const rows = fc.array(fc.tuple(names, births, notes), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom<FileFormat>('csv', 'xlsx', 'json'), async (cells, format) => {
      const all = cells.map((row, i): Row => [`r${i}`, ...row])
      const path = await written(format, ['id', 'Nombre', 'Fecha de nacimiento', 'nota'], all)
      const result = await resultOf(path, 'aml')
      assert.deepEqual(
        result.map(({ id }) => id),
        all.map(([id]) => id),
      )
      for (const [i, { Nombre, resultado, motivo, ediciones }] of result.entries()) {
        const [name, birth, note] = cells[i] as (typeof cells)[number]
        if (format !== 'csv') assert.equal(cellText(Nombre), name)
        const isListed = name.trim().toUpperCase().replace(/ +/g, ' ') === LISTED
        // A note over several lines may hold other rows.
        const isDoubted = format === 'csv' && /[\r\n]/.test(String(note)) && resultado === 'no_revisado'
        assert.equal(
          resultado,
          isDoubted || isRefused(name, birth) ? 'no_revisado' : isListed ? 'exacto' : 'sin_coincidencias',
        )
        assert.equal(ediciones, resultado === 'no_revisado' ? '' : 'us 2026-11-12')
        if (resultado === 'no_revisado') assert.notEqual(motivo, '')
      }
    }),
    { numRuns: 80 },
  )
})

/** Rows that cannot be asked about. */
const isRefused = (name: string, birth: string | number): boolean =>
  name.trim().length < 3 || /#|\ufffd/.test(name) || birth === 'mañana' || birth === '31/02/1970'

test('a row with more in it than the header has columns is not clear, whatever the format', async () => {
  const results = async (text: string) => {
    const path = join(folder, `${Math.random()}`)
    writeFileSync(path, text)
    return (await resultOf(path, 'aml')).map(({ resultado, motivo }) => [resultado, motivo])
  }
  const long = ['no_revisado', 'La fila tiene más celdas que la cabecera: puede que un separador corte un valor']
  const clear = ['sin_coincidencias', '']
  assert.deepEqual(await results('id,nombre\n1,Tarquillo, Zenobio\n2,"Díaz, Ana"\n'), [long, clear])
  // The last column is empty, so that no more cells are filled than the header has.
  assert.deepEqual(await results('id,nombre,nota\n1,Tarquillo, Zenobio,\n2,Ana Díaz,x\n'), [long, clear])
  // Separators at the end of every row cut nothing.
  assert.deepEqual(await results('id,nombre\n1,Ana Díaz,\n2,Eva Ríos,\n'), [clear, clear])
  const sheet = await written('xlsx', ['id', 'nombre', ''], [['1', 'Tarquillo', 'Zenobio']])
  assert.equal((await resultOf(sheet, 'aml'))[0]?.resultado, 'no_revisado')
})

test('a file without header has its first row checked, under numbered columns', async () => {
  const settings = { sinCabecera: true, named: { nombre: 'Columna 2' } }
  const rows = [
    ['1', LISTED],
    ['2', 'Ana Díaz'],
  ]
  for (const format of ['csv', 'xlsx'] as const) {
    const [first = [], ...others] = rows
    const result = await resultOf(await written(format, first, others), 'aml', settings)
    assert.deepEqual(
      result.map((row) => [row['Columna 1'], row['Columna 2'], row.resultado]),
      [
        ['1', LISTED, 'exacto'],
        ['2', 'Ana Díaz', 'sin_coincidencias'],
      ],
    )
  }
  const path = join(folder, 'sin-cabecera.csv')
  writeFileSync(path, '1,Tarquillo, Zenobio\n2,Ana Díaz\n3,Eva Ríos\n')
  assert.deepEqual(
    (await resultOf(path, 'aml', settings)).map(({ resultado }) => resultado),
    ['no_revisado', 'sin_coincidencias', 'sin_coincidencias'],
  )
  await assert.rejects(openBatch(path, { tipo: 'aml', sinCabecera: true }), { campo: 'columnaNombre' })
  // One column of names, not two.
  writeFileSync(path, 'Listado, Zenobio\nDíaz, Ana\n')
  const named = { nombre: 'Columna 1' }
  const [one] = await resultOf(path, 'aml', { sinCabecera: true, named })
  assert.equal(one?.['Columna 1'], 'Listado, Zenobio')
})

test('every name of a row is asked about, and none that was not asked is clear', async () => {
  const rows = [
    ['Ana Díaz', LISTED],
    [LISTED, 'Ana Díaz'],
    ['Ana Díaz', 'Eva Ríos'],
    ['Ana Díaz', 'Jo'],
  ]
  const path = await written('json', ['nombre', 'cliente'], rows)
  const result = await resultOf(path, 'aml')
  assert.deepEqual(
    result.map(({ resultado }) => resultado),
    ['exacto', 'exacto', 'sin_coincidencias', 'no_revisado'],
  )
  for (const row of result.slice(0, 2)) assert.match(String(row.motivo), /«ZENOBIO LISTADO»: coincide/)
  assert.match(String(result[3]?.motivo), /«Jo»: nombre debe tener/)
  const batch = await openBatch(path, { tipo: 'aml' })
  for await (const _ of batch.result(deps, 'json'));
  assert.equal(batch.tally.unidades, 7)
  const { unidades } = await previewFile({ path, tipo: 'aml', named: {} }, unloaded)
  assert.ok(unidades >= 7)
})

test('what the facts of a row alone keep away is told, and asked without them where they may be of another name', async () => {
  const descartadas = [
    { nombre: LISTED, fuente: 'US', referencia: '7', motivo: 'nacimiento distinto: 1999 frente a 1950' },
  ]
  const contradicted: CheckDeps = {
    ...deps,
    lookups: {
      ...deps.lookups,
      aml: (query) => (query.nacimiento ? answer({ total: 0, matches: [], descartadas }) : deps.lookups.aml(query)),
    },
  }
  const asked = async (columns: readonly string[], row: Row) => {
    const [found] = await resultOf(await written('csv', columns, [row]), 'aml', {}, contradicted)
    return [found?.resultado, found?.motivo]
  }
  const told = `Los datos de la fila descartaron coincidencias parciales: ${LISTED} (US 7), nacimiento distinto: 1999 frente a 1950`
  assert.deepEqual(await asked(['nombre', 'nacimiento'], [LISTED, '1999']), ['sin_coincidencias', told])
  const [resultado, motivo] = await asked(['nombre', 'cliente', 'nacimiento'], [LISTED, 'Ana Díaz', '1999'])
  assert.equal(resultado, 'exacto')
  assert.match(String(motivo), /Se revisó sin documento, nacimiento ni país/)
})

test('a supplier is screened by its RUC, under the registered name and under the name of the file', async () => {
  const asked: string[] = []
  const supplier = (razonSocial: string): CheckDeps => ({
    ...deps,
    lookups: {
      ...deps.lookups,
      ruc: () => answer({ razonSocial, estado: 'ACTIVO', condicion: 'HABIDO' }),
      aml: ({ nombre, documento }) => {
        asked.push(`${nombre ?? ''}|${documento ?? ''}`)
        if (nombre === 'ANA LISTADA')
          return answer({
            total: 0,
            matches: [],
            descartadas: [{ nombre: LISTED, fuente: 'US', referencia: '7', motivo: 'RUC' }],
          })
        if (nombre === 'PARECIDA SAC')
          return answer({ total: 1, matches: [{ nombre: LISTED, fuente: 'US', coincidencia: 'parcial', puntaje: 88 }] })
        const matches = nombre === 'NOMBRE VIEJO SAC' ? [{ nombre: LISTED, fuente: 'US', coincidencia: 'exacto' }] : []
        return answer({ total: matches.length, matches })
      },
    },
  })
  const result = async (registered: string, row: Row) => {
    const [found] = await resultOf(
      await written('csv', ['ruc', 'nombre'], [row]),
      'proveedor',
      {},
      supplier(registered),
    )
    motivo = String(found?.motivo)
    return found?.resultado
  }
  let motivo = ''
  assert.equal(await result('NOMBRE NUEVO SAC', ['20100070970', 'ANA LISTADA']), 'sin_coincidencias')
  assert.match(motivo, /Listas de sanciones: sin coincidencias \(Los datos de la fila descartaron .*LISTADO/)
  asked.length = 0
  assert.equal(await result('NOMBRE NUEVO SAC', ['20100070970', 'Nombre Nuevo S.A.C.']), 'sin_coincidencias')
  assert.equal(await result('NOMBRE NUEVO SAC', ['20100070970', 'NOMBRE VIEJO SAC']), 'exacto')
  assert.deepEqual(asked.splice(0), [
    ...['NOMBRE NUEVO SAC|20100070970', 'NOMBRE NUEVO SAC|20100070970'],
    'NOMBRE VIEJO SAC|20100070970',
  ])
  // A partial match under one name hides no exact one under the other.
  assert.equal(await result('PARECIDA SAC', ['20100070970', 'NOMBRE VIEJO SAC']), 'exacto')
  assert.equal(await result('NOMBRE VIEJO SAC', ['20100070970', 'PARECIDA SAC']), 'exacto')
  assert.equal(await result('PARECIDA SAC', ['20100070970', 'OTRO NOMBRE SAC']), 'parcial')
  // The register has the RUC and no name.
  assert.equal(await result('', ['20100070970', '']), 'no_revisado')
  assert.equal(await result('', ['20100070970', 'OTRO NOMBRE SAC']), 'no_revisado')
  assert.equal(await result('', ['20100070970', 'NOMBRE VIEJO SAC']), 'exacto')
})

test('a header that spans the type and the number of a document, at the end of the row', async () => {
  const path = await written('xlsx', ['nombre', 'documento', ''], [[LISTED, 'DNI', '174']])
  const [row] = await resultOf(path, 'aml')
  assert.equal(row?.resultado, 'exacto')
  assert.match(String(row?.motivo), /00000174/)
})

test('a RUC that the register does not have names the edition that said so', async () => {
  const [row] = await resultOf(await written('csv', ['ruc'], [['20100070970']]), 'ruc')
  assert.deepEqual([row?.resultado, row?.ediciones, row?.motivo], ['no_encontrado', 'padron 2026-11-10', 'no hay 11'])
})
