import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { UNGUARDED } from '../../../test/helpers/ask-source.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { SERIES_ALIASES } from '../../domain/series.ts'
import type { Upstream, UpstreamReply } from '../../kernel/http/client.ts'
import { centralBankCatalogue } from './catalogue-source.ts'
import { type CatalogueRow, readCatalogue } from './read-catalogue.ts'

const CSV = readFileSync(new URL('fixtures/catalogue.csv', import.meta.url))
const HEAD = 'Código de serie;Categoría de serie;Grupo de serie;Nombre de serie;Fecha de inicio;Fecha de fin;Memo'

/** The source at an upstream whose catalogue a test may replace. */
const openAt = (first: Buffer, more: Partial<UpstreamReply> = {}) => {
  let body = first
  const request: Upstream['request'] = async (_path, { sink } = {}) => {
    sink?.(body)
    return { status: 200, headers: {}, contentType: 'text/csv', text: '', ...more }
  }
  const upstream: Upstream = { request, visit: () => ({ request }) }
  const questions = centralBankCatalogue.open(upstream, { origin: 'http://bank.test' }, limaClock('2026-11-15'))
  return {
    ask: async () => questions.seriesCatalogue?.(UNGUARDED),
    setBody: (next: Buffer) => {
      body = next
    },
  }
}

const rowsOf = (csv: string | Buffer, size = 1_000): CatalogueRow[] => {
  const rows: CatalogueRow[] = []
  const reader = readCatalogue((row) => rows.push(row))
  const bytes = Buffer.from(csv as string, 'latin1')
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size))
  return reader.codes().size > 0 ? rows : []
}

test('a series is a line with its dates as days, the same catalogue the same edition', async () => {
  const source = openAt(CSV)
  const first = await source.ask()
  assert.deepEqual(first?.text.split('\n').slice(0, 3), [
    'PD04639PD\t1997-01-02\t2024-09-30\tTipo de cambio\tTC Sistema bancario SBS (S/ por US$) - Compra\tSector externo',
    'PD04640PD\t1997-01-02\t2024-09-30\tTipo de cambio\tTC Sistema bancario SBS (S/ por US$) - Venta\tSector externo',
    'PD04722MM\t2003-09-01\t2024-09-01\tTasas de interés del BCRP\tTasa de Referencia de la Política Monetaria\tTasas de interés',
  ])
  assert.equal(first?.text.split('\n').at(-1)?.split('\t')[1], '1980-01-01')
  assert.deepEqual(await source.ask(), first)
})

test('columns are found by their headings, in whatever order and spelling', () => {
  for (const head of [
    'Código de serie;Nombre de serie;Grupo de publicación;Grupo de serie;Fecha de fin;Fecha de inicio;Categoría',
    'CODIGO;nombre;Grupo pub;grupo;Fin;Inicio;categoria',
  ]) {
    const [row] = rowsOf(`${head}\r\nPD04640PD;Venta;Nota;Tipo de cambio;Oct-2026;Ene-1997;Externo\r\n`)
    const texts = {
      categoria: 'Externo',
      grupo: 'Tipo de cambio',
      nombre: 'Venta',
      inicio: 'Ene-1997',
      fin: 'Oct-2026',
    }
    assert.deepEqual(row, { codigo: 'PD04640PD', ...texts })
  }
})

test('quotes hold semicolons, line breaks and quotes; an inch mark is no quote', () => {
  const rows = rowsOf(
    [
      HEAD,
      'PD00001XD;A;G;"Tubos; de 2"" y más";1997;2000;"un memo\r\nde dos líneas; y más"',
      'PD00002XD;A;G;Tubos de 12" y 14";1997;2000;m',
      'PD00003XD;A;"G\tcon  tabulador";N;1997;2000;m',
      '',
    ].join('\r\n'),
  )
  assert.deepEqual(
    rows.map(({ nombre, grupo }) => [nombre, grupo]),
    [
      ['Tubos; de 2" y más', 'G'],
      ['Tubos de 12" y 14"', 'G'],
      ['N', 'G con tabulador'],
    ],
  )
})

test('a quote that is never closed does not swallow the series after it', () => {
  const rows = rowsOf(`${HEAD}\nPD00001XD;A;G;"Sin fin;1997;2000;m\nPD00002XD;A;G;Otra;1997;2000;m\n`)
  assert.deepEqual(
    rows.map(({ codigo }) => codigo),
    ['PD00001XD', 'PD00002XD'],
  )
})

test('a catalogue in UTF-8 is read too', () => {
  const rows: CatalogueRow[] = []
  const reader = readCatalogue((row) => rows.push(row))
  reader.feed(Buffer.from(`\ufeff${HEAD}\r\nPD00001XD;Año;España;Producción;1997;2000;m\r\n`))
  assert.equal(reader.codes().size, 1)
  assert.deepEqual([rows[0]?.grupo, rows[0]?.nombre], ['España', 'Producción'])
})

test('names come back as they were written, however the text is cut', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abÁñ ;"\n(%)/') }).map((text) => text.replace(/\s+/g, ' ').trim())
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 90 }), (names, size) => {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
      const lines = names.map((text, n) => `PD${String(n).padStart(5, '0')}XD;c;g;${quoted(text)};1997;2000;m`)
      const rows = rowsOf(`${HEAD}\r\n${lines.join('\r\n')}\r\n`, size)
      assert.deepEqual(
        rows.map(({ nombre }) => nombre),
        names,
      )
    }),
  )
})

const lines = CSV.toString('latin1').trimEnd().split('\r\n')
const csv = (all: readonly string[]): Buffer => Buffer.from(`${all.join('\r\n')}\r\n`, 'latin1')

test('a catalogue that lacks a series with an alias is not believed', async () => {
  for (const codigo of new Set(SERIES_ALIASES.values())) {
    const lacking = csv(lines.filter((line) => !line.includes(codigo)))
    await assert.rejects(openAt(lacking).ask(), { kind: 'upstream-changed' }, codigo)
  }
})

test('a catalogue cut anywhere is not believed, nor one with something after it', async () => {
  // A text that ends with a line, after the last series that certainly exists, cannot be told from a whole one.
  const lastEnd = CSV.indexOf('\n', CSV.indexOf('PN01770AM'))
  for (let end = 1; end < CSV.length - 2; end++)
    if (end !== lastEnd + 1)
      await assert.rejects(openAt(CSV.subarray(0, end)).ask(), { kind: 'upstream-changed' }, `cut at ${end}`)
  for (const after of ['<html>error</html>\r\n', 'Error', 'PD00001XD;cut\r\n'])
    await assert.rejects(openAt(Buffer.concat([CSV, Buffer.from(after)])).ask(), { kind: 'upstream-changed' }, after)
})

test('far fewer series than before are half a catalogue', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `PN${10_000 + n}AM;PBI;G;Serie ${n};BCRP;Mensual;Ene-2003;Jul-2024`)
  const source = openAt(csv([...lines, ...many]))
  await source.ask()
  source.setBody(CSV)
  await assert.rejects(source.ask(), { kind: 'upstream-changed', detail: 'half a catalogue' })
  source.setBody(csv([...lines, ...many.slice(1)]))
  assert.equal((await source.ask())?.text.split('\n').length, 66)
})

test('a catalogue from another address proves nothing', async () => {
  await assert.rejects(openAt(CSV, { redirected: true }).ask(), { kind: 'upstream-changed' })
})
