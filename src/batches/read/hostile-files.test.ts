import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../../../test/helpers/cleanup.ts'
import { sampled } from '../../../test/helpers/repeated.ts'
import { Failure } from '../../kernel/errors.ts'
import type { CheckDeps } from '../check/check-row.ts'
import { workbookOf } from '../fixtures/files.ts'
import { previewFile } from '../uploads/preview.ts'

// Files that are made to take long. Time grows with their size, whatever is in them.

const folder = temporaryFolder()
const clear = () => ({ data: { total: 0, matches: [] }, origins: [] }) as never
const deps: CheckDeps = {
  clean: (query) => query,
  lookups: { aml: clear, sanciones: clear, ruc: clear, proveedor: clear, compras: clear, comprobante: clear },
}

const times = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length))
/** A cell in each of the columns that are asked about. */
const asked = (cell: string): string => `nombre;documento;nacimiento;pais;x\n${cell};${cell};${cell};${cell};1\n`

/** Texts that patterns or scanners may read again and again; `*` is repeated. */
const REPEATED = [
  ...[
    '"*',
    '"*a',
    '"a*"b',
    'x;"*a',
    '""*',
    '"a\n*',
    '"a""\n*',
    'a"\n*',
    '"\n*',
    '"a";"b*\n',
    '"a"b;*\n',
    '"a" "b"*;\n',
  ],
  ...['\r*', '\n*', 'ANA\r*', ';\n*', 'ANA;"x\ny"\n*', 'ANA;"x;y\nz;w"\n*', '\t*', '|\n*', ' *', 'ANA; LUZ\n*'],
  ...[
    'PEREZ, *',
    'a.*',
    '(*',
    '[*',
    '#*',
    '-*',
    '0*',
    '0/*',
    '1,*',
    "'*",
    '=*',
    'Ã©*',
    'ñ*',
    '?a*',
    '%C3*',
    '&#*',
    '\u00a0*',
  ],
]

const rowsOf = (cell: string) => (size: number) => times(`<row>${cell}</row>`, size)
const text = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const header = `<row>${text('A1', 'Nombre')}${text('B1', 'Dato')}</row>`
/** The cells of a sheet, by size. */
const SHEETS: Record<string, (size: number) => string> = {
  'empty rows': rowsOf(''),
  'empty cells': (size) => `<row>${times('<c r="A2"/>', size)}</row>`,
  'cells in one place': (size) => `<row>${times('<c r="A2"><v>1</v></c>', size)}</row>`,
  'values in one cell': (size) => `<row><c r="A2">${times('<v>1</v>', size)}</c></row>`,
  'one far cell in each row': rowsOf('<c r="XFD1048576" s="1"/>'),
  'a cell beyond all columns': rowsOf('<c r="XFD1048576"><v>1</v></c>'),
  'a reference without end': (size) => `<row><c r="${times('A', size)}"><v>1</v></c></row>`,
  'elements in elements': (size) => times('<a>', size),
  'a tag without end': (size) => `<row a="${times('x', size)}`,
  'attributes without end': (size) => `<row ${times('a="" ', size)}`,
  'a comment': (size) => `<!--${times('-x', size)}-->`,
  'characters by number': (size) => `<row>${text('A2', times('&#209;', size))}</row>`,
  'escaped characters': (size) => `<row>${text('A2', times('_x0041_', size))}</row>`,
  'half of an entity': (size) => `<row>${text('A2', times('&', size))}</row>`,
  digits: (size) => `<row><c r="A2"><v>${times('9', size)}</v></c></row>`,
  'a long date': (size) => `<row><c r="A2" t="d"><v>${times('T00:00:00.0', size)}</v></c></row>`,
}

