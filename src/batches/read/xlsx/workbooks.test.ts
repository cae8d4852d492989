import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ZipFile } from 'yazl'
import { zipOf } from '../../../../sandbox/zip.ts'
import { temporaryFolder } from '../../../../test/helpers/cleanup.ts'
import { allRows, type BookParts, NAME_NEEDED, tableOf, workbookOf } from '../../fixtures/files.ts'
import { serialText, styleOfFormat } from './date-cells.ts'
import { SharedStrings } from './shared-strings.ts'
import { columnOf } from './sheet-rows.ts'

const folder = temporaryFolder()
const text = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const header = `<row r="1">${text('A1', 'Nombre')}${text('B1', 'Dato')}</row>`
const open = async (parts: BookParts, hoja?: string) =>
  tableOf(folder, await workbookOf(parts), { ...NAME_NEEDED, hoja })

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="4"/></cellXfs>'
const STRINGS =
  '<si><t>ANA</t></si><si><r><t>EVA </t></r><r><rPr><b/></rPr><t>DÍAZ</t></r><rPh><t>x</t></rPh></si><si><t>a_x000A_b</t></si>'

/** A cell's XML, and what it is read as. */
const CELLS: Record<string, readonly [string, unknown]> = {
  'a shared string': ['<c r="B2" t="s"><v>0</v></c>', 'ANA'],
  'rich text without its pronunciation': ['<c r="B2" t="s"><v>1</v></c>', 'EVA DÍAZ'],
  'an escaped line end': ['<c r="B2" t="s"><v>2</v></c>', 'a\nb'],
  'a RUC as a number': ['<c r="B2"><v>20100070970</v></c>', 20100070970],
  'a RUC with an exponent': ['<c r="B2"><v>2.0100070970E10</v></c>', 20100070970],
  'a date': ['<c r="B2" s="1"><v>25689</v></c>', '1970-05-01'],
  'a date of an own format': ['<c r="B2" s="2"><v>25689.5</v></c>', '1970-05-01 12:00:00'],
  'a time': ['<c r="B2" s="3"><v>0.25</v></c>', '06:00:00'],
  'an amount': ['<c r="B2" s="4"><v>1234.5</v></c>', 1234.5],
  'a date as text of the format': ['<c r="B2" t="d"><v>1970-05-01T00:00:00</v></c>', '1970-05-01'],
  'a formula with its value': ['<c r="B2" t="str"><f>A1&amp;"x"</f><v>ANAx</v></c>', 'ANAx'],
  'a formula without one': ['<c r="B2"><f>A1</f></c>', '#SIN_VALOR!'],
  'an error': ['<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
  'a truth value': ['<c r="B2" t="b"><v>1</v></c>', true],
  'no reference': ['<c t="inlineStr"><is><t>suelto</t></is></c>', 'suelto'],
}

describe('what is read of a cell', () => {
  for (const [name, [cell, value]] of Object.entries(CELLS)) {
    test(name, async () => {
      const sheet = `${header}<row>${text('A2', 'ANA')}${cell}</row>`
      const table = await open({ sheets: { Hoja1: sheet }, strings: STRINGS, styles: STYLES })
      assert.deepEqual([table.columns, await allRows(table)], [['Nombre', 'Dato'], [['ANA', value]]])
    })
  }
  test('dates that count from 1904', async () => {
    const sheet = `${header}<row>${text('A2', 'ANA')}<c r="B2" s="1"><v>24227</v></c></row>`
    const table = await open({ sheets: { Hoja1: sheet }, styles: STYLES, date1904: true })
    assert.deepEqual(await allRows(table), [['ANA', '1970-05-01']])
  })
})

describe('what stands twice', () => {
  const problems = async (cells: string): Promise<unknown[]> => {
    const table = await open({ sheets: { Hoja1: `${header}<row>${cells}</row><row>${text('A3', 'LUZ')}</row>` } })
    return (await allRows(table)).flatMap((row) => [row[0], table.problemOf(row) !== null])
  }
  test('in one place of a row is shown, and the row is in doubt', async () => {
    assert.deepEqual(await problems(text('A2', 'ANA') + text('A2', 'EVA')), ['ANA | EVA', true, 'LUZ', false])
    assert.deepEqual(await problems(`<c r="A2"><v>1</v><v>2</v></c>`), ['1 | 2', true, 'LUZ', false])
    assert.deepEqual(await problems(text('A2', 'ANA') + text('B2', 'x') + text('A2', '')), ['ANA', false, 'LUZ', false])
  })
  test('as rows of one number is two rows', async () => {
    const rows = `<row r="2">${text('A2', 'ANA')}</row><row r="2">${text('A2', 'EVA')}</row>`
    assert.deepEqual(await allRows(await open({ sheets: { Hoja1: header + rows } })), [['ANA'], ['EVA']])
  })
  for (const [what, sheet] of Object.entries({
    'a row in a row': `<row>${text('A2', 'ANA')}<row>${text('A3', 'EVA')}</row></row>`,
    'a cell in a cell': `<row><c r="A2" t="inlineStr"><c r="B2"><v>1</v></c><is><t>ANA</t></is></c></row>`,
    'a cell in no row': text('A2', 'ANA'),
    'cells twice': `<row>${text('A2', 'ANA')}</row></sheetData><sheetData><row>${text('A3', 'EVA')}</row>`,
  }))
    test(`in another way is a damaged file: ${what}`, () =>
      assert.rejects(open({ sheets: { Hoja1: header + sheet } }), { kind: 'invalid-input' }))
  test('as parts of one name is a damaged file', async () => {
    const zip = new ZipFile()
    for (const name of ['_rels/.rels', '_RELS/.rels']) zip.addBuffer(Buffer.from('<a/>'), name)
    zip.end()
    await assert.rejects(tableOf(folder, await buffer(zip.outputStream)), { kind: 'invalid-input', message: /dañado/ })
  })
})

describe('which sheet is read', () => {
  const row = (name: string): string => `<row>${text('A2', name)}</row>`
  const notes = `<row>${text('A1', 'Notas')}</row>`
  const sheets = {
    Notas: notes,
    Oculta: header + row('OCULTA'),
    Datos: header + row('ANA'),
    Otros: header + row('EVA'),
  }
  test('the first visible one with the header, and the others are named', async () => {
    const table = await open({ sheets, hidden: ['Oculta'] })
    assert.deepEqual(await allRows(table), [['ANA']])
    assert.deepEqual(table.notices, ['Se leyó la hoja «Datos»; no se leyeron: «Notas», «Otros»'])
  })
  test('the one that is named', async () => {
    assert.deepEqual(await allRows(await open({ sheets, hidden: ['Oculta'] }, 'otros')), [['EVA']])
    await assert.rejects(open({ sheets }, 'Nada'), { message: /no tiene una hoja «Nada»; tiene: Notas, Oculta/ })
  })
  test('a merged title above the header is none', async () => {
    const title = `<row r="1">${text('A1', 'Clientes del año')}</row><row r="3">${text('C3', 'NOMBRE')}${text('D3', 'DNI')}</row>`
    const table = await open({
      sheets: { Hoja1: `${title}<row r="4">${text('C4', 'ANA')}<c r="D4"><v>12</v></c></row>` },
    })
    assert.deepEqual(
      [table.columns, await allRows(table)],
      [['', '', 'NOMBRE', 'DNI'], [[undefined, undefined, 'ANA', 12]]],
    )
  })
  test('rows that have only formats are none', async () => {
    const table = await open({
      sheets: { Hoja1: `${header}${row('ANA')}<row><c r="A3" s="1"/><c r="ZZZ3" s="1"/></row>` },
    })
    assert.equal(table.rowCount, 1)
  })
})

describe('which workbooks are refused', () => {
  test('a zip of several files, or of another workbook', async () => {
    const zip = new ZipFile()
    for (const name of ['a.txt', 'b.txt']) zip.addBuffer(Buffer.from('nombre\nANA\n'), name)
    zip.end()
    const two = await buffer(zip.outputStream)
    await assert.rejects(tableOf(folder, two), { message: /^El archivo es un zip con 2 archivos: descomprímalo/ })
    const book = await workbookOf({ sheets: { Hoja1: header } })
    await assert.rejects(tableOf(folder, await zipOf('a.xlsx', book)), {
      message: /un libro de Excel dentro de un zip/,
    })
  })
  test('not a zip of one text', async () => {
    const table = await tableOf(folder, await zipOf('carpeta/a.csv', Buffer.from('nombre;x\nÑAÑA;1\n', 'latin1')))
    assert.deepEqual([table.format, await allRows(table)], ['csv', [['ÑAÑA', '1']]])
  })
  test('a damaged one, wherever it is cut', async () => {
    const whole = await workbookOf({ sheets: { Hoja1: `${header}<row>${text('A2', 'ANA')}</row>` } })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 5, max: whole.length - 1 }), async (length) => {
        await assert.rejects(tableOf(folder, whole.subarray(0, length)), { kind: 'invalid-input' })
      }),
      { numRuns: 20 },
    )
  })
  test('a sheet that is no XML, and one without its end', async () => {
    await assert.rejects(open({ sheets: { Hoja1: '<row><c>' } }), { kind: 'invalid-input' })
    await assert.rejects(open({ sheets: { Hoja1: `${header}<row>&bomb;</row>` } }), { kind: 'invalid-input' })
  })
  test('a string that is not there', async () => {
    const sheet = `${header}<row><c r="A2" t="s"><v>7</v></c></row>`
    await assert.rejects(open({ sheets: { Hoja1: sheet }, strings: STRINGS }), { kind: 'invalid-input' })
  })
})

