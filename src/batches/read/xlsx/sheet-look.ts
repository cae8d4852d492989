import { escapeText } from '../../../kernel/workbook/cells.ts'
import type { ColumnLook } from '../../../kernel/workbook/parts.ts'
import { type BookStyles, isStyleSection } from '../../../kernel/workbook/styles.ts'
import { MAX_COLUMNS, type SheetLook } from '../../table.ts'
import { themeColours, tinted } from './theme-colours.ts'
import { type Attributes, XmlScanner } from './xml-scanner.ts'
import { parsePart, type ZipParts } from './zip-parts.ts'

const MAX_STYLES_BYTES = 2 ** 24
/** A workbook with more of them keeps its values and dates alone. */
const MAX_STYLES_CHARACTERS = 2 ** 20
const WIDEST = 255

/** Parts that styles are read from. */
export interface LookParts {
  styles: string | undefined
  theme: string | undefined
}

/** What a result keeps of a sheet beside its values; null when it says nothing of it, or too much. */
export const readSheetLook = async (
  parts: ZipParts,
  sheet: string,
  { styles, theme }: LookParts,
  is1904: boolean,
): Promise<Omit<SheetLook, 'header'> | null> => {
  if (styles === undefined) return null
  const read = await readStyles(parts, styles, await themeColours(parts, theme))
  if (!read) return null
  return { styles: read, columns: await readColumns(parts, sheet, read.cellXfs.length), is1904 }
}

/** Elements whose colour may be one of the theme, which the result does not have. */
const COLOURED = new Set(['color', 'fgColor', 'bgColor'])
/** Extensions refer to parts that a result does not have; `scheme` to fonts of the theme. */
const LEFT_OUT = new Set(['extLst', 'scheme'])

const readStyles = async (parts: ZipParts, part: string, theme: readonly string[]): Promise<BookStyles | null> => {
  const styles: Record<keyof BookStyles, string[]> = {
    ...{ numFmts: [], fonts: [], fills: [], borders: [], cellStyleXfs: [], cellXfs: [], cellStyles: [], colors: [] },
  }
  const path: string[] = []
  let leftOut = 0
  let characters = 0
  let entry = ''
  let isEmpty = true
  await parsePart(parts, part, MAX_STYLES_BYTES, {
    open: (name, attributes) => {
      path.push(name)
      if (LEFT_OUT.has(name)) leftOut++
      if (path.length <= 2 || leftOut > 0) return
      entry += `<${name}${attributesXml(name, attributes, theme)}>`
      isEmpty = true
    },
    close: (name) => {
      path.pop()
      if (path.length >= 2 && leftOut === 0) entry = isEmpty ? `${entry.slice(0, -1)}/>` : `${entry}</${name}>`
      isEmpty = false
      if (LEFT_OUT.has(name)) leftOut--
      if (path.length !== 2) return
      const [, section = ''] = path
      if (isStyleSection(section)) {
        characters += entry.length
        if (characters < MAX_STYLES_CHARACTERS) styles[section].push(entry)
      }
      entry = ''
    },
  })
  const isWhole = ['fonts', 'fills', 'borders', 'cellXfs'].every((name) => styles[name as keyof BookStyles].length > 0)
  return isWhole && characters < MAX_STYLES_CHARACTERS ? styles : null
}

const attributesXml = (name: string, attributes: Attributes, theme: readonly string[]): string => {
  const { theme: index, tint, ...own } = attributes
  const rgb = COLOURED.has(name) && index !== undefined ? theme[Number(index)] : undefined
  const kept = rgb === undefined ? attributes : { ...own, rgb: tinted(rgb, Number(tint ?? 0)) }
  return Object.entries(kept)
    .filter(([key]) => !key.includes(':') && key !== 'xmlns')
    .map(([key, value]) => ` ${key}="${escapeText(value)}"`)
    .join('')
}

/** The widths stand before the cells: no further is read. */
const readColumns = async (parts: ZipParts, sheet: string, styleCount: number): Promise<(ColumnLook | null)[]> => {
  const columns: (ColumnLook | null)[] = []
  let isDone = false
  const scanner = new XmlScanner({
    open: (name, { min, max, width, style, hidden }) => {
      if (name === 'sheetData') isDone = true
      if (name !== 'col' || isDone || !(Number(width) > 0)) return
      const look = {
        width: Math.min(Number(width), WIDEST),
        ...(Number(style) > 0 && Number(style) < styleCount && { style: Number(style) }),
        ...((hidden === '1' || hidden === 'true') && { isHidden: true }),
      }
      for (let at = Number(min); at <= Math.min(Number(max), MAX_COLUMNS); at++) columns[at - 1] = look
    },
  })
  for await (const piece of parts.pieces(sheet)) {
    scanner.write(piece)
    if (isDone) break
  }
  return Array.from(columns, (look) => look ?? null)
}
