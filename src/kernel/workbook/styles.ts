// What cells look like: the styles of another workbook, as they were read from it, and ours behind them.

const SECTIONS = ['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs', 'cellStyles', 'colors'] as const

/** The entries of each section, as XML without prefixes. */
export type BookStyles = Readonly<Record<(typeof SECTIONS)[number], readonly string[]>>

export const isStyleSection = (name: string): name is keyof BookStyles => (SECTIONS as readonly string[]).includes(name)

const PLAIN: BookStyles = {
  numFmts: [],
  fonts: ['<font><sz val="11"/><name val="Calibri"/></font>'],
  fills: ['none', 'gray125'].map((type) => `<fill><patternFill patternType="${type}"/></fill>`),
  borders: ['<border/>'],
  cellStyleXfs: ['<xf/>'],
  cellXfs: ['<xf/>'],
  cellStyles: [],
  colors: [],
}

const FORMATS = ['dd/mm/yyyy', 'dd/mm/yyyy hh:mm', '0.000'] as const
const FONTS = ['<b/>', '<b/><color rgb="FF9C0006"/>', '<color rgb="FF7F4F00"/>'] as const
const FILLS = ['FFE7E9EE', 'FFFFDADA', 'FFFFF0C2'] as const

interface Style {
  /** A number built into every workbook, or one of ours. */
  format?: number | (typeof FORMATS)[number]
  font?: (typeof FONTS)[number]
  fill?: (typeof FILLS)[number]
  isWrapped?: boolean
}

/** Format 49 is text: it stays so after a person has edited the cell. */
const OURS = {
  plain: {},
  text: { format: 49 },
  long: { format: 49, isWrapped: true },
  label: { format: 49, font: '<b/>' },
  header: { format: 49, font: '<b/>', fill: 'FFE7E9EE', isWrapped: true },
  bad: { format: 49, font: '<b/><color rgb="FF9C0006"/>', fill: 'FFFFDADA' },
  warn: { format: 49, font: '<color rgb="FF7F4F00"/>', fill: 'FFFFF0C2' },
  date: { format: 'dd/mm/yyyy' },
  moment: { format: 'dd/mm/yyyy hh:mm' },
  count: { format: 3 },
  rate: { format: '0.000' },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof OURS
/** The number of each of our styles in a workbook. */
export type StyleIds = Readonly<Record<StyleName, number>>

/** The first number of a format that is not built in. */
const FIRST_FORMAT = 164

const firstFreeFormat = (formats: readonly string[]): number =>
  formats.reduce((free, xml) => Math.max(free, Number(/numFmtId="(\d+)"/.exec(xml)?.[1] ?? 0) + 1), FIRST_FORMAT)

/** The number of each of our styles, behind those of the other workbook. */
export const styleIds = ({ cellXfs }: BookStyles = PLAIN): StyleIds =>
  Object.fromEntries(Object.keys(OURS).map((name, at) => [name, cellXfs.length + at])) as StyleIds

/** `styles.xml` with the styles of another workbook, whose numbers stay, and ours. */
export const stylesXml = (base: BookStyles = PLAIN): string => {
  const free = firstFreeFormat(base.numFmts)
  // Ours are written like the rest of the sheet.
  const usual = base.fonts[0]?.match(/<(?:sz|name) [^>]*>/g) ?? []
  const all: BookStyles = {
    ...base,
    numFmts: [...base.numFmts, ...FORMATS.map((code, at) => `<numFmt numFmtId="${free + at}" formatCode="${code}"/>`)],
    fonts: [...base.fonts, ...FONTS.map((start) => `<font>${start}${usual.join('')}</font>`)],
    fills: [
      ...base.fills,
      ...FILLS.map(
        (rgb) =>
          `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/><bgColor indexed="64"/></patternFill></fill>`,
      ),
    ],
    cellXfs: [...base.cellXfs, ...Object.values<Style>(OURS).map((style) => xf(style, base, free))],
  }
  const sections = SECTIONS.filter((name) => all[name].length > 0).map((name) => {
    const count = name === 'colors' ? '' : ` count="${all[name].length}"`
    return `<${name}${count}>${all[name].join('')}</${name}>`
  })
  return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sections.join('')}</styleSheet>`
}

const xf = ({ format = 0, font, fill, isWrapped }: Style, base: BookStyles, free: number): string => {
  const numFmtId = typeof format === 'number' ? format : free + FORMATS.indexOf(format)
  const fontId = font === undefined ? 0 : base.fonts.length + FONTS.indexOf(font)
  const fillId = fill === undefined ? 0 : base.fills.length + FILLS.indexOf(fill)
  const start = `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="${fillId}" borderId="0" applyNumberFormat="1" applyFont="1" applyFill="1"`
  return isWrapped ? `${start} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` : `${start}/>`
}