test('formats are told apart', () => {
  const styles = [
    ['dd/mm/yyyy', 'date'],
    ['[$-es-PE]d "de" mmmm', 'date'],
    ['h:mm AM/PM', 'time'],
    ['[h]:mm', 'time'],
    ['mmm-yy', 'date'],
    ['#,##0.00 "dólares"', null],
    ['[Red]0.00', null],
    ['General', null],
    ['@', null],
  ] as const
  for (const [code, style] of styles) assert.equal(styleOfFormat(164, code), style, code)
})

test('serials are days since 1900 with its day too many', () => {
  assert.equal(serialText(1, 'date', false), '1900-01-01')
  assert.equal(serialText(59, 'date', false), '1900-02-28')
  assert.equal(serialText(61, 'date', false), '1900-03-01')
  assert.equal(serialText(-1, 'date', false), null)
  assert.equal(serialText(3_000_000, 'date', false), null)
  fc.assert(
    fc.property(fc.integer({ min: 61, max: 2_957_003 }), fc.boolean(), (serial, is1904) => {
      const date = serialText(serial, 'date', is1904) as string
      const days =
        (Date.parse(`${date}T00:00:00Z`) - Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)) /
        86_400_000
      assert.equal(days, serial)
    }),
  )
})

test('columns are numbered from their letters', () => {
  assert.deepEqual(['A1', 'z9', 'AA1', 'XFD1', '12'].map(columnOf), [0, 25, 26, 16_383, -1])
})

