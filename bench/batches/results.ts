import assert from 'node:assert/strict'
import { openTable } from '../../src/batches/read/open-table.ts'
import { cellText, type Row, unreadable } from '../../src/batches/table.ts'
import { limaClock } from '../../src/domain/lima-time.ts'
import { cleanQuery } from '../../src/endpoints/shared/clean-query.ts'
import { amlLookup } from '../../src/lookups/aml.ts'

type Lookup = ReturnType<typeof amlLookup>
type Lists = Pick<Parameters<typeof amlLookup>[0], 'us' | 'un'>

/** Every so many rows one is asked about again by itself; a prime, so that all kinds of rows are met. */
const SAMPLED = 97

/** `23/2/1951` as the single question takes it. */
const isoDate = (text: string): string => {
  const [day = '', month = '', year = ''] = text.split('/')
  return text === '' ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The parameters of a row's single question. */
export const questionOf = (row: Row): Record<string, string> => {
  const [, nombre, documento, born, pais] = row.map(cellText)
  const query = { nombre: nombre ?? '', documento, nacimiento: isoDate(born ?? ''), pais, detalle: '1' }
  return Object.fromEntries(Object.entries(query).filter(([, text]) => text)) as Record<string, string>
}

/** What the result must say of a row. */
const expected = (aml: Lookup, row: Row): string[] => {
  const { data } = aml(cleanQuery(questionOf(row)))
  const [best] = data.matches
  const level = data.matches.some(({ coincidencia }) => coincidencia === 'exacto') ? 'exacto' : 'parcial'
  return [
    best ? level : 'sin_coincidencias',
    ...[data.total, best?.puntaje, best?.nombre, best?.fuente].map((cell) => cellText(cell)),
  ]
}

/** Checks a result: every row once and in order, and the rows of a sample with the answer of the single question. */
export const checkResult = async (path: string, rows: number, lists: Lists): Promise<Record<string, number>> => {
  const aml = amlLookup({ ...lists, clock: limaClock() })
  const table = await openTable(path, { isHeader: (row) => row[1] === 'Nombre', explain: () => unreadable('header') })
  assert.equal(table.rowCount, rows)
  const first = table.columns.indexOf('resultado')
  const counts: Record<string, number> = {}
  let at = 0
  for await (const piece of table.rows()) {
    for (const row of piece) {
      at++
      assert.equal(row[0], `C-${at}`)
      const resultado = String(row[first])
      counts[resultado] = (counts[resultado] ?? 0) + 1
      if (at % SAMPLED === 0)
        assert.deepEqual(row.slice(first, first + 5).map(cellText), expected(aml, row), `row ${at}`)
    }
  }
  assert.equal(at, rows)
  return counts
}
