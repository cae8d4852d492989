import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { ZipFile } from 'yazl'
import { zipOf } from '../../../sandbox/zip.ts'
import { limaClock } from '../../domain/lima-time.ts'
import { silentLog } from '../../kernel/log.ts'
import type { Dataset } from '../editions/dataset.ts'
import { openMirror } from '../editions/mirror.ts'
import { refreshDataset } from '../editions/refresh.ts'
import { parseAgents } from './agents-text.ts'
import { sscoList, type TaxLists, taxAgents } from './index.ts'
import { parseSsco } from './ssco-workbook.ts'
import type { TaxListId } from './tax-lists.ts'

const root = mkdtempSync(join(tmpdir(), 'tax-lists-'))
after(() => rmSync(root, { recursive: true, force: true }))
let serial = 0
const newFolder = (): string => {
  const dir = join(root, String(++serial))
  mkdirSync(dir)
  return dir
}

const HEADER = 'Ruc|Nombre/Razon|A partir del|Resolucion|'
const [ONE, TWO, THREE] = ['20000000125', '20000003451', '20000006786']
const line = (ruc: string | undefined, date = '01/06/2012', name = 'EJEMPLO S.A.C.'): string =>
  `${ruc}|${name}|${date}|RS R.S.096-2012|`
const latin1 = (...lines: string[]): Buffer => Buffer.from([HEADER, ...lines, ''].join('\r'), 'latin1')

test('the texts are read with any line end, and quotes mean nothing', () => {
  const lines = [
    line(ONE, '01/02/2003', '"COMPAÑIA'),
    line(TWO, '01/03/2004', "'KIO' \"X"),
    line(THREE, '01/04/2005', 'A|B'),
  ]
  for (const end of ['\r', '\n', '\r\n']) {
    const { rows, broken } = parseAgents(Buffer.from([HEADER, ...lines, ''].join(end), 'latin1'), 'agenteRetencion')
    assert.deepEqual(
      rows.map(({ ruc, desde }) => [ruc, desde]),
      [
        [ONE, '2003-02-01'],
        [TWO, '2004-03-01'],
        [THREE, '2005-04-01'],
      ],
    )
    assert.equal(broken, 0)
  }
})

test('rubble is counted, the first of repeated rows stays, and too much of it is another format', () => {
  const many = Array.from({ length: 200 }, (_, at) => line(`2000000${1000 + at}`))
  const { rows, broken, repeated } = parseAgents(
    latin1('roto|x', ...many, line('20000001000', '01/01/2020')),
    'agenteRetencion',
  )
  assert.deepEqual([rows.length, broken, repeated, rows[0]?.desde], [200, 1, 1, '2012-06-01'])
  for (const bad of [
    latin1('roto', line(ONE)),
    latin1(line(ONE), `${TWO}|CORTADA|01/0`),
    Buffer.from(`RUC;NOMBRE\r${line(ONE)}\r`),
    Buffer.from(''),
    latin1(line(ONE, '31/02/2012')),
  ])
    assert.throws(() => parseAgents(bad, 'agenteRetencion'), { kind: 'upstream-changed' })
})

test('any bytes are rows or a failure, never something else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        const { rows } = parseAgents(Buffer.concat([Buffer.from(`${HEADER}\r`), bytes]), 'buenContribuyente')
        for (const { ruc } of rows) assert.match(ruc, /^[0-9]{11}$/)
      } catch (error) {
        assert.equal((error as { kind?: string }).kind, 'upstream-changed')
      }
    }),
  )
})

const HEADINGS = [
  ...[
    'RUC',
    'Razón social',
    'Domicilio fiscal',
    'Resolución de atribución como SSCO',
    'Fecha de emisión',
    'Fecha firme',
  ],
  ...['RUC o documento de identidad del representante legal (1)', 'Apellidos y nombres', 'Fecha de publicación (2)'],
]
const subject = (ruc: string | number | undefined, date: string | number): (string | number)[] => [
  ...[
    ruc ?? '',
    'NOMBRE & CIA',
    'AV. X',
    'Resolución N.º 1',
    46185,
    46213,
    'DNI: 12345678, 10000000120',
    'UNO, DOS',
    date,
  ],
]

