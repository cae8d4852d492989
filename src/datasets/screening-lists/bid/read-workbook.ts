import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Failure } from '../../../kernel/errors.ts'
import { readXmlEntries, type XmlElement } from '../xml-entries.ts'

const MAX_ENTRIES = 200
const MAX_BYTES = 50_000_000
const SHEET = /^xl\/worksheets\/sheet1?\.xml$/i
const STRINGS = /^xl\/sharedStrings\.xml$/i

/** The cells of the first sheet. The bank's cells have no references, so that their place counts. */
export const sheetRows = async (path: string, unreadable: (detail: string) => Failure): Promise<string[][]> => {
  const rows: string[][] = []
  const strings: string[] = []
  const read = async (
    part: RegExp,
    shape: { root: string; entry: string; depth: number },
    take: (one: XmlElement) => void,
  ) => {
    const unpacked = await unpack(path, part).catch((cause) => {
      throw cause instanceof Failure ? cause : unreadable('damaged workbook')
    })
    if (!unpacked) return false
    await readXmlEntries(unpacked, { ...shape, unreadable }, take).finally(() => rm(unpacked, { force: true }))
    return true
  }
  await read(STRINGS, { root: 'sst', entry: 'si', depth: 1 }, (one) => strings.push(textOf(one)))
  const hasSheet = await read(SHEET, { root: 'worksheet', entry: 'row', depth: 2 }, (row) =>
    rows.push(cellsOf(row, strings)),
  )
  if (!hasSheet) throw unreadable('no sheet')
  return rows
}

const textOf = ({ name, text, children }: XmlElement): string =>
  (name === 't' || name === 'v' ? text : '') + children.map(textOf).join('')

const cellsOf = ({ children }: XmlElement, strings: readonly string[]): string[] => {
  const cells: string[] = []
  for (const cell of children.filter(({ name }) => name === 'c')) {
    const column = /^[A-Z]+/.exec(cell.attributes.r ?? '')?.[0]
    const at = column === undefined ? cells.length : columnNumber(column)
    while (cells.length < at) cells.push('')
    const text = textOf(cell)
    cells[at] = cell.attributes.t === 's' ? (strings[Number(text)] ?? '') : text
  }
  return cells
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => 26 * number + letter.charCodeAt(0) - 64, 0) - 1

/** Unpacks one part beside the workbook; null when it has none. */
const unpack = async (path: string, part: RegExp): Promise<string | null> => {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  try {
    const entry = await findEntry(zip, part)
    if (!entry) return null
    if (entry.uncompressedSize > MAX_BYTES) throw new Error('too large')
    const stream = await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    const to = `${path}.part-of-it`
    await pipeline(stream, createWriteStream(to))
    return to
  } finally {
    zip.close()
  }
}

const findEntry = (zip: ZipFile, part: RegExp): Promise<Entry | null> =>
  new Promise((resolve, reject) => {
    let seen = 0
    zip.on('error', reject)
    zip.on('end', () => resolve(null))
    zip.on('entry', (entry: Entry) => {
      if (part.test(entry.fileName)) return resolve(entry)
      if (++seen > MAX_ENTRIES) return reject(new Error('too many parts'))
      zip.readEntry()
    })
    zip.readEntry()
  })