const FILES: Record<string, (size: number) => string | Promise<Buffer>> = {
  ...Object.fromEntries(
    REPEATED.flatMap((shape) => {
      const [before = '', after = ''] = shape.split('*')
      const written = (size: number): string => `${times(before, size)}${after}`
      return [
        [`rows of ${JSON.stringify(shape)}`, (size: number) => `nombre;x\nANA;1\n${written(size)}`],
        [`cells of ${JSON.stringify(shape)}`, (size: number) => asked(written(size / 4))],
        [`a header of ${JSON.stringify(shape)}`, (size: number) => `nombre;${written(size)}\nANA;1\n`],
        [`a first row of ${JSON.stringify(shape)}`, written],
      ]
    }),
  ),
  'one opening quote': (size) => `nombre;x\n"ANA;1\n${times('EVA;2\n', size)}LUZ "X" PAZ;3\n`,
  'a cell of many lines': (size) => `nombre;x\nANA;"${times('a\n', 0.9 * size)}"\n`,
  'a thousand columns': (size) => `nombre${';c'.repeat(999)}\n${times(`${';'.repeat(999)}\n`, size)}ANA\n`,
  'columns of names': (size) => `${times('nombre;', 6_900)}x\n${times('ANA;', size)}\n`,
  'empty objects': (size) => `[{"nombre":"ANA"},${times('{},', size)}{}]`,
  'many keys and empty objects': (size) =>
    `[{"nombre":"ANA",${Array.from({ length: 999 }, (_, i) => `"k${i}":1`).join(',')}},${times('{},', size)}{}]`,
  'one key again and again': (size) => `[{${times('"nombre":"ANA","nombre":1,', size)}"x":1}]`,
  'keys without number': (size) => `[{${Array.from({ length: size / 10 }, (_, i) => `"k${i}":1`).join(',')}}]`,
  'colons in texts': (size) => `[{"nombre":"${times(':', size)}"}]`,
  'colons in many texts': (size) => `[${times('{"nombre":"a:b"},', size)}{}]`,
  'escaped quotes': (size) => `[{"nombre":"${times('\\"', size)}"}]`,
  'lists in lists': (size) => times('[', size),
  'objects in objects': (size) => `[${times('{"a":', size)}`,
  'lists in an object': (size) => `[{"nombre":${times('[', size)}`,
  'a long number': (size) => `[{"nombre":"ANA","x":${times('9', size)}}]`,
  ...Object.fromEntries(
    Object.entries(SHEETS).map(([what, rows]) => [
      `a sheet of ${what}`,
      (size: number) => workbookOf({ sheets: { Hoja: header + rows(size) } }),
    ]),
  ),
  'a sheet of one long shared text': (size) =>
    workbookOf({
      sheets: { Hoja: header + times('<row><c r="A2" t="s"><v>0</v></c></row>', size) },
      strings: `<si><t>${'A'.repeat(32_000)}</t></si>`,
    }),
  'shared texts without letters': (size) =>
    workbookOf({ sheets: { Hoja: `${header}<row>${text('A2', 'ANA')}</row>` }, strings: times('<si/>', size) }),
  'formats of brackets': (size) =>
    workbookOf({
      sheets: { Hoja: `${header}<row>${text('A2', 'ANA')}</row>` },
      styles: `<numFmts>${times(`<numFmt numFmtId="164" formatCode="${'['.repeat(1_000)}"/>`, size)}</numFmts>`,
    }),
}

const LIMITS = { rows: 1_000_000, characters: 40 * 2 ** 20 }
const [SMALL, LARGE] = [100_000, 1_000_000]

/** Seconds of the processor until a file was read or refused. */
const secondsOf = async (content: string | Buffer): Promise<number> => {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const before = process.cpuUsage()
  await previewFile({ path, tipo: 'aml', named: {} }, deps, LIMITS).catch((error) => {
    if (!(error instanceof Failure)) throw error
  })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** Below this the size of a file does not matter. */
const NOTHING_SECONDS = 0.05

/** Time that grows with the square of the size is a hundred times as long; a busy machine doubles the rest. */
const MOST_TIMES = 30

describe(`a file of ten times the size takes ${MOST_TIMES} times as long at most`, () => {
  for (const [what, contentOf] of sampled(Object.entries(FILES), 12))
    test(what, async () => {
      const [small, large] = [await contentOf(SMALL), await contentOf(LARGE)]
      await secondsOf(small)
      const least = Math.max(NOTHING_SECONDS, await secondsOf(small))
      const seconds = await secondsOf(large)
      // Another try, where the machine was busy with something else.
      const ratio = seconds > MOST_TIMES * least ? (await secondsOf(large)) / least : seconds / least
      assert.ok(ratio <= MOST_TIMES, `${ratio.toFixed(1)} times`)
    })
})