/** How a program writes a workbook otherwise than others do. */
interface Style {
  workbookPr?: string
  /** Leaves the place of every cell out. */
  isPlaceless?: boolean
  /** Numbers as `2.0000000125E10`. */
  isScientific?: boolean
}

const workbook = (rows: readonly (readonly (string | number)[])[], style: Style = {}): Promise<Buffer> => {
  const strings: string[] = []
  const cell = (value: string | number, at: string): string =>
    typeof value === 'number'
      ? `<c${placeOf(at)}><v>${style.isScientific ? value.toExponential().toUpperCase() : value}</v></c>`
      : `<c${placeOf(at)} t="s"><v>${strings.push(value) - 1}</v></c>`
  const placeOf = (at: string): string => (style.isPlaceless ? '' : ` r="${at}"`)
  const sheet = rows.map(
    (row, r) =>
      `<row r="${r + 1}">${row.map((value, c) => cell(value, `${String.fromCharCode(65 + c)}${r + 1}`)).join('')}</row>`,
  )
  const escaped = (text: string): string => text.replaceAll('&', '&amp;')
  const zip = new ZipFile()
  const add = (name: string, text: string): void => zip.addBuffer(Buffer.from(text), name)
  add(
    'xl/workbook.xml',
    `<workbook xmlns:r="r">${style.workbookPr ?? ''}<sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  )
  add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`)
  add('xl/sharedStrings.xml', `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`)
  zip.end()
  return buffer(zip.outputStream)
}

test('the workbook is read with numbers and texts as RUCs and dates, and footnotes are no rows', async () => {
  const rows = [
    HEADINGS,
    subject(Number(ONE), 46234),
    subject(TWO, '31/07/2026'),
    subject(THREE, '2026-08-31'),
    ['(1) Nota'],
    ['(2) Otra'],
  ]
  const { rows: read } = await parseSsco(await workbook(rows))
  assert.deepEqual(
    read.map(({ ruc, desde, resolucion }) => [ruc, desde, resolucion]),
    [
      [ONE, '2026-07-31', 'Resolución N.º 1'],
      [TWO, '2026-07-31', 'Resolución N.º 1'],
      [THREE, '2026-08-31', 'Resolución N.º 1'],
    ],
  )
  for (const bad of [
    [HEADINGS.slice(0, 8), subject(ONE, 46234)],
    [HEADINGS, subject(ONE, 'pronto')],
    [HEADINGS, ...Array.from({ length: 11 }, () => ['nota'])],
    [],
  ])
    await assert.rejects(async () => parseSsco(await workbook(bad)), { kind: 'upstream-changed' })
  await assert.rejects(parseSsco(Buffer.from('<html>')), { kind: 'upstream-changed' })
  const whole = await workbook(rows)
  await assert.rejects(parseSsco(whole.subarray(0, whole.length / 2)), { kind: 'upstream-changed' })
})

const clock = limaClock('2026-11-15', { now: () => Date.parse('2026-11-15T12:00:00Z') })

/** Writes files as of a day, refreshes, and gives the outcome. */
const loader = (kind: typeof taxAgents | typeof sscoList) => {
  const [folder, dataDir] = [newFolder(), newFolder()]
  const from = kind === sscoList ? join(folder, 'ssco.xlsx') : folder
  const dataset: Dataset<TaxLists> = kind({ from, clock }) as never
  const settings = { dataDir, clock, log: silentLog(), swapDelayMs: 0, floor: 1 }
  const load = async (day: string, files: Record<string, Buffer>) => {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content)
      utimesSync(join(folder, name), new Date(`${day}T12:00:00Z`), new Date(`${day}T12:00:00Z`))
    }
    return (await refreshDataset(dataset, settings)).outcome
  }
  return { load, folder, mirror: () => openMirror(dataset, settings) }
}

