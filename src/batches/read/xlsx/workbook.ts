import { type Row, type SheetLook, unreadable, wrongFormat } from '../../table.ts'
import { readDateStyles } from './date-cells.ts'
import { readSharedStrings } from './shared-strings.ts'
import { type LookParts, readSheetLook } from './sheet-look.ts'
import { type CellContext, sheetRows } from './sheet-rows.ts'
import { damaged, localName } from './xml-scanner.ts'
import { openParts, parsePart, type ZipParts } from './zip-parts.ts'

const MAX_BYTES = 2 ** 24
const MAX_SHEETS = 1_000
/** Spreadsheet programs allow 31. */
const MAX_NAME_CHARACTERS = 100

export interface Sheet {
  name: string
  /** Its part in the zip. */
  part: string
  isHidden: boolean
}

export interface Workbook {
  sheets: readonly Sheet[]
  /** All rows of a sheet; those with two values in one place are noted in `doubled`. */
  rows(sheet: Sheet, doubled?: WeakSet<Row>): AsyncIterable<Row[]>
  /** How a sheet looks; null when the workbook says nothing of it. Other kinds of files have no look. */
  look?(sheet: Sheet): Promise<Omit<SheetLook, 'header'> | null>
}

interface Relation {
  type: string
  target: string
}

/** Opens a workbook: its sheets and what their cells refer to. */
export const openWorkbook = async (path: string): Promise<Workbook> => {
  const parts = await openParts(path)
  try {
    const book = await workbookPart(parts)
    const relations = await readRelations(parts, book)
    const { sheets, is1904 } = await readSheets(parts, book, relations)
    const partOf = (type: string): string | undefined =>
      [...relations.values()].find((one) => one.type === type && parts.has(one.target))?.target
    const strings = await readSharedStrings(parts, partOf('sharedStrings'))
    const styles = { styles: partOf('styles'), theme: partOf('theme') }
    const dateStyles = await readDateStyles(parts, styles.styles)
    const context: CellContext = { strings, dateStyles, is1904 }
    return {
      sheets,
      rows: ({ part }, doubled) => partRows(path, part, context, doubled),
      look: ({ part }) => partLook(path, part, styles, is1904),
    }
  } finally {
    parts.close()
  }
}

const partLook = async (path: string, part: string, styles: LookParts, is1904: boolean) => {
  const parts = await openParts(path)
  try {
    return await readSheetLook(parts, part, styles, is1904)
  } finally {
    parts.close()
  }
}

async function* partRows(
  path: string,
  part: string,
  context: CellContext,
  doubled?: WeakSet<Row>,
): AsyncGenerator<Row[]> {
  const parts = await openParts(path)
  try {
    yield* sheetRows(parts, part, context, doubled)
  } finally {
    parts.close()
  }
}

const workbookPart = async (parts: ZipParts): Promise<string> => {
  const main = [...(await readRelations(parts, '')).values()].find(({ type }) => type === 'officeDocument')?.target
  if (main?.toLowerCase().endsWith('.bin'))
    throw wrongFormat('El archivo es un libro binario de Excel (.xlsb): guárdelo como .xlsx')
  if (!main || !parts.has(main) || !/\.xml$/i.test(main)) throw damaged()
  return main
}

/** What a part refers to, by id. */
const readRelations = async (parts: ZipParts, part: string): Promise<Map<string, Relation>> => {
  const relations = new Map<string, Relation>()
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!parts.has(name)) throw damaged()
  await parsePart(parts, name, MAX_BYTES, {
    open: (element, { Id, Type, Target }) => {
      if (element !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target: resolvePart(folder, Target) })
    },
  })
  return relations
}

/** The name of a part that another names: from the root, or from the folder of that one. */
const resolvePart = (folder: string, target: string): string => {
  const path: string[] = target.startsWith('/') ? [] : folder.split('/').filter((one) => one !== '')
  for (const step of target.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

const readSheets = async (parts: ZipParts, book: string, relations: ReadonlyMap<string, Relation>) => {
  const sheets: Sheet[] = []
  let is1904 = false
  await parsePart(parts, book, MAX_BYTES, {
    open: (element, attributes) => {
      if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (element !== 'sheet') return
      const id = Object.entries(attributes).find(([name]) => name.includes(':') && localName(name) === 'id')?.[1]
      const relation = relations.get(id ?? '')
      if (sheets.length >= MAX_SHEETS) throw unreadable(`El libro tiene más de ${MAX_SHEETS} hojas`)
      // Sheets that are charts or macros have no cells.
      if (relation?.type === 'worksheet' && parts.has(relation.target))
        sheets.push({
          name: (attributes.name ?? '').slice(0, MAX_NAME_CHARACTERS),
          part: relation.target,
          isHidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
        })
    },
  })
  return { sheets, is1904 }
}