test('shared texts come back, also where they cross a chunk', () => {
  const length = fc.integer({ min: 0, max: 1_300_000 })
  fc.assert(
    fc.property(fc.array(length, { minLength: 1, maxLength: 5 }), (lengths) => {
      const strings = new SharedStrings()
      const texts = lengths.flatMap((one, i) => ['Ñ'.repeat(one % 700_000) + i, '', `x${i}`])
      for (const one of texts) strings.add(one)
      assert.ok(texts.every((one, i) => strings.at(i) === one))
      assert.throws(() => strings.at(texts.length), { kind: 'invalid-input' })
    }),
    { numRuns: 15 },
  )
})

test('blank rows below the last one are read over, unless there are more than a sheet has', async () => {
  const limits = { rows: 10, characters: 1_000 }
  const book = (blank: number): Promise<Buffer> =>
    workbookOf({
      sheets: {
        Hoja: `<row>${text('A1', 'Nombre')}</row><row>${text('A2', 'ANA')}</row>${'<row s="1"/>'.repeat(blank)}`,
      },
    })
  const rules = { ...NAME_NEEDED, limits }
  assert.equal((await tableOf(folder, await book(5_000), rules)).rowCount, 1)
  for (const content of [await book(1_048_575), `nombre;x\nANA;1\n${';\n'.repeat(1_048_575)}`])
    await assert.rejects(tableOf(folder, content, rules), {
      kind: 'file-too-large',
      message: 'El archivo tiene más de 1048576 filas, contando las vacías',
    })
})