const zipped = (...lines: string[]): Promise<Buffer> => zipOf('AgenRet_TXT.TXT', latin1(...lines))

test('entry and exit of an agent are kept, and a day that proves nothing has no data', async () => {
  const { load, mirror } = loader(taxAgents)
  const others = Array.from({ length: 30 }, (_, at) => line(`200000010${10 + at}`))
  assert.equal(
    await load('2026-10-01', { 'AgenRet_TXT.zip': await zipped(line(ONE), line(TWO), ...others) }),
    'switched',
  )
  assert.equal(
    await load('2026-10-10', { 'AgenRet_TXT.zip': await zipped(line(ONE), line(THREE, '01/10/2026'), ...others) }),
    'switched',
  )
  assert.equal(await load('2026-10-20', { 'AgenRet_TXT.zip': await zipped() }), 'failed')
  assert.equal(
    await load('2026-10-20', { 'AgenRet_TXT.zip': (await zipped(line(ONE), ...others)).subarray(0, 99) }),
    'failed',
  )
  const open = await mirror()
  const on = (ruc: string | undefined, day: string): string =>
    open.read((lists) => lists.on('agenteRetencion', ruc ?? '', day).estado)
  assert.equal(on(ONE, '2026-11-15'), 'si')
  assert.equal(on(ONE, '2013-01-01'), 'si', 'since its start, before our first edition')
  assert.equal(on(ONE, '2011-01-01'), 'sin_datos', 'before its start and our first edition')
  assert.equal(on(TWO, '2026-10-01'), 'si')
  assert.equal(on(TWO, '2026-10-05'), 'sin_datos', 'it left between two editions')
  assert.equal(on(TWO, '2026-10-10'), 'no')
  assert.equal(on(THREE, '2026-10-01'), 'si')
  assert.equal(on('20000999998', '2026-10-05'), 'no')
  assert.equal(on('20000999998', '2026-09-30'), 'sin_datos')
  assert.equal(
    open.read((lists) => lists.on('buenContribuyente', ONE ?? '', '2026-11-15').estado),
    'sin_datos',
  )
  await open.close()
})

test('some list has to be there, and one that was there has to stay', async () => {
  const { load, folder } = loader(taxAgents)
  assert.equal(await load('2026-10-01', {}), 'failed')
  assert.equal(await load('2026-10-01', { 'BueCont_TXT.zip': await zipped(line(ONE)) }), 'switched')
  rmSync(join(folder, 'BueCont_TXT.zip'))
  assert.equal(await load('2026-10-02', { 'AgenRet_TXT.zip': await zipped(line(ONE)) }), 'failed')
  // In the folder that the publisher has it in, it is found too.
  mkdirSync(join(folder, 'BueCont'))
  assert.equal(await load('2026-10-02', { 'BueCont/BueCont_TXT.zip': await zipped(line(ONE), line(TWO)) }), 'switched')
})

test('subjects are listed since their publication, and few may leave', async () => {
  const { load, mirror } = loader(sscoList)
  const many = Array.from({ length: 20 }, (_, at) => subject(`200000010${10 + at}`, 46234))
  assert.equal(await load('2026-10-01', { 'ssco.xlsx': await workbook([HEADINGS, ...many]) }), 'switched')
  assert.equal(await load('2026-10-02', { 'ssco.xlsx': await workbook([HEADINGS, ...many.slice(3)]) }), 'failed')
  assert.equal(await load('2026-10-03', { 'ssco.xlsx': await workbook([HEADINGS, ...many.slice(1)]) }), 'switched')
  const open = await mirror()
  const gone = '20000001010'
  assert.deepEqual(
    open.read((lists) => lists.on('sinCapacidadOperativa', gone, '2026-08-15')),
    { estado: 'si', desde: '2026-07-31', hasta: '2026-10-01', resolucion: 'Resolución N.º 1', edicion: '2026-10-03' },
  )
  assert.equal(
    open.read((lists) => lists.on('sinCapacidadOperativa', gone, '2026-11-01').estado),
    'no',
  )
  assert.equal(
    open.read((lists) => lists.staysOf('sinCapacidadOperativa', gone).length),
    1,
  )
  await open.close()
})

const OTHERS = Array.from({ length: 30 }, (_, at) => `200000010${10 + at}`)
/** What an edition is expected to say: the days since when the three are on the list, or that it is refused. */
type Expected = (string | null)[] | 'refused'
const SAME: Expected = ['2012-06-01', '2012-06-01', '2012-06-01']
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
const listed = [...OTHERS, ONE, TWO, THREE].map((ruc) => line(ruc))
const textOf = (lines: readonly string[], end = '\r'): Buffer => bytesOf([HEADER, ...lines, ''].join(end))
const withNames = (...names: string[]): string[] => [
  ...OTHERS.map((ruc) => line(ruc)),
  ...[ONE, TWO, THREE].map((ruc, at) => line(ruc, '01/06/2012', names[at])),
]

const TEXTS: [string, Buffer, Expected][] = [
  ['lines that end in CR alone', textOf(listed), SAME],
  ['lines that end in CRLF, and Ctrl+Z', bytesOf(`${[HEADER, ...listed, ''].join('\r\n')}\x1a`), SAME],
  ['no last line end, and a mark of UTF-8', bytesOf(`\xef\xbb\xbf${[HEADER, ...listed].join('\n')}`), SAME],
  [
    'lone quotes, apostrophes, ampersands and pipes',
    textOf(withNames('"COMPAÑIA S.A.C.', "'KIO' & X", 'A|B "DRA."')),
    SAME,
  ],
  ['a line end inside a name', textOf(withNames('COMPAÑIA\rDEL NORTE\rS.A.C.', 'X', 'Y')), SAME],
  ['days without zeros', textOf([...listed.slice(0, -1), line(THREE, '1/6/2012')]), SAME],
  ['a RUC twice: the first one counts', textOf([...listed, line(THREE, '01/01/2020')]), SAME],
  ['an empty file', textOf([]), 'refused'],
  ['half a file', textOf(listed.slice(0, 16)), 'refused'],
  ['cut in a line', textOf(listed).subarray(0, -20), 'refused'],
  ['a row whose date cannot be read', textOf([...listed.slice(0, -1), line(THREE, '2012')]), 'refused'],
  ['another header', bytesOf(`RUC,NOMBRE\r${listed.join('\r')}\r`), 'refused'],
]

test('each text with its traps is read exactly, or refused while the old one answers', async () => {
  for (const [what, text, expected] of TEXTS) {
    const { load, mirror } = loader(taxAgents)
    const files = (content: Buffer) => Object.fromEntries(NAMES.map((name) => [`${name}.zip`, content]))
    const before = [...OTHERS, ONE].map((ruc) => line(ruc, '01/01/2010'))
    await load('2026-10-01', files(await zipOf('AgenRet_TXT.txt', textOf(before))))
    const outcome = await load('2026-10-02', files(await zipOf('AgenRet_TXT.TXT', text)))
    assert.equal(outcome, expected === 'refused' ? 'failed' : 'switched', what)
    const open = await mirror()
    const on = (lista: TaxListId) =>
      [ONE, TWO, THREE].map((ruc) => open.read((lists) => lists.on(lista, ruc ?? '', '2026-11-15').desde))
    for (const lista of AGENT_LISTS)
      assert.deepEqual(on(lista), expected === 'refused' ? ['2010-01-01', null, null] : expected, `${what}, ${lista}`)
    await open.close()
  }
})
const NAMES = ['AgenRet_TXT', 'AgenPercVI_TXT', 'AgenPerc_TXT', 'BueCont_TXT']
const AGENT_LISTS = ['agenteRetencion', 'agentePercepcion', 'agentePercepcionCombustible', 'buenContribuyente'] as const

const many = OTHERS.map((ruc) => subject(ruc, 46234))
const three = (...dates: (string | number)[]) => [ONE, TWO, THREE].map((ruc, at) => subject(ruc, dates[at] ?? 46234))
const notes = (count: number) => Array.from({ length: count }, (_, at) => [`(${at + 1}) Nota al pie`])
const JULY: Expected = ['2026-07-31', '2026-07-31', '2026-07-31']
const marked = HEADINGS.map((heading) => heading.replace(/ \([12]\)$/, '').toUpperCase())

const BOOKS: [string, Buffer, Expected][] = [
  [
    'dates as numbers, as text and with a time',
    await workbook([HEADINGS, ...many, ...three(46234.5, '31/07/2026', '2026-07-31 00:00:00')]),
    JULY,
  ],
  [
    'RUCs as numbers, some with decimals',
    await workbook([
      HEADINGS,
      ...many,
      subject(Number(ONE), 46234),
      subject(`${TWO}.0`, '46234'),
      subject(` ${THREE} `, 46234),
    ]),
    JULY,
  ],
  [
    'numbers with an exponent',
    await workbook([HEADINGS, ...many, ...[ONE, TWO, THREE].map((ruc) => subject(Number(ruc), 46234))], {
      isScientific: true,
    }),
    JULY,
  ],
  [
    'days counted from 1904',
    await workbook([HEADINGS, ...many, ...three(44772, 44772, 44772)], { workbookPr: '<workbookPr date1904="1"/>' }),
    JULY,
  ],
  ['cells without a place', await workbook([HEADINGS, ...many, ...three()], { isPlaceless: true }), JULY],
  [
    'headings without marks, in capitals, below a title',
    await workbook([['SUJETOS'], marked, ...many, ...three()]),
    JULY,
  ],
  ['footnotes and empty rows', await workbook([HEADINGS, ...many, [''], ...three(), [''], ...notes(10)]), JULY],
  ['an empty sheet', await workbook([HEADINGS]), 'refused'],
  ['half of the rows', await workbook([HEADINGS, ...many.slice(0, 15)]), 'refused'],
  ['half of the file', (await workbook([HEADINGS, ...many, ...three()])).subarray(0, 900), 'refused'],
  ['more footnotes than there are', await workbook([HEADINGS, ...many, ...three(), ...notes(11)]), 'refused'],
  ['a RUC that lost a digit', await workbook([HEADINGS, ...many, ...three(), subject('2000000012', 46234)]), 'refused'],
  ['a date that is none', await workbook([HEADINGS, ...many, ...three('31 de julio')]), 'refused'],
  ['a heading gone', await workbook([HEADINGS.slice(0, 8), ...many, ...three()]), 'refused'],
]

test('each workbook with its traps is read exactly, or refused while the old one answers', async () => {
  for (const [what, book, expected] of BOOKS) {
    const { load, mirror } = loader(sscoList)
    await load('2026-10-01', { 'ssco.xlsx': await workbook([HEADINGS, ...many, subject(ONE, 46000)]) })
    const outcome = await load('2026-10-02', { 'ssco.xlsx': book })
    assert.equal(outcome, expected === 'refused' ? 'failed' : 'switched', what)
    const open = await mirror()
    assert.deepEqual(
      [ONE, TWO, THREE].map((ruc) =>
        open.read((lists) => lists.on('sinCapacidadOperativa', ruc ?? '', '2026-11-15').desde),
      ),
      expected === 'refused' ? ['2025-12-09', null, null] : expected,
      what,
    )
    await open.close()
  }
})
